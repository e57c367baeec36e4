package lower

import (
	"math"
	"strings"

	"fencepost/interp/c/asmtext"
	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/opt"
	"fencepost/trace/lists"
)

// mathIntrinsics are functions of floating numbers, with their names in C.
var mathIntrinsics = map[string]string{
	"sqrt": "sqrt", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "round": "round", "rint": "rint", "nearbyint": "rint", "roundeven": "rint", "fabs": "fabs",
	"sin": "sin", "cos": "cos", "tan": "tan", "exp": "exp", "exp2": "exp2", "log": "log", "log2": "log2", "log10": "log10", "pow": "pow",
	"maxnum": "fmax", "minnum": "fmin", "maximum": "fmax", "minimum": "fmin", "copysign": "copysign",
}

// intrinsic compiles a call of a function that LLVM knows.
func (f *function) intrinsic(i *ir.Instr, name string, args []ir.Value) {
	words := strings.Split(strings.TrimPrefix(name, "llvm."), ".")
	short := words[0]
	if fn, ok := mathIntrinsics[short]; ok && (i.T.Kind == ir.Float || i.T.Kind == ir.Double) {
		x := f.toDouble(args[0])
		y := x
		if len(args) > 1 {
			y = f.toDouble(args[1])
		}
		f.set(i, f.fromDouble(f.math(fn, x, y), i.T))
		return
	}
	switch short {
	case "memcpy", "memmove":
		f.copyCall(i, args, short == "memmove")
	case "memset":
		f.fillCall(i, args)
	case "lifetime":
		f.life(words[1] == "start", args)
	case "trap", "ubsantrap", "debugtrap":
		f.add(minst{op: code.Trap, a: int(code.TrapError), imm: f.Message("__builtin_trap reached")})
	case "threadlocal":
		f.set(i, f.one(args[0]))
	case "smax", "smin", "umax", "umin":
		f.extreme(i, args, short[0] == 's', strings.HasSuffix(short, "max"))
	case "scmp", "ucmp":
		f.order3(i, args, short[0] == 's')
	case "abs":
		x := f.one(args[0])
		done := newLabel()
		r := f.result(i)
		f.move(r, x)
		f.jump(code.JLeS, f.constantReg(0), x, done)
		f.move(r, f.canonical(f.op(code.Neg, x, 0, 0), i.T))
		f.bind(done)
	case "sadd", "ssub", "smul", "uadd", "usub", "umul":
		f.overflow(i, words, args)
	case "stacksave", "returnaddress", "frameaddress", "addressofreturnaddress", "thread":
		f.constTo(f.result(i), 0)
	case "stackrestore", "eh", "va_start", "va_end", "va_copy", "pseudoprobe", "coro", "x86", "aarch64", "objectsize", "readcyclecounter", "get", "set", "clear", "is", "experimental":
		f.rare(i, name, words, args)
	default:
		f.byName(i, short, args)
	}
}

// The classes of floating numbers of llvm.is.fpclass, from the lowest bit: two kinds of NaN, and the
// numbers from the least to the greatest.
const (
	classes    = 10
	infinite   = 1<<2 | 1<<9
	noNumbers  = 1<<0 | 1<<1
	finiteMask = (1<<classes - 1) &^ (infinite | noNumbers)
)

// floatClass compiles the question whether a number is of some classes, if they are those that C asks
// about: no number, infinite, finite, or together with others.
func (f *function) floatClass(i *ir.Instr, args []ir.Value) {
	c, ok := args[1].(*ir.Const)
	if !ok {
		f.unsupported("llvm.is.fpclass of classes that are not constant")
		return
	}
	mask := int(c.Low) & (1<<classes - 1)
	x := f.toDouble(args[0])
	nan := f.op(code.Xor, f.op(code.EqF, x, x, 64), f.constantReg(1), 0)
	infinity := f.constantReg(int64(math.Float64bits(math.Inf(1))))
	inf := f.op(code.EqF, f.math("fabs", x, x), infinity, 64)
	yes := f.constantReg(0)
	for _, k := range []struct{ classes, is int }{{noNumbers, nan}, {infinite, inf}, {finiteMask, f.op(code.Xor, f.op(code.Or, nan, inf, 0), f.constantReg(1), 0)}} {
		switch mask & k.classes {
		case k.classes:
			yes = f.op(code.Or, yes, k.is, 0)
		case 0:
		default:
			f.unsupported("llvm.is.fpclass of classes %#x", mask)
			return
		}
	}
	f.set(i, yes)
}

// extreme compiles the greater or the lesser of two numbers.
func (f *function) extreme(i *ir.Instr, args []ir.Value, signed, greater bool) {
	x, y, done := f.one(args[0]), f.one(args[1]), newLabel()
	op, low, high := code.JLeU, x, y
	if signed {
		op = code.JLeS
	}
	if greater {
		low, high = y, x
	}
	r := f.op(code.Mov, x, 0, 0)
	f.jump(op, low, high, done)
	f.move(r, y)
	f.bind(done)
	f.set(i, r)
}

// order3 compiles a three-way comparison.
func (f *function) order3(i *ir.Instr, args []ir.Value, signed bool) {
	x, y, done := f.one(args[0]), f.one(args[1]), newLabel()
	less := code.JLtU
	if signed {
		less = code.JLtS
	} else {
		x, y = f.unsigned(x, args[0].Type()), f.unsigned(y, args[0].Type())
	}
	r := f.result(i)
	f.constTo(r, 0)
	f.jump(code.JEq, x, y, done)
	f.constTo(r, -1)
	f.jump(less, x, y, done)
	f.constTo(r, 1)
	f.bind(done)
}

// rare compiles intrinsics that say little.
func (f *function) rare(i *ir.Instr, name string, words []string, args []ir.Value) {
	switch {
	case name == "llvm.eh.typeid.for" || strings.HasPrefix(name, "llvm.eh.typeid.for."):
		f.constTo(f.result(i), f.typeID(args[0]))
	case words[0] == "x86" && strings.HasSuffix(name, "pause"):
		f.pause()
	case words[0] == "x86" && strings.HasSuffix(name, "fence"):
		order, _ := asmtext.Fence(words[len(words)-1])
		f.add(minst{op: code.FenceOp, imm: f.siteAt(i, code.Access{Order: order})})
	case words[0] == "objectsize":
		f.constTo(f.result(i), -1)
	case words[0] == "va_start":
		f.vaStart(args[0])
	case words[0] == "va_copy":
		f.vaCopy(args[0], args[1])
	case words[0] == "stackrestore" || words[0] == "pseudoprobe" || words[0] == "va_end":
	case words[0] == "readcyclecounter" || name == "llvm.x86.rdtsc":
		f.constTo(f.result(i), asmtext.ClockReads)
	case words[0] == "is" && len(words) > 1 && words[1] == "fpclass":
		f.floatClass(i, args)
	case words[0] == "coro":
		f.unsupported("a coroutine that is not split into functions (clang -x ir -O0 -S -emit-llvm splits it)")
	default:
		f.unsupported("a call of '%s'", name)
	}
}

// byName calls a function of the runtime that has the intrinsic's name and number of bits.
func (f *function) byName(i *ir.Instr, short string, args []ir.Value) {
	n, ok := f.Names["__fp_"+short]
	if !ok || i.T.Kind != ir.Int || i.T.Bits > 64 {
		f.unsupported("a call of 'llvm.%s'", short)
		return
	}
	m := minst{kind: call, imm: int32(n), results: []int{f.result(i)}}
	m.args = lists.Map(args, func(a ir.Value) int { return f.unsigned(f.one(a), a.Type()) })
	m.args = append(m.args, f.constantReg(int64(i.T.Bits)))
	f.add(m)
	f.move(f.result(i), f.canonical(f.result(i), i.T))
}

// overflow compiles arithmetic that reports whether its result fits, and saturating arithmetic.
func (f *function) overflow(i *ir.Instr, words []string, args []ir.Value) {
	t := args[0].Type()
	if len(words) < 3 || words[1] != "with" || t.Bits > 64 {
		if len(words) > 1 && words[1] == "sat" {
			f.byName(i, words[0]+"_sat", args)
			return
		}
		f.unsupported("a call of 'llvm.%s'", strings.Join(words, "."))
		return
	}
	r := f.results(i)
	x, y := f.one(args[0]), f.one(args[1])
	signed, does := words[0][0] == 's', words[0][1:]
	extend := func(r int) int { return r }
	if !signed {
		extend = func(r int) int { return f.unsigned(r, t) }
	}
	x, y = extend(x), extend(y)
	if does == "mul" && t.Bits > 32 { // 64 bits may not hold the product
		widen := func(r int) int {
			if signed {
				return f.op(code.Wide, r, r, int32(code.WideSigned))
			}
			return f.op(code.Wide, r, r, int32(code.WideUnsigned))
		}
		z := f.op(code.Wide, widen(x), widen(y), int32(code.WideMul))
		f.move(r[0], f.canonical(f.op(code.Wide, z, z, int32(code.WideLow)), t))
		f.move(r[1], f.op(code.Ne, z, widen(extend(r[0])), 0))
		return
	}
	z := f.op(opt.Binaries[does], x, y, 0)
	low := f.canonical(z, t)
	f.move(r[0], low)
	var out int
	switch {
	case t.Bits < 64:
		out = f.op(code.Ne, z, extend(low), 0)
	case !signed && does == "add":
		out = f.op(code.LtU, z, x, 0)
	case !signed:
		out = f.op(code.LtU, x, y, 0)
	case does == "add":
		out = f.op(code.Ne, f.op(code.LtS, z, x, 0), f.op(code.LtS, y, f.constantReg(0), 0), 0)
	default:
		out = f.op(code.Ne, f.op(code.LtS, z, x, 0), f.op(code.LtS, f.constantReg(0), y, 0), 0)
	}
	f.move(r[1], out)
}

// life compiles the begin or the end of a variable's life. The life of a variable that no other thread
// may access ends with the call.
func (f *function) life(begins bool, args []ir.Value) {
	a, ok := args[len(args)-1].(*ir.Instr)
	if !ok || a.Op != "alloca" {
		return
	}
	switch v := f.vars[a]; {
	case len(v.begins) > 1: // the alloca begins it, and the call ends it
	case begins && v.where != inRegister:
		f.add(minst{op: code.Local, a: v.regs[0], imm: v.local})
	case !begins && v.where == inVisible:
		f.add(minst{op: code.End, imm: v.local})
	}
}

// A piece is a scalar that is copied.
type piece struct {
	off  int64
	size uint8
}

// mostPieces bounds the scalars that are copied one by one.
const mostPieces = 64

// parts returns the scalars that size bytes at an address consist of; nil if that is not known.
func (f *function) parts(v ir.Value, copies []int64, size int64) (list []piece) {
	if len(copies) > 0 && len(copies)%3 == 0 {
		for k := 0; k < len(copies); k += 3 {
			list = cut(list, copies[k], copies[k+1], mostPieces)
		}
		if len(list) <= mostPieces {
			return list
		}
		return nil
	}
	t, off := f.typeAt(v)
	if t == nil || off != 0 || t.Size() != size {
		return nil
	}
	if t.Kind == ir.Array && t.Elem.Kind == ir.Int && t.Elem.Bits == 8 { // an array of bytes has no information about scalars
		if size > 8*mostPieces {
			return nil
		}
		return bytesOf(size)
	}
	list, ok := piecesOf(t)
	if !ok {
		return nil
	}
	return list
}

// piecesOf returns the scalars of a type, if they are not too many.
func piecesOf(t *ir.Type) (list []piece, ok bool) {
	ok = true
	eachLeaf(t, 0, func(t *ir.Type, off int64) {
		if t.Kind == ir.Vector || t.Size() > 8 || len(list) > mostPieces {
			ok = false
			return
		}
		list = append(list, piece{off: off, size: accessOf(t, 0).Size})
	})
	return list, ok && len(list) <= mostPieces
}

// typeAt returns the type of the variable that an address is of, and the offset in it.
func (f *function) typeAt(v ir.Value) (*ir.Type, int64) {
	base, off, known := opt.Base(v)
	switch x := base.(type) {
	case *ir.Global:
		if known {
			return f.Global(x).T, off
		}
	case *ir.Instr:
		if known && x.Op == "alloca" {
			return x.Elem, off
		}
	}
	return nil, 0
}

// bytesOf cuts size bytes into pieces that are aligned.
func bytesOf(size int64) []piece { return cut(nil, 0, size, math.MaxInt) }

// cut appends pieces that are aligned to list, of size bytes at an offset, until it has more than most.
func cut(list []piece, off, size int64, most int) []piece {
	for size > 0 && len(list) <= most {
		s := int64(8)
		for s > size || off%s != 0 {
			s /= 2
		}
		list = append(list, piece{off: off, size: uint8(s)})
		off, size = off+s, size-s
	}
	return list
}

// copyCall compiles memcpy and memmove.
func (f *function) copyCall(i *ir.Instr, args []ir.Value, overlaps bool) {
	toPrivate, fromPrivate := f.isPrivate(args[0]), f.isPrivate(args[1])
	size, known := int64(0), false
	if c, ok := args[2].(*ir.Const); ok && c.Kind == ir.ConstInt {
		size, known = int64(c.Low), true
	}
	var list []piece
	if known {
		list = f.parts(args[0], i.Copies, size)
		if list == nil {
			list = f.parts(args[1], nil, size)
		}
	}
	if list == nil && (toPrivate || fromPrivate) && known {
		list = bytesOf(size)
	}
	if list != nil && (!overlaps || len(list) == 1 || toPrivate != fromPrivate) {
		to, toOff := f.place(args[0])
		from, fromOff := f.place(args[1])
		f.copy(to, toOff, from, fromOff, list, toPrivate, fromPrivate, isVolatile(args[3]))
		return
	}
	id := code.Memcpy
	if overlaps {
		id = code.Memmove
	}
	f.add(minst{kind: sys, c: int(id), args: []int{f.one(args[0]), f.one(args[1]), f.one(args[2])}, imm: f.siteAt(i, f.Accesses.Of(id, isVolatile(args[3])))})
}

// copy copies pieces, one after another. Never-written bytes are copied silently.
func (f *function) copy(to int, toOff int64, from int, fromOff int64, list []piece, toPrivate, fromPrivate, volatile bool) {
	for _, p := range list {
		r := f.reg()
		a := code.Access{Off: int32(fromOff + p.off), Size: p.size, Order: f.Accesses.Order(volatile, true), Copy: true}
		f.transfer(nil, true, fromPrivate, r, from, a)
		a.Off, a.Order = int32(toOff+p.off), f.Accesses.Order(volatile, false)
		f.transfer(nil, false, toPrivate, r, to, a)
	}
}

// isVolatile reports whether v, the last operand of a copy or a fill, says that it is volatile.
func isVolatile(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Kind == ir.ConstInt && c.Low&1 != 0
}

// fillCall compiles memset.
func (f *function) fillCall(i *ir.Instr, args []ir.Value) {
	private := f.isPrivate(args[0])
	with, constant := args[1].(*ir.Const)
	if c, ok := args[2].(*ir.Const); ok && c.Kind == ir.ConstInt && constant {
		list := f.parts(args[0], nil, int64(c.Low))
		if list == nil && private {
			list = bytesOf(int64(c.Low))
		}
		if list != nil {
			base, off := f.place(args[0])
			pattern := 0x0101010101010101 * (with.Low & 0xff)
			for _, p := range list {
				a := code.Access{Off: int32(off + p.off), Size: p.size, Order: f.Accesses.Order(isVolatile(args[3]), false)}
				r := f.constantReg(int64(opt.Extend(pattern, 8*int(p.size))))
				f.transfer(nil, false, private, r, base, a)
			}
			return
		}
	}
	if private {
		f.fillPrivate(args)
		return
	}
	f.add(minst{kind: sys, c: int(code.Memset), args: []int{f.one(args[0]), f.one(args[1]), f.one(args[2])}, imm: f.siteAt(i, f.Accesses.Of(code.Memset, isVolatile(args[3])))})
}

// fillPrivate fills memory that no other thread sees with a byte that is not constant.
func (f *function) fillPrivate(args []ir.Value) {
	c, ok := args[2].(*ir.Const)
	if !ok {
		f.unsupported("a memset of this size")
		return
	}
	base, off := f.place(args[0])
	r := f.one(args[1])
	for k := range int64(c.Low) {
		f.transfer(nil, false, true, r, base, code.Access{Off: int32(off + k), Size: 1})
	}
}
