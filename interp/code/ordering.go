package code

import (
	"slices"

	"fencepost/trace"
)

// An Ordering gives the access of a site other memory orders than the source names. A
// relaxed fence is removed.
type Ordering struct {
	Site        int32
	Order, Fail trace.Order
}

// Reordered returns the program with other memory orders; p itself if list is empty. Sites
// keep their numbers.
func (p *Program) Reordered(list []Ordering) *Program {
	if len(list) == 0 {
		return p
	}
	to := *p
	to.Access, to.Orders = slices.Clone(p.Access), slices.Concat(p.Orders, list)
	gone := map[int32]bool{}
	for _, o := range list {
		to.Access[o.Site].Order, to.Access[o.Site].Fail = o.Order, o.Fail
		gone[o.Site] = o.Order == trace.Relaxed
	}
	to.Funcs = slices.Clone(p.Funcs)
	for i := range to.Funcs {
		f := &to.Funcs[i]
		unfence := func(in Instr) bool { return in.Op == FenceOp && gone[in.Imm] }
		if !slices.ContainsFunc(f.Code, unfence) {
			continue
		}
		f.Code = slices.Clone(f.Code)
		for pc := range f.Code {
			if unfence(f.Code[pc]) {
				f.Code[pc] = Instr{Op: Nop}
			}
		}
	}
	return &to
}
