package synth

import "fencepost/trace"

// orders are the memory orders of all events: the sets of events that acquire, that release
// and that are seq_cst. An assignment is weaker than another if its sets are subsets.
// Weakening by one step removes one bit: seq_cst becomes acq_rel, that becomes acquire or
// release, and these become relaxed.
type orders struct{ acq, rel, sc set }

// A level is the order of one event, as bits.
type level uint8

const (
	acquires level = 1 << iota
	releases
	seqCst
)

// levels are the possible orders of an event of each kind, each after all weaker ones. The
// first one of a fence stands for no fence.
var levels = [numKinds][]level{
	Read:  {0, acquires, acquires | seqCst},
	Write: {0, releases, releases | seqCst},
	RMW:   {0, acquires, releases, acquires | releases, acquires | releases | seqCst},
	Fence: {0, acquires, releases, acquires | releases, acquires | releases | seqCst},
}

// order returns the C11 order of a level.
func (l level) order() trace.Order {
	switch {
	case l&seqCst != 0:
		return trace.SeqCst
	case l == acquires|releases:
		return trace.AcqRel
	case l == acquires:
		return trace.Acquire
	case l == releases:
		return trace.Release
	}
	return trace.Relaxed
}

// with returns the orders with that of event e replaced.
func (o orders) with(e int, l level) orders {
	b := set(1) << e
	o.acq, o.rel, o.sc = o.acq&^b, o.rel&^b, o.sc&^b
	if l&acquires != 0 {
		o.acq |= b
	}
	if l&releases != 0 {
		o.rel |= b
	}
	if l&seqCst != 0 {
		o.sc |= b
	}
	return o
}

// level returns the order of event e.
func (o orders) level(e int) level {
	return level(o.acq>>e&1) | level(o.rel>>e&1)<<1 | level(o.sc>>e&1)<<2
}

// above reports whether o is at least as strong as p.
func (o orders) above(p orders) bool {
	return p.acq&^o.acq|p.rel&^o.rel|p.sc&^o.sc == 0
}
