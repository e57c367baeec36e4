package opt

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/llvm/ir"
)

// fold replaces instructions with constant values by constants, and copies by their operands.
func (w *work) fold() bool {
	n := 0
	for _, b := range w.f.Blocks {
		for _, i := range b.Code {
			for k, a := range i.Args {
				i.Args[k] = w.value(a)
			}
			if v := folded(i); v != nil && v != ir.Value(i) {
				w.repl[i] = v
				n++
			}
		}
	}
	w.rewrite()
	if n > 0 {
		w.sweep() // otherwise folded instructions would be folded again without end
	}
	return n > 0
}

func constant(v ir.Value) (*ir.Const, bool) {
	c, ok := v.(*ir.Const)
	if !ok || c.T.Kind != ir.Int || c.T.Bits > 64 {
		return nil, false
	}
	if c.Kind == ir.ConstNull {
		return number(c.T, 0), true
	}
	return c, c.Kind == ir.ConstInt
}

// folded returns a value that is the result of an instruction, or nil.
func folded(i *ir.Instr) ir.Value {
	switch i.Op {
	case "phi":
		var one ir.Value
		for _, a := range i.Args {
			if a == ir.Value(i) || same(one, a) {
				continue
			}
			if one != nil {
				return nil
			}
			one = a
		}
		return one
	case "select":
		if c, ok := constant(i.Args[0]); ok {
			return i.Args[2-c.Low&1]
		}
	case "freeze":
		if c, ok := constant(i.Args[0]); ok {
			return c
		}
	case "bitcast":
		if i.Args[0].Type().Kind == i.T.Kind && i.T.Kind != ir.Vector {
			return i.Args[0]
		}
	case "getelementptr":
		if len(i.Args) == 1 || alloca(i.Args[0]) != nil && !slices.ContainsFunc(i.Args[1:], isNotZero) {
			return i.Args[0]
		}
	case "extractvalue":
		return extracted(i)
	case "trunc", "zext", "sext":
		c, ok := constant(i.Args[0])
		if !ok || i.T.Kind != ir.Int || i.T.Bits > 64 {
			return nil
		}
		v := c.Low
		if from := c.T.Bits; i.Op == "zext" && from < 64 {
			v &= 1<<from - 1
		} else if i.Op == "sext" && from == 1 {
			v = -v
		}
		return number(i.T, v)
	case "icmp", "add", "sub", "mul", "and", "or", "xor", "shl":
		x, ok := constant(i.Args[0])
		y, ok2 := constant(i.Args[1])
		if ok && ok2 {
			if v, ok := computed(i, x.Low, y.Low); ok {
				return number(i.T, v)
			}
		}
		if i.Op == "and" && (ok && x.Low == 0 || ok2 && y.Low == 0) {
			return number(i.T, 0)
		}
	}
	return nil
}

func isNotZero(v ir.Value) bool {
	c, ok := constant(v)
	return !ok || c.Low != 0
}

// same reports whether two values are one.
func same(a, b ir.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ir.Const)
	y, ok2 := b.(*ir.Const)
	return ok && ok2 && x.T == y.T && x.Kind == ir.ConstInt && y.Kind == ir.ConstInt && sameNumber(x, y)
}

// sameNumber reports whether two integers of a type are one number.
func sameNumber(x, y *ir.Const) bool { return x.Low == y.Low && (x.T.Bits <= 64 || x.High == y.High) }

// A Comparison is what icmp does.
type Comparison struct {
	Op, Jump code.Op
	Wide     code.WideOp // on 128 bits; 0 for equality
	Swap     bool        // the operands change places
}

// Comparisons are the operations of icmp, by predicate.
var Comparisons = map[string]Comparison{
	"eq": {code.Eq, code.JEq, 0, false}, "ne": {code.Ne, code.JNe, 0, false},
	"slt": {code.LtS, code.JLtS, code.WideLtS, false}, "sle": {code.LeS, code.JLeS, code.WideLeS, false},
	"sgt": {code.LtS, code.JLtS, code.WideLtS, true}, "sge": {code.LeS, code.JLeS, code.WideLeS, true},
	"ult": {code.LtU, code.JLtU, code.WideLtU, false}, "ule": {code.LeU, code.JLeU, code.WideLeU, false},
	"ugt": {code.LtU, code.JLtU, code.WideLtU, true}, "uge": {code.LeU, code.JLeU, code.WideLeU, true},
}

// Binaries are operations of two numbers whose lower bits depend only on the operands' lower bits.
var Binaries = map[string]code.Op{"add": code.Add, "sub": code.Sub, "mul": code.Mul, "and": code.And, "or": code.Or, "xor": code.Xor}

// compared computes icmp.
func compared(i *ir.Instr, x, y uint64) (v uint64, ok bool) {
	c := Comparisons[i.Pred]
	if c.Swap {
		x, y = y, x
	}
	z, ok := code.Eval(c.Op, int64(x), int64(y))
	return uint64(z), ok
}

// computed computes an instruction of two constants.
func computed(i *ir.Instr, x, y uint64) (v uint64, ok bool) {
	switch i.Op {
	case "icmp":
		return compared(i, x, y)
	case "shl":
		return x << (y & 63), y < uint64(i.T.Bits)
	case "add", "sub", "mul":
		if i.NoWrap {
			return 0, false
		}
	}
	z, ok := code.Eval(Binaries[i.Op], int64(x), int64(y))
	return uint64(z), ok
}

// extracted finds the value that was inserted at the place from which an extractvalue takes its
// result.
func extracted(i *ir.Instr) ir.Value {
	v := i.Args[0]
	for {
		switch x := v.(type) {
		case *ir.Const:
			if x.Kind == ir.ConstAggregate && len(i.Indices) == 1 {
				return x.Elems[i.Indices[0]]
			}
			return nil
		case *ir.Instr:
			if x.Op != "insertvalue" {
				return nil
			}
			n := min(len(x.Indices), len(i.Indices))
			equal := true
			for k := range n {
				equal = equal && x.Indices[k] == i.Indices[k]
			}
			switch {
			case equal && len(x.Indices) == len(i.Indices):
				return x.Args[1]
			case equal:
				return nil
			}
			v = x.Args[0]
		default:
			return nil
		}
	}
}
