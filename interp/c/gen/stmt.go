package gen

import (
	"slices"

	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

func (f *funcGen) stmt(s *types.Stmt) {
	f.pos = s.Pos
	switch s.Op {
	case types.StmtExpr:
		f.effect(s.X)
	case types.StmtDecl:
		f.declare(s)
	case types.StmtBlock:
		f.block(s, anywhere)
	case types.StmtIf:
		f.ifElse(s)
	case types.StmtWhile, types.StmtFor:
		f.loop(s)
	case types.StmtDo:
		f.doLoop(s)
	case types.StmtSwitch:
		f.selection(s)
	case types.StmtCase, types.StmtDefault:
		l, ok := f.cases[s]
		if !ok {
			f.r.Unsupportedf(s.Pos, "a case within a statement expression is not supported")
			return
		}
		f.bind(l)
		f.stmt(s.Then)
	case types.StmtLabel:
		l := f.labels[s.Label]
		if l.back {
			f.dead = false
		}
		f.bind(l)
		f.stmt(s.Then)
	case types.StmtGoto:
		if l := f.labels[s.Label]; l != nil {
			f.jmp(l)
		}
	case types.StmtBreak:
		f.jmp(f.brk)
	case types.StmtContinue:
		f.jmp(f.cont)
	case types.StmtReturn:
		f.ret(s)
	}
}

// block generates a block. The value of a statement expression goes to dst; it is not used if dst is
// anywhere.
func (f *funcGen) block(s *types.Stmt, dst int) {
	mark, first := f.top, len(f.out.Locals)
	for _, t := range s.List {
		f.stmt(t)
	}
	if s.Value != nil {
		if dst == anywhere {
			f.effect(s.Value)
		} else {
			f.gen(s.Value, dst)
		}
	} else if s != f.fn.Body {
		f.endLocals(first)
	}
	f.top = mark
}

// endLocals ends the lives of Locals[from:]. It leaves out private ones: no other thread has their
// addresses.
func (f *funcGen) endLocals(from int) {
	for i := from; i < len(f.out.Locals); i++ {
		if !f.out.Locals[i].Private {
			f.emit(code.Instr{Op: code.End, Imm: int32(i)})
		}
	}
}

// bindEnd places l at the end of a statement. If jumps lead there, they leave blocks whose locals are
// the Locals from an index on.
func (f *funcGen) bindEnd(l *label, from int) {
	jumps := len(l.refs) > 0
	if f.bind(l); jumps {
		f.endLocals(from)
	}
}

func (f *funcGen) ifElse(s *types.Stmt) {
	if l := f.jumpTarget(s.Then); l != nil {
		f.branch(s.X, true, l)
		if s.Els != nil {
			f.stmt(s.Els)
		}
		return
	}
	els := newLabel()
	f.branch(s.X, false, els)
	f.stmt(s.Then)
	if s.Els != nil {
		end := newLabel()
		f.jmp(end)
		f.bind(els)
		els = end
		f.stmt(s.Els)
	}
	f.bind(els)
}

// jumpTarget returns the target of a statement that is only a jump, or nil.
func (f *funcGen) jumpTarget(s *types.Stmt) *label {
	switch {
	case s.Op == types.StmtBlock && len(s.List) == 1:
		return f.jumpTarget(s.List[0])
	case s.Op == types.StmtBreak:
		return f.brk
	case s.Op == types.StmtContinue:
		return f.cont
	case s.Op == types.StmtGoto:
		return f.labels[s.Label]
	}
	return nil
}

// loop generates a while or for statement. The test is at the end, and a jump leads there first.
func (f *funcGen) loop(s *types.Stmt) {
	mark := f.top
	for _, t := range s.ForInit() {
		f.stmt(t)
	}
	f.pos = s.Pos
	constant := s.X == nil || s.X.Op == types.OpInt
	always := s.X == nil || constant && s.X.I != 0
	reached := !f.dead && (always || !constant)
	test := newLabel()
	if !always {
		f.jmp(test)
	}
	f.loopBody(s, reached, func(top *label) {
		if s.Post != nil {
			f.effect(s.Post)
		}
		f.bind(test)
		if always {
			f.jmp(top)
		} else {
			f.branch(s.X, true, top)
		}
	})
	f.top = mark
}

func (f *funcGen) doLoop(s *types.Stmt) {
	if s.X.Op == types.OpInt && s.X.I == 0 {
		brk, cont, first := f.brk, f.cont, len(f.out.Locals)
		f.brk, f.cont = newLabel(), newLabel()
		f.stmt(s.Then)
		f.bindEnd(f.cont, first)
		f.bindEnd(f.brk, first)
		f.brk, f.cont = brk, cont
		return
	}
	f.loopBody(s, !f.dead, func(top *label) { f.branch(s.X, true, top) })
}

// loopBody generates the body of a loop and the code after it up to the jump back to the top. A jump
// may lead into the body even if no path leads to the loop.
func (f *funcGen) loopBody(s *types.Stmt, reached bool, back func(top *label)) {
	brk, cont, first := f.brk, f.cont, len(f.out.Locals)
	f.brk, f.cont = newLabel(), newLabel()
	f.dead = !reached && !types.AnyStmt(s.Then, (*types.Stmt).IsTarget)
	top := &label{pc: -1, back: true}
	f.bind(top)
	f.stmt(s.Then)
	f.bindEnd(f.cont, first)
	back(top)
	f.bindEnd(f.brk, first)
	f.brk, f.cont = brk, cont
}

// A choice is one case of a switch.
type choice struct {
	low, high int64
	label     *label
}

func (f *funcGen) selection(s *types.Stmt) {
	brk, outer := f.brk, f.cases
	f.brk, f.cases = newLabel(), map[*types.Stmt]*label{}
	other := f.brk
	var choices []choice
	eachCase(s.Then, func(c *types.Stmt) {
		l := newLabel()
		f.cases[c] = l
		if c.Op == types.StmtDefault {
			other = l
		} else {
			choices = append(choices, choice{c.Low, c.High, l})
		}
	})
	slices.SortStableFunc(choices, func(a, b choice) int { return s.X.Type.Compare(a.low, b.low) })
	mark := f.top
	x := f.value(s.X)
	f.dispatch(x, choices, s.X.Type.Signed, other)
	f.top = mark
	first := len(f.out.Locals)
	f.stmt(s.Then)
	f.bindEnd(f.brk, first)
	f.brk, f.cases = brk, outer
}

// eachCase calls visit for the cases that belong to the switch with body s.
func eachCase(s *types.Stmt, visit func(*types.Stmt)) {
	if s.Op == types.StmtCase || s.Op == types.StmtDefault {
		visit(s)
	}
	if s.Op == types.StmtSwitch {
		return
	}
	s.Parts(func(t *types.Stmt) { eachCase(t, visit) }, func(*types.Expr) {})
}

// dispatch jumps to the choice that contains x, or to other. It uses bisection, and compares one by
// one when few are left.
func (f *funcGen) dispatch(x uint8, list []choice, signed bool, other *label) {
	mark := f.top
	t := f.alloc()
	lt, le := comparisons[types.OpLt].jump.of(signed), comparisons[types.OpLe].jump.of(signed)
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

func (f *funcGen) ret(s *types.Stmt) {
	mark := f.top
	switch {
	case s.X == nil:
		f.endFunction()
		f.emit(code.Instr{Op: code.RetV})
	case s.X.Type.IsVoid():
		f.effect(s.X)
		f.endFunction()
		f.emit(code.Instr{Op: code.RetV})
	case s.X.Type.IsRecord():
		f.recordInto(place{base: f.result, private: true}, s.X, true)
		f.endFunction()
		f.emit(code.Instr{Op: code.RetV})
	default:
		r := f.value(s.X)
		f.pos = s.Pos
		f.endFunction()
		f.emit(code.Instr{Op: code.Ret, A: r})
	}
	f.top = mark
}

// declare generates a declaration: a new instance of the variable and its initial value.
func (f *funcGen) declare(s *types.Stmt) {
	if s.X != nil {
		f.defineSized(s.Obj, s.X)
		return
	}
	e := &types.Expr{Type: s.Obj.Type, Pos: s.Obj.Pos, Text: s.Obj.Name}
	f.initialise(s.Obj, s.Inits, s.Zero, e)
}
