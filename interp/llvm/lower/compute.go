package lower

import (
	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/opt"
)

// checked32 are the operations on int whose overflow the machine records.
var checked32 = map[string]code.Op{"add": code.AddS32, "sub": code.SubS32, "mul": code.MulS32}

var wides = map[string]code.WideOp{"add": code.WideAdd, "sub": code.WideSub, "mul": code.WideMul, "and": code.WideAnd, "or": code.WideOr, "xor": code.WideXor,
	"sdiv": code.WideDivS, "udiv": code.WideDivU, "srem": code.WideModS, "urem": code.WideModU, "shl": code.WideShl, "lshr": code.WideShrU, "ashr": code.WideShrS,
	"sitofp": code.WideFloatS, "uitofp": code.WideFloatU, "fptosi": code.WideTruncS, "fptoui": code.WideTruncU}

var floats = map[string]code.Op{"fadd": code.AddF, "fsub": code.SubF, "fmul": code.MulF, "fdiv": code.DivF}

// compute compiles arithmetic, comparisons and conversions.
func (f *function) compute(i *ir.Instr) {
	t := i.Args[0].Type()
	bits := int32(8 * t.Size())
	switch i.Op {
	case "fadd", "fsub", "fmul", "fdiv":
		f.set(i, f.op(floats[i.Op], f.one(i.Args[0]), f.one(i.Args[1]), bits))
		return
	case "frem":
		x, y := f.toDouble(i.Args[0]), f.toDouble(i.Args[1])
		f.set(i, f.fromDouble(f.math("fmod", x, y), i.T))
		return
	case "fneg":
		f.set(i, f.op(code.NegF, f.one(i.Args[0]), 0, bits))
		return
	case "fcmp":
		f.compareFloats(i, bits)
		return
	case "icmp":
		f.set(i, f.compare(i))
		return
	}
	if t.Kind == ir.Int && t.Bits > 64 || i.T.Kind == ir.Int && i.T.Bits > 64 {
		f.wide(i)
		return
	}
	switch i.Op {
	case "trunc":
		f.set(i, f.canonical(f.one(i.Args[0]), i.T))
	case "zext":
		f.set(i, f.unsigned(f.one(i.Args[0]), t))
	case "sext":
		r := f.one(i.Args[0])
		if t.Bits == 1 {
			r = f.op(code.Neg, r, 0, 0)
		}
		f.set(i, r)
	case "fptrunc", "fpext":
		f.set(i, f.convert(f.one(i.Args[0]), formatOf(t), formatOf(i.T)))
	case "fptosi", "fptoui":
		to := code.Signed64
		switch {
		case i.Op == "fptoui" && i.T.Bits == 64:
			to = code.Unsigned64
		case i.Op == "fptosi" && i.T.Bits <= 32 || i.T.Bits < 32:
			to = code.Signed32
		}
		f.set(i, f.canonical(f.convert(f.one(i.Args[0]), formatOf(t), to), i.T))
	case "sitofp":
		r := f.one(i.Args[0])
		if t.Bits == 1 {
			r = f.op(code.Neg, r, 0, 0)
		}
		f.set(i, f.convert(r, code.Signed64, formatOf(i.T)))
	case "uitofp":
		f.set(i, f.convert(f.unsigned(f.one(i.Args[0]), t), code.Unsigned64, formatOf(i.T)))
	default:
		f.integers(i)
	}
}

// integers compiles arithmetic of up to 64 bits.
func (f *function) integers(i *ir.Instr) {
	x, y, t := f.one(i.Args[0]), f.one(i.Args[1]), i.T
	bits := int32(t.Bits)
	switch i.Op {
	case "add", "sub", "mul":
		if op, ok := checked32[i.Op]; ok && t.Bits == 32 && i.NoWrap {
			f.set(i, f.op(op, x, y, 0))
			return
		}
		f.set(i, f.canonical(f.op(opt.Binaries[i.Op], x, y, 0), t))
	case "and", "or", "xor":
		f.set(i, f.op(opt.Binaries[i.Op], x, y, 0))
	case "sdiv":
		f.set(i, f.canonical(f.op(code.DivS, x, y, bits), t))
	case "srem":
		f.set(i, f.op(code.ModS, x, y, bits))
	case "udiv", "urem":
		op := map[string]code.Op{"udiv": code.DivU, "urem": code.ModU}[i.Op]
		f.set(i, f.canonical(f.op(op, f.unsigned(x, t), f.unsigned(y, t), 0), t))
	case "shl":
		f.set(i, f.canonical(f.op(code.Shl, x, y, bits), t))
	case "ashr":
		f.set(i, f.op(code.ShrS, x, y, bits))
	case "lshr":
		f.set(i, f.canonical(f.op(code.ShrU, f.unsigned(x, t), y, bits), t))
	default:
		f.unsupported("instruction %s", i.Op)
	}
}

func (f *function) compare(i *ir.Instr) int {
	c := opt.Comparisons[i.Pred]
	x, y := f.one(i.Args[0]), f.one(i.Args[1])
	if c.Swap {
		x, y = y, x
	}
	if t := i.Args[0].Type(); t.Kind == ir.Int && t.Bits > 64 && c.Wide != 0 {
		return f.op(code.Wide, x, y, int32(c.Wide))
	}
	return f.op(c.Op, x, y, 0)
}

// compareFloats compiles fcmp: o... is false, u... is true if an operand is no number.
func (f *function) compareFloats(i *ir.Instr, bits int32) {
	x, y := f.one(i.Args[0]), f.one(i.Args[1])
	op := func(o code.Op, x, y int) int { return f.op(o, x, y, bits) }
	not := func(r int) int { return f.op(code.Not, r, 0, 0) }
	var r int
	switch i.Pred {
	case "oeq":
		r = op(code.EqF, x, y)
	case "une":
		r = op(code.NeF, x, y)
	case "olt":
		r = op(code.LtF, x, y)
	case "ole":
		r = op(code.LeF, x, y)
	case "ogt":
		r = op(code.LtF, y, x)
	case "oge":
		r = op(code.LeF, y, x)
	case "ult":
		r = not(op(code.LeF, y, x))
	case "ule":
		r = not(op(code.LtF, y, x))
	case "ugt":
		r = not(op(code.LeF, x, y))
	case "uge":
		r = not(op(code.LtF, x, y))
	case "one":
		r = f.op(code.Or, op(code.LtF, x, y), op(code.LtF, y, x), 0)
	case "ueq":
		r = not(f.op(code.Or, op(code.LtF, x, y), op(code.LtF, y, x), 0))
	case "ord":
		r = f.op(code.And, op(code.EqF, x, x), op(code.EqF, y, y), 0)
	case "uno":
		r = f.op(code.Or, op(code.NeF, x, x), op(code.NeF, y, y), 0)
	case "true":
		r = f.constantReg(1)
	default:
		r = f.constantReg(0)
	}
	f.set(i, r)
}

// wide compiles arithmetic and conversions of more than 64 bits.
func (f *function) wide(i *ir.Instr) {
	if odd := i.T.Kind == ir.Int && i.T.Bits > 64 && i.T.Bits != 128 || i.Args[0].Type().Kind == ir.Int && i.Args[0].Type().Bits > 64 && i.Args[0].Type().Bits != 128; odd {
		f.unsupported("integers of more than 64 bits that have not 128")
		return
	}
	x := f.one(i.Args[0])
	w := func(o code.WideOp, x, y int) int { return f.op(code.Wide, x, y, int32(o)) }
	switch i.Op {
	case "trunc":
		f.set(i, f.canonical(w(code.WideLow, x, x), i.T))
	case "zext":
		f.set(i, w(code.WideUnsigned, f.unsigned(x, i.Args[0].Type()), x))
	case "sext":
		f.set(i, w(code.WideSigned, x, x))
	case "sitofp", "uitofp":
		f.set(i, f.fromDouble(w(wides[i.Op], x, x), i.T))
	case "fptosi", "fptoui":
		d := f.toDouble(i.Args[0])
		f.set(i, w(wides[i.Op], d, d))
	default:
		o, ok := wides[i.Op]
		if !ok {
			f.unsupported("instruction %s of 128 bits", i.Op)
			return
		}
		y := f.one(i.Args[1])
		if o.Shifts() {
			y = w(code.WideLow, y, y)
		}
		f.set(i, w(o, x, y))
	}
}

func formatOf(t *ir.Type) code.NumberFormat {
	if t.Kind == ir.Float {
		return code.Float32
	}
	return code.Float64
}

func (f *function) convert(r int, from, to code.NumberFormat) int {
	if from == to {
		return r
	}
	return f.op(code.Convert, r, 0, int32(from)<<4|int32(to))
}

func (f *function) toDouble(v ir.Value) int {
	return f.convert(f.one(v), formatOf(v.Type()), code.Float64)
}

func (f *function) fromDouble(r int, t *ir.Type) int { return f.convert(r, code.Float64, formatOf(t)) }

// math calls a function of floating numbers by its name in C.
func (f *function) math(name string, x, y int) int {
	r := f.reg()
	f.add(minst{kind: sys, c: int(code.Math), args: []int{x, y, f.constantReg(int64(code.MathNamed(name)))}, results: []int{r}, imm: f.site(f.at, "", code.Access{}, true)})
	return r
}
