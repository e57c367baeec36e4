package cfront

import (
	"cmp"
	"slices"

	"fencepost/interp/code"
)

func (f *funcGen) stmt(s *stmt) {
	f.pos = s.pos
	switch s.op {
	case sExpr:
		f.effect(s.x)
	case sDecl:
		f.declare(s)
	case sBlock:
		f.block(s, anywhere)
	case sIf:
		f.ifElse(s)
	case sWhile, sFor:
		f.loop(s)
	case sDo:
		f.doLoop(s)
	case sSwitch:
		f.selection(s)
	case sCase, sDefault:
		l, ok := f.cases[s]
		if !ok {
			f.r.unsupportedf(s.pos, "a case within a statement expression is not supported")
			return
		}
		f.bind(l)
		f.stmt(s.then)
	case sLabel:
		l := f.labels[s.label]
		if l.back {
			f.dead = false
		}
		f.bind(l)
		f.stmt(s.then)
	case sGoto:
		if l := f.labels[s.label]; l != nil {
			f.jmp(l)
		}
	case sBreak:
		f.jmp(f.brk)
	case sContinue:
		f.jmp(f.cont)
	case sReturn:
		f.ret(s)
	}
}

// block generates a block. The value of a statement expression goes to dst,
// unless that is anywhere: then it is not used.
func (f *funcGen) block(s *stmt, dst int) {
	mark := f.top
	for _, t := range s.list {
		f.stmt(t)
	}
	if s.value != nil {
		if dst == anywhere {
			f.effect(s.value)
		} else {
			f.gen(s.value, dst)
		}
	}
	f.top = mark
}

func (f *funcGen) ifElse(s *stmt) {
	if l := f.jumpTarget(s.then); l != nil {
		f.branch(s.x, true, l)
		if s.els != nil {
			f.stmt(s.els)
		}
		return
	}
	els := newLabel()
	f.branch(s.x, false, els)
	f.stmt(s.then)
	if s.els != nil {
		end := newLabel()
		f.jmp(end)
		f.bind(els)
		els = end
		f.stmt(s.els)
	}
	f.bind(els)
}

// jumpTarget returns where a statement that is no more than a jump leads, or nil.
func (f *funcGen) jumpTarget(s *stmt) *label {
	switch {
	case s.op == sBlock && len(s.list) == 1:
		return f.jumpTarget(s.list[0])
	case s.op == sBreak:
		return f.brk
	case s.op == sContinue:
		return f.cont
	case s.op == sGoto:
		return f.labels[s.label]
	}
	return nil
}

// loop generates a while or for statement: the test stands at the end, and is
// jumped to first.
func (f *funcGen) loop(s *stmt) {
	mark := f.top
	for _, t := range s.forInit() {
		f.stmt(t)
	}
	f.pos = s.pos
	constant := s.x == nil || s.x.op == xInt
	always := s.x == nil || constant && s.x.i != 0
	reached := !f.dead && (always || !constant)
	test := newLabel()
	if !always {
		f.jmp(test)
	}
	f.loopBody(s, reached, func(top *label) {
		if s.post != nil {
			f.effect(s.post)
		}
		f.bind(test)
		if always {
			f.jmp(top)
		} else {
			f.branch(s.x, true, top)
		}
	})
	f.top = mark
}

func (f *funcGen) doLoop(s *stmt) {
	if s.x.op == xInt && s.x.i == 0 {
		brk, cont := f.brk, f.cont
		f.brk, f.cont = newLabel(), newLabel()
		f.stmt(s.then)
		f.bind(f.cont)
		f.bind(f.brk)
		f.brk, f.cont = brk, cont
		return
	}
	f.loopBody(s, !f.dead, func(top *label) { f.branch(s.x, true, top) })
}

// loopBody generates the body of a loop, then what follows it up to the jump
// back to the top. The body may be reached by a jump into it even if the loop
// is not.
func (f *funcGen) loopBody(s *stmt, reached bool, back func(top *label)) {
	brk, cont := f.brk, f.cont
	f.brk, f.cont = newLabel(), newLabel()
	f.dead = !reached && !anyStmt(s.then, isTarget)
	top := &label{pc: -1, back: true}
	f.bind(top)
	f.stmt(s.then)
	f.bind(f.cont)
	back(top)
	f.bind(f.brk)
	f.brk, f.cont = brk, cont
}

// isTarget reports whether s may be jumped to from outside the loops around it.
func isTarget(s *stmt) bool { return s.op == sCase || s.op == sDefault || s.op == sLabel }

// A choice is one case of a switch.
type choice struct {
	low, high int64
	label     *label
}

func (f *funcGen) selection(s *stmt) {
	brk, outer := f.brk, f.cases
	f.brk, f.cases = newLabel(), map[*stmt]*label{}
	signed := s.x.typ.signed
	other := f.brk
	var choices []choice
	eachCase(s.then, func(c *stmt) {
		l := newLabel()
		f.cases[c] = l
		if c.op == sDefault {
			other = l
		} else {
			choices = append(choices, choice{c.low, c.high, l})
		}
	})
	slices.SortStableFunc(choices, func(a, b choice) int {
		if signed {
			return cmp.Compare(a.low, b.low)
		}
		return cmp.Compare(uint64(a.low), uint64(b.low))
	})
	mark := f.top
	x := f.value(s.x)
	f.dispatch(x, choices, signed, other)
	f.top = mark
	f.stmt(s.then)
	f.bind(f.brk)
	f.brk, f.cases = brk, outer
}

// eachCase calls visit for the cases that belong to the switch with body s.
func eachCase(s *stmt, visit func(*stmt)) {
	if s.op == sCase || s.op == sDefault {
		visit(s)
	}
	if s.op == sSwitch {
		return
	}
	s.parts(func(t *stmt) { eachCase(t, visit) }, func(*expr) {})
}

// dispatch jumps to the choice that x lies in, or to other: by bisection, and
// one by one when few are left.
func (f *funcGen) dispatch(x uint8, list []choice, signed bool, other *label) {
	mark := f.top
	t := f.alloc()
	lt, le := code.JLtU, code.JLeU
	if signed {
		lt, le = code.JLtS, code.JLeS
	}
	if len(list) > 4 {
		mid, below := len(list)/2, newLabel()
		f.constTo(t, list[mid].low)
		f.jump(code.Instr{Op: lt, A: x, B: t}, below)
		f.dispatch(x, list[mid:], signed, other)
		f.bind(below)
		f.dispatch(x, list[:mid], signed, other)
		f.top = mark
		return
	}
	for _, c := range list {
		f.constTo(t, c.low)
		if c.low == c.high {
			f.jump(code.Instr{Op: code.JEq, A: x, B: t}, c.label)
			continue
		}
		next := newLabel()
		f.jump(code.Instr{Op: lt, A: x, B: t}, next)
		f.constTo(t, c.high)
		f.jump(code.Instr{Op: le, A: x, B: t}, c.label)
		f.bind(next)
	}
	f.jmp(other)
	f.top = mark
}

func (f *funcGen) ret(s *stmt) {
	mark := f.top
	switch {
	case s.x == nil:
		f.emit(code.Instr{Op: code.RetV})
	case s.x.typ.isVoid():
		f.effect(s.x)
		f.emit(code.Instr{Op: code.RetV})
	case s.x.typ.isRecord():
		f.recordInto(place{base: f.result, private: true}, s.x, true)
		f.emit(code.Instr{Op: code.RetV})
	default:
		r := f.value(s.x)
		f.pos = s.pos
		f.emit(code.Instr{Op: code.Ret, A: r})
	}
	f.top = mark
}

// declare generates a declaration: a new instance of the variable, and what it
// starts with.
func (f *funcGen) declare(s *stmt) {
	e := &expr{typ: s.obj.typ, pos: s.obj.pos, text: s.obj.name}
	f.initialise(s.obj, s.inits, s.zero, e)
}
