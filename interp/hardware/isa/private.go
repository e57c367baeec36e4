package isa

import (
	"fmt"
	"maps"
	"slices"

	"fencepost/interp/code"
)

// A Frame describes the memory of a thread that a compiler generated.
type Frame struct {
	Low, High int64 // the stack: addresses from Low to High
	// Result reports whether an address belongs to a result of the thread, which no other thread
	// accesses.
	Result func(addr int64) bool
	// Size returns the size of the object at an address; 0: there is none. No other object shares the
	// word at which an object begins. So an architecture without byte exclusives can use exclusives
	// of the word.
	Size func(addr int64) uint8
	// Locked is the fence that a locked instruction on the stack represents; 0: none.
	Locked Tags
	// Closed says that addresses on the stack must not be stored outside of it. Objects for which
	// Away makes Shared return true are excepted: they stay in memory.
	Closed bool
	Shared func(addr int64) bool
	Away   func(addr int64)
	Own    []int // operations that access only the stack
}

// Private turns memory on a thread's stack into registers, if all its addresses are known
// constants: then there is no other way to access it. A store of a result is no event,
// either, if no access and no fence follows it: its value is shown at the end. The error is
// an *Unsupported.
func (t *Thread) Private(f Frame) error {
	p := &private{t: t, f: f, slots: map[int64]*slot{}}
	p.propagate()
	for p.escape() {
		p.propagate() // less is known about memory now
	}
	p.narrow()
	if err := p.findSlots(); err != nil {
		return err
	}
	p.replace()
	return nil
}

// A slot is a scalar on the stack.
type slot struct {
	addr  int64
	size  uint8
	reg   Reg
	wrote bool
}

// constants are the known contents of registers and of the stack.
type constants struct {
	regs  map[Reg]int64
	stack map[int64]placed
}

// A placed value is a known value on the stack.
type placed struct {
	value int64
	size  uint8
}

type private struct {
	t     *Thread
	f     Frame
	at    []*constants // before each operation; nil: not reached
	slots map[int64]*slot
}

// propagate computes the constants before each operation.
func (p *private) propagate() {
	p.at = make([]*constants, len(p.t.Code)+1)
	p.at[0] = &constants{map[Reg]int64{}, map[int64]placed{}}
	for work := []int{0}; len(work) > 0; {
		pc := work[len(work)-1]
		work = work[:len(work)-1]
		if pc == len(p.t.Code) {
			continue
		}
		in := &p.t.Code[pc]
		after := p.step(in, p.at[pc])
		if in.Kind == Branch {
			if p.join(int(in.Target), after) {
				work = append(work, int(in.Target))
			}
			if in.Op == code.Jmp {
				continue
			}
		}
		if p.join(pc+1, after) {
			work = append(work, pc+1)
		}
	}
}

// join merges a path to an operation. It reports whether that removed constants.
func (p *private) join(pc int, c *constants) bool {
	old := p.at[pc]
	if old == nil {
		p.at[pc] = c.clone()
		return true
	}
	regs, stack := intersect(old.regs, c.regs), intersect(old.stack, c.stack)
	return regs || stack
}

// intersect removes entries that other does not have. It reports whether there were any.
func intersect[K, V comparable](in, other map[K]V) bool {
	n := len(in)
	maps.DeleteFunc(in, func(k K, v V) bool {
		w, ok := other[k]
		return !ok || w != v
	})
	return len(in) < n
}

func (c *constants) clone() *constants { return &constants{maps.Clone(c.regs), maps.Clone(c.stack)} }

func (c *constants) get(r Reg) (int64, bool) {
	if r == None {
		return 0, true
	}
	v, ok := c.regs[r]
	return v, ok
}

// step returns the constants after an operation.
func (p *private) step(in *Instr, before *constants) *constants {
	c := before.clone()
	known, value := false, int64(0)
	x, knownA := c.get(in.A)
	switch in.Kind {
	case Set:
		known, value = true, in.Imm
	case Compute:
		if y, ok := c.get(in.B); ok && knownA {
			value, known = code.Eval(in.Op, x, y)
		}
	case Select:
		if which, ok := c.get(in.C); ok {
			from := in.A
			if which == 0 {
				from = in.B
			}
			value, known = c.get(from)
		}
	case Load:
		if v, ok := c.stack[x]; ok && knownA && v.size == in.Size {
			value, known = code.Extend(v.value, in.Size, in.Signed), true
		}
	case Store:
		if knownA && p.onStack(x) {
			for a, v := range c.stack {
				if a < x+int64(in.Size) && x < a+int64(v.size) {
					delete(c.stack, a)
				}
			}
			if v, ok := c.get(in.B); ok {
				c.stack[x] = placed{code.Extend(v, in.Size, true), in.Size}
			}
		}
		return c
	case Fence, Branch, Observe:
		return c
	case Amo, Cas, LoadX, StoreX:
		if knownA && p.onStack(x) {
			delete(c.stack, x)
		}
		if in.Kind == Cas {
			delete(c.regs, in.E)
		}
	}
	delete(c.regs, in.D)
	if known && in.D != None {
		c.regs[in.D] = value
	}
	return c
}

// narrow turns accesses to a word that holds an object into accesses to the object: the
// rest of the word is and stays 0.
func (p *private) narrow() {
	for pc := range p.t.Code {
		in := &p.t.Code[pc]
		bitwise := in.Kind == Amo && (in.RMW == code.FetchAnd || in.RMW == code.FetchOr || in.RMW == code.FetchXor)
		if p.at[pc] == nil || in.Kind != Load && in.Kind != LoadX && in.Kind != StoreX && !bitwise {
			continue
		}
		if addr, ok := p.at[pc].get(in.A); ok && p.f.Size != nil {
			if size := p.f.Size(addr); size > 0 && size < in.Size && in.Size <= 4 {
				in.Size, in.Signed = size, false
			}
		}
	}
}

func (p *private) onStack(addr int64) bool {
	return p.f.Low <= addr && addr < p.f.High && (p.f.Shared == nil || !p.f.Shared(addr))
}

// address returns the address of an access, if it is on the stack.
func (p *private) address(pc int) (int64, bool) {
	in := &p.t.Code[pc]
	if p.at[pc] == nil || in.Kind != Load && in.Kind != Store && in.Kind != Amo && in.Kind != LoadX && in.Kind != StoreX && in.Kind != Cas {
		return 0, false
	}
	addr, ok := p.at[pc].get(in.A)
	return addr, ok && p.onStack(addr)
}

// findSlots finds the scalars on the stack. The widest access at an address determines its
// slot. Each store must fill its slot, and slots must not overlap.
func (p *private) findSlots() error {
	for _, pc := range p.f.Own {
		if p.at[pc] != nil {
			if _, ok := p.at[pc].get(p.t.Code[pc].A); !ok {
				return p.unsupported(pc, "an automatic object at an address that is computed")
			}
		}
	}
	for pc := range p.t.Code {
		addr, ok := p.address(pc)
		if !ok {
			continue
		}
		in := &p.t.Code[pc]
		switch {
		case in.Kind == Amo && p.f.Locked != 0:
			continue
		case in.Kind != Load && in.Kind != Store:
			return p.unsupported(pc, "an atomic access to the stack")
		}
		s := p.slots[addr]
		if s == nil {
			s = &slot{addr: addr}
			p.slots[addr] = s
		}
		s.wrote = s.wrote || in.Kind == Store
		s.size = max(s.size, in.Size)
	}
	for pc := range p.t.Code {
		if addr, ok := p.address(pc); ok && p.slots[addr] != nil {
			in, s := &p.t.Code[pc], p.slots[addr]
			if in.Kind == Store && in.Size != s.size || in.Kind == Load && !s.wrote {
				return p.unsupported(pc, "a part of the stack that is not written as it is read")
			}
		}
	}
	list := slices.SortedFunc(maps.Values(p.slots), func(a, b *slot) int { return int(a.addr - b.addr) })
	for i, s := range list {
		if i > 0 && list[i-1].addr+int64(list[i-1].size) > s.addr {
			return unsupported("%s: a part of a value on the stack is", p.t.Name)
		}
		if p.t.Regs+len(list) > int(None)-2 {
			return unsupported("%s: a function with so many values on the stack is", p.t.Name)
		}
		s.reg = Reg(p.t.Regs + i)
	}
	p.t.Regs += len(list)
	return nil
}

// escape finds objects on the stack that an operation accesses atomically, or whose address
// it stores elsewhere. It reports whether there are new ones.
func (p *private) escape() (found bool) {
	if !p.f.Closed {
		return false
	}
	for pc := range p.t.Code {
		in := &p.t.Code[pc]
		if p.at[pc] == nil {
			continue
		}
		var away []Reg
		switch own, isOwn := p.address(pc); {
		case isOwn && in.Kind != Load && in.Kind != Store:
			p.f.Away(own)
			found = true
		case isOwn:
		case in.Kind == Store || in.Kind == Amo || in.Kind == StoreX:
			away = []Reg{in.B}
		case in.Kind == Cas:
			away = []Reg{in.B, in.C}
		}
		for _, r := range away {
			if v, ok := p.at[pc].get(r); ok && r != None && p.onStack(v) {
				p.f.Away(v)
				found = true
			}
		}
	}
	return found
}

func (p *private) unsupported(pc int, what string) error {
	src := p.t.Src[p.t.Code[pc].Src]
	return &Unsupported{fmt.Sprintf("%s: %s: %s is not supported", src.Pos, src.Text, what)}
}

// replace turns accesses to slots into operations on registers, and finds results.
func (p *private) replace() {
	later := p.later()
	for pc := range p.t.Code {
		in := &p.t.Code[pc]
		if addr, ok := p.address(pc); ok {
			s := p.slots[addr]
			switch in.Kind {
			case Load:
				*in = Instr{Kind: Compute, Op: code.Extension(int64(in.Size), in.Signed), D: in.D, A: s.reg, B: None, Src: in.Src}
			case Store:
				*in = Instr{Kind: Compute, Op: code.Mov, D: s.reg, A: in.B, B: None, Src: in.Src}
			default:
				*in = Instr{Kind: Fence, D: None, Tags: p.f.Locked, Src: in.Src}
			}
			continue
		}
		if addr, ok := p.result(pc); ok && !later[pc+1] {
			*in = Instr{Kind: Observe, D: None, A: in.B, B: None, Imm: addr, Src: in.Src}
		}
	}
}

// later reports, for each operation, whether an access to shared memory, other than a store of a
// result, or a fence may follow from it on.
func (p *private) later() []bool {
	later := make([]bool, len(p.t.Code)+1)
	for changed := true; changed; {
		changed = false
		for pc := len(p.t.Code) - 1; pc >= 0; pc-- {
			in := &p.t.Code[pc]
			now := later[pc+1]
			switch in.Kind {
			case Branch:
				now = in.Op != code.Jmp && now || later[in.Target]
			case Load, Store, LoadX, StoreX, Amo, Cas, Fence:
				_, stack := p.address(pc)
				_, result := p.result(pc)
				now = now || !(stack && in.Kind != Amo) && !result
			}
			if now != later[pc] {
				later[pc], changed = now, true
			}
		}
	}
	return later
}

// result returns the address of the result that an operation stores; ok is false if it
// stores none.
func (p *private) result(pc int) (int64, bool) {
	in := &p.t.Code[pc]
	if in.Kind != Store || p.at[pc] == nil {
		return 0, false
	}
	addr, ok := p.at[pc].get(in.A)
	return addr, ok && p.f.Result(addr)
}

// SharesPlain reports whether two threads may access one address, at least one of them
// writing and at least one not atomically, as far as addresses are known constants.
func (p *Program) SharesPlain() bool {
	type use struct{ thread, kind int } // kinds: a plain access, or not; a write, or not
	uses := map[int64][]use{}
	for n, t := range p.Threads {
		c := &private{t: t, slots: map[int64]*slot{}}
		c.propagate()
		for pc := range t.Code {
			in := &t.Code[pc]
			if c.at[pc] == nil || in.Kind != Load && in.Kind != Store && in.Kind != Amo && in.Kind != Cas && in.Kind != LoadX && in.Kind != StoreX {
				continue
			}
			kind := 0
			if in.Tags&NA != 0 {
				kind |= 1
			}
			if in.Kind != Load {
				kind |= 2
			}
			addr, ok := c.at[pc].get(in.A)
			if !ok {
				if kind&1 != 0 {
					return true
				}
				continue
			}
			uses[addr] = append(uses[addr], use{n, kind})
		}
	}
	for _, list := range uses {
		for i, a := range list {
			for _, b := range list[:i] {
				if a.thread != b.thread && (a.kind|b.kind)&3 == 3 {
					return true
				}
			}
		}
	}
	return false
}
