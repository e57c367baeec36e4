package cfront

import (
	"slices"

	"fencepost/interp/code"
)

// genLibrary generates a call of a function that is known by name.
func (f *funcGen) genLibrary(e *expr, dst int) uint8 {
	l, ok := lookupLibrary(e.lib)
	mark := f.top
	switch {
	case !ok || l.kind == libUnsupported:
		f.r.unsupportedf(e.pos, "%s is not supported", e.lib)
	case l.kind == libCompiler:
		f.emit(code.Instr{Op: code.Trap, A: code.TrapError, Imm: f.text(e.lib + " reached")})
	case l.kind == libGeneric:
		return f.genGeneric(e, dst)
	default:
		return f.genSystem(e, l, dst)
	}
	f.top = mark
	return f.dest(dst)
}

// genGeneric generates those calls that are no atomic operations.
func (f *funcGen) genGeneric(e *expr, dst int) uint8 {
	mark := f.top
	switch e.lib {
	case "assert", "__VERIFIER_assert":
		f.genAssert(e.args[0], e)
	case "__builtin_expect", "__builtin_assume_aligned":
		for _, a := range e.args[1:] {
			f.effect(a)
		}
		return f.gen(e.args[0], dst)
	case "__builtin_prefetch":
		for _, a := range e.args {
			f.effect(a)
		}
	default:
		f.r.unsupportedf(e.pos, "%s is not supported here", e.lib)
	}
	f.top = mark
	return f.dest(dst)
}

func (f *funcGen) genAssert(condition, e *expr) {
	at := *e
	if condition.text != "" {
		at.text = condition.text
	}
	holds := newLabel()
	f.branch(condition, true, holds)
	r := f.alloc()
	f.pos = e.pos
	f.emit(code.Instr{Op: code.Const, A: r})
	f.emit(code.Instr{Op: code.Assert, A: r, Imm: f.siteOf(&at, code.Access{}, true)})
	f.bind(holds)
}

// genSystem generates a function of the machine: its arguments lie in
// consecutive registers, its result may go where an argument points.
func (f *funcGen) genSystem(e *expr, l library, dst int) uint8 {
	if r, ok := f.genTyped(e, l.sys, dst); ok {
		return r
	}
	mark := f.top
	out := f.outPlace(e, l)
	base := f.top
	for i, a := range e.args {
		switch {
		case i == l.out:
		case l.passes(i):
			f.gen(a, int(f.alloc()))
		default:
			f.effect(a)
		}
	}
	for _, i := range l.args {
		if i == zeroArg {
			f.emit(code.Instr{Op: code.Const, A: f.alloc()})
		}
	}
	for _, c := range l.consts {
		f.constTo(f.alloc(), c)
	}
	args := f.top - base
	if args == 0 {
		f.alloc()
	}
	f.pos = e.pos
	f.sysAt(e, l.sys, uint8(base), args)
	if l.noReturn {
		f.dead = true
	}
	if out != nil {
		out(uint8(base))
	}
	f.top = mark
	d := f.dest(dst)
	switch {
	case l.result == resZero:
		f.emit(code.Instr{Op: code.Const, A: d})
	case l.result == resValue && int(d) != base:
		f.emit(code.Instr{Op: code.Mov, A: d, B: uint8(base)})
	}
	return d
}

// passes reports whether the machine gets C argument i.
func (l library) passes(i int) bool {
	if l.args == nil {
		return i >= l.skip
	}
	return slices.Contains(l.args, i)
}

// sysAt emits a library function with args arguments from register base on.
func (f *funcGen) sysAt(e *expr, id code.SysID, base uint8, args int) {
	f.emit(code.Instr{Op: code.Sys, A: base, B: uint8(args), C: uint8(id), Imm: f.siteOf(e, code.Access{}, false)})
}

// outPlace generates the pointer through which the machine's result is handed
// back, and returns what stores it; nil if there is nothing to store to.
func (f *funcGen) outPlace(e *expr, l library) func(r uint8) {
	if l.out < 0 || l.out >= len(e.args) {
		return nil
	}
	a := e.args[l.out]
	if a.op == xInt && a.i == 0 || a.typ.kind != kPtr || !a.typ.elem.isScalar() {
		return nil
	}
	t := a.typ.elem
	if o := localScalar(a); o != nil {
		if r := f.registerOf(a.x); r != nil {
			return func(v uint8) { f.extend(*r, v, t) }
		}
	}
	p := f.near(f.pointee(a))
	return func(v uint8) {
		over := newLabel()
		if pointerRoot(a) == nil {
			f.jumpIf(p.base, false, over)
		}
		f.store(p, t, v, &expr{typ: t, pos: a.pos, text: a.text}, orderOf(t))
		f.bind(over)
	}
}

// storesThrough returns the number of the argument that a library function
// hands its result back through, or -1. The generator stores it there itself,
// so that &x in this place does not take the address of x.
func storesThrough(name string) int {
	if l, ok := lookupLibrary(name); ok && l.kind == libSystem {
		return l.out
	}
	return -1
}

// returns reports whether a call of a library function may return.
func returns(name string) bool {
	l, ok := lookupLibrary(name)
	return !ok || !l.noReturn
}
