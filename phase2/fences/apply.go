package fences

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
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
	out := f
	out.Code, out.PosOf = nil, nil
	start := make([]int32, len(f.Code)) // by pc: new target of jumps to it
	emit := func(sites []int32, pos trace.Pos) {
		for _, s := range sites {
			out.Code = append(out.Code, code.Instr{Op: code.FenceOp, Imm: s})
			out.PosOf = append(out.PosOf, pos)
		}
	}
	for pc, in := range f.Code {
		start[pc] = int32(len(out.Code))
		pos := f.PosOf[pc]
		fenced := accesses(in.Op)
		if fenced {
			emit(a.at[place{in.Imm, Before}], pos)
		}
		if in.Op == code.FenceOp && a.gone[in.Imm] {
			in = code.Instr{Op: code.Nop}
		}
		out.Code = append(out.Code, in)
		out.PosOf = append(out.PosOf, pos)
		if fenced {
			emit(a.at[place{in.Imm, After}], pos)
		}
	}
	for pc := range out.Code {
		if in := &out.Code[pc]; in.Op.Jumps() {
			in.Imm = start[in.Imm]
		}
	}
	return out
}
