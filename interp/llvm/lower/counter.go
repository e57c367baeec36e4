package lower

import (
	"strings"

	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/opt"
)

// maxFirst bounds the values that a counter begins with.
const maxFirst = 1 << 30

// counting returns the additions of 1 to counters. A counter is a variable of at least 32 bits. It only
// holds small constants and such sums. So it overflows after 2^30 additions at the earliest.
func counting(vars map[*ir.Instr]*opt.Variable) map[ir.Value]bool {
	all := map[ir.Value]bool{}
	for a, v := range vars {
		if !v.Scalar || v.Leaves {
			continue
		}
		var sums []ir.Value
		counts := true
		for _, s := range v.Stores {
			sum := incremented(s.Args[0], a)
			if sum != nil {
				sums = append(sums, sum)
			}
			counts = counts && (sum != nil || isSmall(s.Args[0]))
		}
		for _, sum := range sums {
			all[sum] = counts
		}
	}
	return all
}

// incremented returns the addition whose result is v, if it adds 1 to variable a; otherwise nil.
func incremented(v ir.Value, a *ir.Instr) *ir.Instr {
	sum, ok := v.(*ir.Instr)
	if ok && sum.Op == "extractvalue" && sum.Indices[0] == 0 {
		sum, ok = sum.Args[0].(*ir.Instr)
	}
	if !ok || sum.Op != "add" && !isCheckedAdd(sum) {
		return nil
	}
	old, isLoad := sum.Args[0].(*ir.Instr)
	one, isConst := sum.Args[1].(*ir.Const)
	if !isLoad || old.Op != "load" || old.Args[0] != ir.Value(a) || old.T.Bits < 32 || !isConst || one.Kind != ir.ConstInt || one.Low != 1 {
		return nil
	}
	return sum
}

func isCheckedAdd(i *ir.Instr) bool {
	g := opt.Callee(i)
	return g != nil && strings.HasPrefix(g.Name, "llvm.sadd.with.overflow.")
}

func isSmall(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && (c.Kind == ir.ConstNull || c.Kind == ir.ConstInt && c.Low <= maxFirst)
}

// isLate reports whether a branch is on the overflow of a counter.
func (f *function) isLate(condition ir.Value) bool {
	i, ok := condition.(*ir.Instr)
	switch {
	case !ok:
		return false
	case i.Op == "extractvalue":
		return i.Indices[0] == 1 && f.counts[i.Args[0]]
	case i.Op == "icmp" && i.Pred == "ult" && f.counts[i.Args[0]]:
		return i.Args[0].(*ir.Instr).Args[0] == i.Args[1]
	}
	return false
}
