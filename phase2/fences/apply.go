package fences

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Apply returns the program with the fences of a placement; it returns p itself if the
// placement changes nothing. The sites of p keep their numbers. Each added fence is a new
// site at the position of its site. A removed fence leaves an instruction that does
// nothing.
func Apply(p *code.Program, pl Placement) *code.Program {
	if len(pl.Add) == 0 && len(pl.Remove) == 0 {
		return p
	}
	a := applier{
		from: p,
		to:   *p,
		at:   map[place][]int32{},
		gone: map[int32]bool{},
	}
	a.to.Sites = slices.Clip(slices.Clone(p.Sites))
	a.to.Access = slices.Clip(slices.Clone(p.Access))
	for _, f := range slices.SortedFunc(slices.Values(pl.Add), compareFences) {
		a.addSite(f)
	}
	for _, s := range pl.Remove {
		a.gone[s] = true
	}
	a.to.Funcs = make([]code.Func, len(p.Funcs))
	for i := range p.Funcs {
		a.to.Funcs[i] = a.function(p.Funcs[i])
	}
	return &a.to
}

// A place is a position of fences relative to a site.
type place struct {
	site int32
	side Side
}

// An applier makes a program with other fences.
type applier struct {
	from *code.Program
	to   code.Program
	at   map[place][]int32 // sites of the fences at each place
	gone map[int32]bool
}

// addSite adds the site of a fence.
func (a *applier) addSite(f Fence) {
	s := a.from.Sites[f.Site]
	n := 1
	for i := range a.to.Sites {
		if a.to.Sites[i].Pos == s.Pos {
			n = max(n, a.to.Sites[i].N+1)
		}
	}
	where := place{f.Site, f.Side}
	a.at[where] = append(a.at[where], int32(len(a.to.Sites)))
	text, access := call(f.Kind), code.Access{Fence: f.Kind}
	if f.Kind == trace.NoFence {
		text, access = "atomic_thread_fence", code.Access{Order: trace.Relaxed}
	}
	a.to.Sites = append(a.to.Sites, trace.Site{Pos: s.Pos, N: n, Text: text, Func: s.Func})
	a.to.Access = append(a.to.Access, access)
}

// function returns f with its fences. A jump to an access leads to the fences before it; a
// jump past an access leads past the fences after it.
func (a *applier) function(f code.Func) code.Func {
	fences := func(site int32, side Side) []code.Instr {
		return lists.Map(a.at[place{site, side}], func(s int32) code.Instr { return code.Instr{Op: code.FenceOp, Imm: s} })
	}
	return f.Edited(func(pc int) []code.Instr {
		switch in := f.Code[pc]; {
		case in.Op == code.FenceOp && a.gone[in.Imm]:
			return []code.Instr{{Op: code.Nop}}
		case accesses(in.Op):
			return slices.Concat(fences(in.Imm, Before), []code.Instr{in}, fences(in.Imm, After))
		default:
			return []code.Instr{in}
		}
	})
}
