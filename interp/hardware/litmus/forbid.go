package litmus

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
)

// Forbidding returns the test's program with an assertion at its end that fails in the final states
// for which x is true. So tools that search for errors can decide the condition. Sites keep their
// numbers. A machine must run the test's architecture.
func (t *Test) Forbidding(x *Prop) *code.Program {
	p := t.Program.Clone()
	main := &p.Funcs[0]
	f := forbidder{p: p, pos: main.Pos}
	f.code = slices.Clone(main.Code[:len(main.Code)-1]) // the code after the joins returns register 0
	last := main.Code[len(main.Code)-1]
	f.prop(x, 1)
	f.emit(code.Instr{Op: code.Not, A: 1, B: 1})
	f.emit(code.Instr{Op: code.Assert, A: 1, Imm: f.site("~exists ("+x.String()+")", code.Access{})})
	main.Code = append(f.code, last)
	for len(main.PosOf) < len(main.Code) {
		main.PosOf = append(slices.Clip(main.PosOf), main.Pos)
	}
	main.NRegs = max(main.NRegs, int(f.used)+2)
	return p
}

// A forbidder emits the evaluation of a proposition.
type forbidder struct {
	p    *code.Program
	pos  trace.Pos
	code []code.Instr
	used uint8
}

func (f *forbidder) emit(in code.Instr) { f.code = append(f.code, in) }

func (f *forbidder) site(text string, a code.Access) int32 {
	f.p.Sites = append(f.p.Sites, trace.Site{Pos: f.pos, Text: text, Func: "main"})
	f.p.Access = append(f.p.Access, a)
	return int32(len(f.p.Sites) - 1)
}

func (f *forbidder) constant(r uint8, v int64) {
	f.p.Consts = append(f.p.Consts, v)
	f.emit(code.Instr{Op: code.ConstL, A: r, Imm: int32(len(f.p.Consts) - 1)})
}

// maxOperands bounds how deep a proposition is nested to the right.
const maxOperands = 250

var propOps = map[PropOp]code.Op{Equal: code.Eq, NotEqual: code.Ne, And: code.And, Or: code.Or}

// prop emits code that sets register r to 1 if x is true, and otherwise to 0. A proposition that is
// nested too deeply counts as false: so the assertion may miss a final state, and never fails in a
// wrong one.
func (f *forbidder) prop(x *Prop, r uint8) {
	f.used = max(f.used, r)
	if r >= maxOperands {
		f.constant(r, 0)
		return
	}
	switch x.Op {
	case Equal, NotEqual:
		f.value(x.Loc, r)
		if x.Other != nil {
			f.value(*x.Other, r+1)
		} else {
			f.constant(r+1, x.Value)
		}
		f.emit(code.Instr{Op: propOps[x.Op], A: r, B: r, C: r + 1})
	case Not:
		f.prop(x.X, r)
		f.emit(code.Instr{Op: code.Not, A: r, B: r})
	case And, Or:
		f.prop(x.X, r)
		f.prop(x.Y, r+1)
		f.emit(code.Instr{Op: propOps[x.Op], A: r, B: r, C: r + 1})
	case True:
		f.constant(r, 1)
	default:
		f.constant(r, 0)
	}
}

// value emits the load of a location; the load of a register's copy is no event.
func (f *forbidder) value(l Location, r uint8) {
	op := code.Load
	if l.Thread >= 0 {
		op = code.LoadP
	}
	f.constant(r, int64(l.Addr))
	f.emit(code.Instr{Op: op, A: r, B: r, Imm: f.site(l.String(), code.Access{Size: l.Size, Signed: true})})
}
