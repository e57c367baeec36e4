package models

import (
	"fmt"

	"fencepost/trace"
)

// A Class is the kind of an event, as preserved program order distinguishes it.
type Class uint8

// The classes, by the letters of the axioms. Both halves of an RMW are U. The zero Class is
// that of events for which there is no rule.
const (
	noClass Class = iota
	R             // load
	W             // store
	U             // RMW
	C             // compare-exchange that failed: it reads like an RMW and writes nothing
	LL            // load-load fence
	SS            // store-store fence
	SL            // store-load fence
	Create        // thread creation
	Join          // thread join

	NumClasses // how many there are
)

// Accesses reports whether events of the class access memory.
func (c Class) Accesses() bool { return c >= R && c <= C }

// ClassOf returns the class of events of a kind. For fences use FenceClass.
func ClassOf(k trace.Kind) Class { return classOfKind[k] }

var classOfKind = [trace.NumKinds]Class{
	trace.Load: R, trace.Store: W, trace.RMW: U, trace.CASFail: C,
	trace.Lock: U, trace.Unlock: W, trace.LockRead: C,
	trace.Create: Create, trace.Join: Join,
}

// FenceClass returns the class of a hardware fence.
func FenceClass(f trace.FenceKind) Class { return classOfFence[f] }

var classOfFence = [trace.NumFences]Class{trace.LoadLoad: LL, trace.StoreStore: SS, trace.StoreLoad: SL}

// A Relaxation is a set of pairs of events in program order that a model does not keep in
// order: the first is of a class in Before, the second of a class in After.
type Relaxation struct {
	Before, After []Class
	Elsewhere     bool // only if they access different locations
}

// A PPO is a model's preserved program order: the pairs of events of one thread whose order
// the model keeps. An execution is allowed if every location is coherent, RMWs are atomic,
// and ppo ∪ rfe ∪ co ∪ fr ∪ tc has no cycle, where tc orders a thread between its creation
// and its join. The events are accesses, fences, creations and joins. A PPO is immutable.
type PPO struct {
	keeps  [2][NumClasses]uint16 // by same location or not, and first class: a bit for each second class
	kept   [2][NumClasses]uint16 // the same pairs by second class: a bit for each first class
	fences []trace.FenceKind
}

// NewPPO returns the order that keeps all pairs except those of the relaxations. It has the
// given fences; other fences order nothing. Of accesses to one location only store -> load
// can be relaxed, because coherence needs the other pairs, and the rules that use a PPO
// rely on that. NewPPO panics if a relaxation violates it.
func NewPPO(fences []Class, relaxed ...Relaxation) *PPO {
	p := &PPO{}
	events := uint16(1<<R | 1<<W | 1<<U | 1<<C | 1<<Create | 1<<Join)
	for _, f := range fences {
		events |= 1 << f
	}
	for same := range p.keeps {
		for a := range NumClasses {
			if events>>a&1 != 0 {
				p.keeps[same][a] = events
			}
		}
	}
	for _, r := range relaxed {
		for _, a := range r.Before {
			for _, b := range r.After {
				if !r.Elsewhere && a.Accesses() && b.Accesses() && (a != W || b != R) || r.Elsewhere && !(a.Accesses() && b.Accesses()) {
					panic(fmt.Sprintf("models: classes %d and %d of a relaxation do not fit Elsewhere: %v", a, b, r.Elsewhere))
				}
				p.keeps[0][a] &^= 1 << b
				if !r.Elsewhere {
					p.keeps[1][a] &^= 1 << b
				}
			}
		}
	}
	for same := range p.keeps {
		for a := range NumClasses {
			for b := range NumClasses {
				p.kept[same][b] |= p.keeps[same][a] >> b & 1 << a
			}
		}
	}
	for f := trace.LoadLoad; f < trace.NumFences; f++ {
		if p.matters(FenceClass(f)) {
			p.fences = append(p.fences, f)
		}
	}
	return p
}

// matters reports whether a fence orders any pair that is not kept without it.
func (p *PPO) matters(fence Class) bool {
	for a := range NumClasses {
		for b := range NumClasses {
			if !isFence(a) && !isFence(b) && p.ordered(a, fence, b) && !p.Keeps(a, b, false) {
				return true
			}
		}
	}
	return false
}

func isFence(c Class) bool { return c >= LL && c <= SL }

// ordered reports whether a fence between an event of class a and one of class b orders
// them.
func (p *PPO) ordered(a, fence, b Class) bool {
	return p.Keeps(a, fence, false) && p.Keeps(fence, b, false)
}

// Keeps reports whether the order of an event of class a and a later one of class b in
// program order is kept. same says that they access one location.
func (p *PPO) Keeps(a, b Class, same bool) bool { return p.After(a, same)>>b&1 != 0 }

// After returns the classes before which an event of class a is kept, a bit each. Those for the same
// location contain the others.
func (p *PPO) After(a Class, same bool) uint16 {
	if same {
		return p.keeps[1][a]
	}
	return p.keeps[0][a]
}

// Before returns the classes that are kept before an event of class b, a bit each.
func (p *PPO) Before(b Class, same bool) uint16 {
	if same {
		return p.kept[1][b]
	}
	return p.kept[0][b]
}

// Fences returns the fences that order anything in the model, weakest first. The caller
// must not change the slice.
func (p *PPO) Fences() []trace.FenceKind { return p.fences }

// Relaxes reports whether any pair of accesses is not kept in order.
func (p *PPO) Relaxes() bool {
	for a := R; a <= C; a++ {
		for b := R; b <= C; b++ {
			if !p.Keeps(a, b, false) {
				return true
			}
		}
	}
	return false
}

// Includes reports whether p orders everything that o orders, also by fences. Then p allows
// no execution that o forbids.
func (p *PPO) Includes(o *PPO) bool {
	for a := range NumClasses {
		for b := range NumClasses {
			if isFence(a) || isFence(b) {
				continue
			}
			for _, same := range []bool{false, true} {
				if o.Keeps(a, b, same) && !p.Keeps(a, b, same) {
					return false
				}
			}
			for f := LL; f <= SL; f++ {
				if o.ordered(a, f, b) && !p.ordered(a, f, b) && !p.Keeps(a, b, false) {
					return false
				}
			}
		}
	}
	return true
}
