package opt

import (
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
		w.dropFolded()
	}
	return n > 0
}

// dropFolded removes folded instructions by sweep. Otherwise they would be folded again without end.
func (w *work) dropFolded() { w.sweep() }

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
		if len(i.Args) == 1 {
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
	case "icmp":
		x, ok := constant(i.Args[0])
		y, ok2 := constant(i.Args[1])
		if ok && ok2 {
			v := uint64(0)
			if compares(i.Pred, x.Low, y.Low) {
				v = 1
			}
			return number(i.T, v)
		}
	case "add", "sub", "mul", "and", "or", "xor", "shl":
		x, ok := constant(i.Args[0])
		y, ok2 := constant(i.Args[1])
		if ok && ok2 {
			if v, ok := computed(i, x.Low, y.Low); ok {
				return number(i.T, v)
			}
		}
	}
	return nil
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

func compares(pred string, x, y uint64) bool {
	switch pred {
	case "eq":
		return x == y
	case "ne":
		return x != y
	case "ugt":
		return x > y
	case "uge":
		return x >= y
	case "ult":
		return x < y
	case "ule":
		return x <= y
	case "sgt":
		return int64(x) > int64(y)
	case "sge":
		return int64(x) >= int64(y)
	case "slt":
		return int64(x) < int64(y)
	}
	return int64(x) <= int64(y)
}

func computed(i *ir.Instr, x, y uint64) (v uint64, ok bool) {
	switch i.Op {
	case "add":
		return x + y, !i.NoWrap
	case "sub":
		return x - y, !i.NoWrap
	case "mul":
		return x * y, !i.NoWrap
	case "and":
		return x & y, true
	case "or":
		return x | y, true
	case "xor":
		return x ^ y, true
	}
	return x << (y & 63), y < uint64(i.T.Bits)
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
