package rewrite

import (
	"fencepost/interp/code"
)

// A step is an instruction that other threads may notice, or that decides which instruction comes
// next.
type step struct {
	op     code.Op
	target int         // of a jump: a step; of a call: a function
	access code.Access // of an access or fence
	lib    uint8
}

// SameShape reports whether two programs perform the same visible operations in the same order under
// the same control. It ignores what they do with registers between.
func SameShape(a, b *code.Program) bool { return sitesIn(a, b) != nil }

// sitesIn returns, for each site of a, the corresponding site of b, or nil if the programs differ in
// shape.
func sitesIn(a, b *code.Program) map[int32]int32 {
	if len(a.Funcs) != len(b.Funcs) {
		return nil
	}
	sites := map[int32]int32{}
	for i := range a.Funcs {
		x, inA := shape(a, &a.Funcs[i])
		y, inB := shape(b, &b.Funcs[i])
		if len(x) != len(y) {
			return nil
		}
		for k := range x {
			if x[k] != y[k] {
				return nil
			}
			if inA[k] >= 0 {
				sites[inA[k]] = inB[k]
			}
		}
	}
	return sites
}

// shape returns the steps of a function and the site of each, -1 if it has none.
func shape(p *code.Program, f *code.Func) (steps []step, sites []int32) {
	index := make([]int, len(f.Code)+1) // by pc: steps before it
	for pc, in := range f.Code {
		index[pc] = len(steps)
		s, site := step{op: in.Op}, int32(-1)
		switch in.Op {
		case code.Load, code.Store, code.RMW, code.CAS, code.DCAS, code.FenceOp:
			site = in.Imm
			s.access = p.Access[site]
			s.access.Fetch = false // only selects the value left in a register
			if s.access.Kernel == code.Around {
				continue // part of its RMW
			}
			s.access.Kernel = code.NoKernel
			s.access.Copy = false // only decides whether never-written bytes are copied silently
		case code.Call:
			s.target = int(in.Imm)
		case code.Sys:
			s.lib = in.C
		case code.Loop, code.CallR, code.Ret, code.RetV, code.Assert, code.Trap, code.LoadP, code.StoreP:
		default:
			if !in.Op.Jumps() {
				continue
			}
			s.target = int(in.Imm)
		}
		steps, sites = append(steps, s), append(sites, site)
	}
	index[len(f.Code)] = len(steps)
	for i := range steps {
		if s := &steps[i]; s.op.Jumps() {
			s.target = index[s.target]
		}
	}
	return steps, sites
}
