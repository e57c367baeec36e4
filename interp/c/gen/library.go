package gen

import (
	"slices"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

// genLibrary generates a call of a library function. A call without a name represents C that is not
// supported, which its text describes.
func (f *funcGen) genLibrary(e *types.Expr, dst int) uint8 {
	l, ok := library.In(f.fn.Name, e.Lib)
	mark := f.top
	switch {
	case e.Lib == "":
		f.pos = e.Pos
		f.emit(code.Instr{Op: code.Trap, A: code.TrapUnsupported, Imm: f.Message(e.Text)})
	case !ok || l.Kind == library.Unsupported:
		for _, a := range e.Args {
			if a.Type.IsScalar() {
				f.effect(a)
			}
		}
		f.pos = e.Pos
		f.emit(code.Instr{Op: code.Trap, A: code.TrapUnsupported, Imm: f.Message(unsupportedCall(e.Lib))})
	case l.Kind == library.Compiler:
		f.emit(code.Instr{Op: code.Trap, A: code.TrapError, Imm: f.Message(effect(e.Lib) + " reached")})
	case l.Kind == library.Generic:
		return f.genGeneric(e, dst)
	case library.Bounds(e.Lib):
		f.pos = e.Pos
		f.section(e, l.Sys)
	default:
		return f.genSystem(e, l, dst)
	}
	f.top = mark
	return f.dest(dst)
}

// effect returns the name of a library function, or in words what a function does that only the headers
// declare.
func effect(name string) string {
	if what, ok := strings.CutPrefix(name, "__fp_"); ok {
		return strings.ReplaceAll(what, "_", " ")
	}
	return name
}

// unsupportedCall describes a call of a library function that is not supported, and an alternative.
func unsupportedCall(name string) string {
	if what := effect(name); what != name {
		return "this " + what
	}
	if strings.HasPrefix(name, "pthread_") || strings.Contains(name, "jmp") || slices.Contains([]string{"fork", "vfork", "clone"}, name) {
		return "a call of '" + name + "'"
	}
	return "a call of '" + name + "' (define it in the program; __VERIFIER_nondet_int() stands for what comes from outside)"
}

// genGeneric generates the calls that are no atomic operations.
func (f *funcGen) genGeneric(e *types.Expr, dst int) uint8 {
	mark := f.top
	switch e.Lib {
	case "assert", "__VERIFIER_assert", "__ESBMC_assert", "__CPROVER_assert":
		f.genAssert(e.Args[0], e)
	case "__builtin_expect", "__builtin_assume_aligned":
		for _, a := range e.Args[1:] {
			f.effect(a)
		}
		return f.gen(e.Args[0], dst)
	case "__builtin_prefetch":
		for _, a := range e.Args {
			f.effect(a)
		}
	default:
		f.r.Unsupportedf(e.Pos, "%s is not supported here", e.Lib)
	}
	f.top = mark
	return f.dest(dst)
}

func (f *funcGen) genAssert(condition, e *types.Expr) {
	if f.options.IgnoreAssertions {
		f.effect(condition)
		return
	}
	at := *e
	if condition.Text != "" {
		at.Text = condition.Text
	}
	holds := newLabel()
	f.branch(condition, true, holds)
	r := f.alloc()
	f.pos = e.Pos
	f.emit(code.Instr{Op: code.Const, A: r})
	f.emit(code.Instr{Op: code.Assert, A: r, Imm: f.siteOf(&at, code.Access{}, true)})
	f.bind(holds)
}

// genSystem generates a call of a function of the machine. Its arguments are in consecutive
// registers. Its result may be stored where an argument points.
func (f *funcGen) genSystem(e *types.Expr, l library.Entry, dst int) uint8 {
	if r, ok := f.genTyped(e, l.Sys, dst); ok {
		return r
	}
	mark := f.top
	out := f.outPlace(e, l)
	base := f.top
	for i, a := range e.Args {
		switch {
		case i == l.Out:
		case l.Passes(i):
			f.gen(a, int(f.alloc()))
		default:
			f.effect(a)
		}
	}
	for _, i := range l.Args {
		if i == library.ZeroArg {
			f.emit(code.Instr{Op: code.Const, A: f.alloc()})
		}
	}
	for _, c := range l.Consts {
		f.constTo(f.alloc(), c)
	}
	args := f.top - base
	if args == 0 {
		f.alloc()
	}
	f.pos = e.Pos
	if l.Early != 0 && out != nil {
		v := f.alloc()
		f.emit(code.Instr{Op: code.Sys, A: v, C: uint8(l.Early), Imm: f.siteOf(e, code.Access{}, true)})
		out(v)
		f.pos, out = e.Pos, nil
	}
	f.prog.ReadsClock = f.prog.ReadsClock || l.Sys == code.Clock
	f.sysAt(e, l.Sys, uint8(base), args)
	if l.NoReturn {
		f.dead = true
	}
	if out != nil {
		out(uint8(base))
	}
	f.top = mark
	d := f.dest(dst)
	switch {
	case l.Result == library.ReturnsZero:
		f.emit(code.Instr{Op: code.Const, A: d})
	case l.Result == library.ReturnsValue && int(d) != base:
		f.emit(code.Instr{Op: code.Mov, A: d, B: uint8(base)})
	}
	return d
}

// sysAt emits a library function with args arguments from register base on.
func (f *funcGen) sysAt(e *types.Expr, id code.SysID, base uint8, args int) {
	f.emit(code.Instr{Op: code.Sys, A: base, B: uint8(args), C: uint8(id), Imm: f.siteOf(e, f.options.Accesses.Of(id, false), false)})
}

// outPlace generates the pointer through which the result is stored, and returns a function that
// stores it; nil if there is no such pointer.
func (f *funcGen) outPlace(e *types.Expr, l library.Entry) func(r uint8) {
	if l.Out < 0 || l.Out >= len(e.Args) {
		return nil
	}
	a := e.Args[l.Out]
	optional := l.Sys == code.ThreadJoin
	if optional && a.Op == types.OpInt && a.I == 0 || a.Type.Kind != types.KindPtr || !a.Type.Elem.IsScalar() {
		return nil
	}
	t := a.Type.Elem
	if o := localScalar(a); o != nil {
		if r := f.registerOf(a.X); r != nil {
			return func(v uint8) { f.extend(*r, v, t) }
		}
	}
	p := f.near(f.pointee(a))
	return func(v uint8) {
		over := newLabel()
		if optional && pointerRoot(a) == nil {
			f.jumpIf(p.base, false, over)
		}
		f.store(p, t, v, &types.Expr{Type: t, Pos: a.Pos, Text: a.Text}, f.orderOf(t, false))
		f.bind(over)
	}
}

// storesThrough returns the number of the argument through which a library function stores its
// result, or -1. The generator performs this store, so &x as that argument does not take the address
// of x.
func storesThrough(name string) int {
	if l, ok := library.Lookup(name); ok && l.Kind == library.System {
		return l.Out
	}
	return -1
}

// returns reports whether a call of a library function may return.
func returns(name string) bool {
	l, ok := library.Lookup(name)
	return !ok || !l.NoReturn
}

// genTyped generates a memset, memcpy or memmove of whole objects whose type is known from the
// arguments, as in memset(p, 0, sizeof *p). It acts scalar by scalar, as later accesses of the
// program will. The machine, which does not know types, would have to guess the sizes, and races
// between accesses of different sizes are not supported. ok is false if the call has another form.
func (f *funcGen) genTyped(e *types.Expr, id code.SysID, dst int) (r uint8, ok bool) {
	if id != code.Memset && id != code.Memcpy && id != code.Memmove || len(e.Args) != 3 || e.Args[2].Op != types.OpInt {
		return 0, false
	}
	to, size := withoutCast(e.Args[0]), e.Args[2].I
	t := objectType(to)
	if t == nil || size <= 0 || size%t.Size != 0 {
		return 0, false
	}
	n := size / t.Size
	if f.countLeaves(t) == 0 || f.countLeaves(t)*n > maxUnrolled {
		return 0, false
	}
	if id == code.Memset {
		if e.Args[1].Op != types.OpInt {
			return 0, false
		}
		return f.genFill(e, to, t, n, e.Args[1].I, dst), true
	}
	from := withoutCast(e.Args[1])
	if s := objectType(from); s == nil || !types.Same(s.Unqualified(), t.Unqualified()) || id == code.Memmove && n > 1 {
		return 0, false
	}
	mark := f.top
	d := f.alloc()
	f.gen(to, int(d))
	s := f.alloc()
	f.gen(from, int(s))
	f.pos = e.Pos
	for i := range n {
		f.copyScalars(place{base: d, off: i * t.Size}, place{base: s, off: i * t.Size}, t, e, e)
	}
	return f.handBack(d, mark, dst), true
}

// fillWith loads into register v the value of type t whose words all equal pattern.
func (f *funcGen) fillWith(v uint8, t *types.Type, pattern uint64) {
	if t.Size <= 8 {
		f.constTo(v, types.Canonical(int64(pattern), t))
		return
	}
	mark := f.top
	word := f.alloc()
	f.constTo(word, int64(pattern))
	f.constTo(v, int64(pattern>>(64-8*((t.Size-1)%8+1))))
	for range (t.Size - 1) / 8 {
		f.emit(code.Instr{Op: code.Wide, A: v, B: word, C: v, Imm: int32(code.WideJoin)})
	}
	f.top = mark
}

// genZeroed generates the conversion of what calloc returns to a pointer to objects. It stores zeros in
// them, scalar by scalar: a thread that gets the pointer without synchronisation races with these stores.
// ok is false if e is another expression, the objects are many, or their size is not the one given: a block
// may have more than an object, as one with a flexible array has.
func (f *funcGen) genZeroed(e *types.Expr, dst int) (r uint8, ok bool) {
	call, t := withoutCast(e), objectType(e)
	if call.Op != types.OpLibrary || call.Lib != "calloc" || t == nil || call.Args[0].Op != types.OpInt || call.Args[1].Op != types.OpInt {
		return 0, false
	}
	n, size := call.Args[0].I, call.Args[1].I
	if leaves := f.countLeaves(t); size != t.Size || n <= 0 || leaves == 0 || n > maxUnrolled/leaves {
		return 0, false
	}
	mark := f.top
	d := f.alloc()
	f.gen(call, int(d))
	none := newLabel()
	f.jumpIf(d, false, none)
	f.fill(call, d, t, n, 0, true)
	f.bind(none)
	return f.handBack(d, mark, dst), true
}

func (f *funcGen) genFill(e, to *types.Expr, t *types.Type, n, with int64, dst int) uint8 {
	mark := f.top
	d := f.alloc()
	f.gen(to, int(d))
	f.fill(e, d, t, n, with, false)
	return f.handBack(d, mark, dst)
}

// fill generates the stores of e, which fills the bytes of n objects of type t from address d on. zeroes
// says that it is calloc.
func (f *funcGen) fill(e *types.Expr, d uint8, t *types.Type, n, with int64, zeroes bool) {
	v := f.alloc()
	f.pos = e.Pos
	for i := range n {
		f.eachPart(t, i*t.Size, func(t *types.Type, off int64) {
			pattern := 0x0101010101010101 * uint64(uint8(with)) >> (64 - 8*min(t.Size, 8))
			if t.Kind == types.KindBool {
				pattern = min(pattern, 1)
			}
			f.fillWith(v, t, pattern)
			mark := f.top
			p := f.near(place{base: d, off: off})
			a := f.access(p, t, f.copyOrder(t, false))
			a.Zeroes = zeroes
			f.storeAccess(p, v, e, a)
			f.top = mark
		})
	}
}

// handBack moves the result of a call from register r to dst.
func (f *funcGen) handBack(r uint8, mark, dst int) uint8 {
	f.top = mark
	d := f.dest(dst)
	if d != r {
		f.emit(code.Instr{Op: code.Mov, A: d, B: r})
	}
	return d
}

// withoutCast returns a pointer before conversions to other pointer types.
func withoutCast(e *types.Expr) *types.Expr {
	for e.Op == types.OpCast && e.Type.Kind == types.KindPtr && e.X.Type.Kind == types.KindPtr {
		e = e.X
	}
	return e
}

// objectType returns the type to which a pointer points, if it is an object type larger than a byte;
// otherwise nil.
func objectType(p *types.Expr) *types.Type {
	if p.Type.Kind != types.KindPtr {
		return nil
	}
	t := p.Type.Elem
	if t.Kind == types.KindVoid || t.Kind == types.KindFunc || t.Size <= 1 {
		return nil
	}
	return t
}
