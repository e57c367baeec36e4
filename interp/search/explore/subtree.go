package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
)

// The search is a tree. A node is an execution that is run, and its children are the branches that
// the run pushes. They are the same in each run. So the rest of a search is described by the way
// to the next node, and by the branches of every node on the way that are not followed yet. To
// continue from there, perhaps in another process, the executions on the way are run once more.

// A Subtree is a part of the search. The zero Subtree is the whole search. It is plain data that
// can be sent as JSON.
type Subtree struct {
	// Way leads from the root to the node at which the part begins.
	Way []Branch `json:"way"`
	// Levels is the number of levels of the tree in the part, including the node's own; 0: all.
	Levels int `json:"levels,omitempty"`
	Anew
}

// Anew lists the reasons for which a search began anew. The zero value is a search that did not.
type Anew struct {
	// Refuted: Symmetry and Barriers do not hold, and are off.
	Refuted bool `json:"apart,omitempty"`
	// Endless: a loop may continue for ever. Options.UnrollEndless bounds such loops.
	Endless bool `json:"endless,omitempty"`
	// Observed: a thread observed an iteration that another undid. Threads run ahead: see undo.go.
	Observed bool `json:"observed,omitempty"`
	// Coherence: the program depends on co. ReadsFrom is off.
	Coherence bool `json:"coherence,omitempty"`
	// Long: executions are too long for ReadsFrom. The search branches on co, and Commuting
	// still holds.
	Long bool `json:"long,omitempty"`
	// Asymmetric: a search without Symmetry takes less work. Symmetry is off.
	Asymmetric bool `json:"asymmetric,omitempty"`
	// Apart: threads whose arguments select slots are told apart.
	Apart bool `json:"slots,omitempty"`
	// Several: an execution has several co. The search does not branch on co.
	Several bool `json:"several,omitempty"`
	// Recycled: threads tell apart blocks that may have one address. Allocations take freed blocks.
	Recycled bool `json:"recycled,omitempty"`
	// Doubts: some operations turned out not to commute. Locations have fewer parts.
	Doubts []Doubt `json:"doubts,omitempty"`
	// Units: accesses of different sizes race. The search branches on co.
	Units []vm.Unit `json:"units,omitempty"`
}

// apply changes the options of a search to those with which it began anew.
func (a Anew) apply(o *Options) {
	if a.Refuted {
		o.Symmetry, o.Barriers = false, false
	}
	o.endless, o.observed, o.recycled = o.endless || a.Endless, o.observed || a.Observed, o.recycled || a.Recycled
	if o.ReadsFrom = o.ReadsFrom && !a.Coherence; len(a.Units) > 0 {
		o.Machine.Units = a.Units
	}
	o.Symmetry = o.Symmetry && !a.Asymmetric
	o.long, o.apart, o.several, o.doubts = o.long || a.Long, o.apart || a.Apart, o.several || a.Several, a.Doubts
}

// A Branch is a step on the way, by the numbers of a node's branches. The way follows branch Taken.
// The branches from From up to Taken belong to the part as well.
type Branch struct {
	From  int32 `json:"from"`
	Taken int32 `json:"taken"`
}

// maxLevels bounds the levels of the tree that Subtrees runs.
const maxLevels = 64

// Subtrees divides the search into disjoint parts that together are the whole search: the first
// levels of the tree, and each subtree below them. It takes so many levels that there are at least
// n parts, if the first maxLevels levels have them. It runs each execution of these levels, again
// for each further level. The error is that of Run.
func Subtrees(ctx context.Context, p *code.Program, m *axiom.Model, o Options, n int) ([]Subtree, error) {
	if o.Every != nil {
		o.Reductions = Reductions{ReadsFrom: o.ReadsFrom}
	}
	o = o.unchecked()
	o.Each, o.Every, o.Progress = nil, nil, nil // Outcome may tell threads apart: see slots.go
	var anew Anew
	for levels := 1; ; levels++ {
		var below []Subtree
		x := newSubtreeExplorer(ctx, p, m, o, anew)
		x.spine.bound(levels, func(way []Branch) { below = append(below, Subtree{Way: way, Anew: anew}) })
		x.guarded(func() {
			if x.lead(nil) {
				x.explore()
			}
		})
		var met *AnewError
		if err := x.failed(m, o); errors.As(err, &met) {
			anew, levels = met.anew, 0
			continue
		} else if err != nil {
			return nil, err
		}
		if len(below)+1 >= n || levels == maxLevels || len(below) == 0 {
			return append([]Subtree{{Levels: levels, Anew: anew}}, below...), nil
		}
	}
}

// child returns the way to child k of the node at the end of a way, without the other branches.
func child(way []Branch, k int32) []Branch {
	out := make([]Branch, 0, len(way)+1)
	for _, b := range way {
		out = append(out, Branch{b.Taken, b.Taken})
	}
	return append(out, Branch{k, k})
}

// RunSubtree explores a part of the search until it is complete or enough returns true. It calls
// enough after every few executions, unless s.Levels is set. rest is the unexplored rest of s in
// at most pieces parts; the parts nearest to the root, which are probably the largest, come first.
// The error is that of Run or of ctx, an *AnewError, or an error if s is no subtree of this search.
func RunSubtree(ctx context.Context, p *code.Program, m *axiom.Model, o Options, s Subtree, enough func() bool) (part *Part, rest []Subtree, err error) {
	if err := m.Exact(); err != nil {
		return nil, nil, err
	}
	x := newSubtreeExplorer(ctx, p, m, o, s.Anew)
	if s.Levels == 0 {
		x.spine.enough = enough
	}
	x.guarded(func() {
		if s.Levels > 0 {
			x.spine.bound(len(s.Way)+s.Levels, nil)
		}
		if x.lead(s.Way) {
			x.branch(x.frames[len(x.frames)-1])
			x.explore()
		}
	})
	if err := x.failed(m, o); err != nil {
		return nil, nil, err
	}
	rest = x.spine.rest(x)
	for i := range rest {
		rest[i].Anew = s.Anew
	}
	return x.tally.part(x.pool.races), rest, nil
}

// newSubtreeExplorer returns an explorer with a pool of its own that records its way.
func newSubtreeExplorer(ctx context.Context, p *code.Program, m *axiom.Model, o Options, anew Anew) *explorer {
	o.Workers, o.MaxExecutions = 1, 0
	anew = o.tried(ctx, p, m, anew)
	anew.apply(&o)
	x := newExplorer(ctx, p, m, o, newPool(p, o, m))
	x.spine = &spine{anew: anew, enough: func() bool { return false }}
	return x
}

// failed returns an error if the results of x are void, otherwise nil. m and o are the model and
// the options of the whole search.
func (x *explorer) failed(m *axiom.Model, o Options) error {
	anew, pool := x.spine.anew, x.pool
	anew.apply(&o)
	if x.err == nil && (pool.doubts.Load() != nil || pool.units.Load() != nil || pool.several.Load() || pool.coherent.Load() && pool.commuting) {
		var err error
		if pool, err = o.alone(x.ctx, x.prog, m); err != nil {
			return err
		}
	}
	switch {
	case x.err != nil:
		return x.err
	case pool.twinned.Load():
		o.Classes = false // which way is taken does not depend on whether the search is in parts
		t := newTwins(x.prog, m, o)
		way, _, err := t.choose(x.ctx, 0)
		if err != nil || x.ctx.Err() != nil {
			return cmp.Or(err, x.ctx.Err())
		}
		if t.apart() {
			anew.Apart = true
		} else {
			anew.Coherence, anew.Asymmetric = way == 0, way == 1
		}
		return &AnewError{anew}
	case pool.void():
		anew = pool.reasons(anew)
		anew.Coherence = anew.Coherence && !pool.apart.Load() // perhaps it was for the sake of these threads
		return &AnewError{anew}
	}
	return x.ctx.Err()
}

// reasons adds to a the reasons to begin anew that the search has met. It leaves out twins.
func (p *pool) reasons(a Anew) Anew {
	if d := p.doubts.Load(); d != nil {
		a.Doubts = append(slices.Clip(a.Doubts), *d...)
	}
	if u := p.units.Load(); u != nil {
		a.Units = *u
	}
	a.Refuted, a.Endless = a.Refuted || p.refuted.Load(), a.Endless || p.endless.Load()
	a.Observed, a.Recycled = a.Observed || p.observed.Load(), a.Recycled || p.recycled()
	a.Coherence, a.Long = a.Coherence || p.coherent.Load(), a.Long || p.long.Load()
	a.Several, a.Apart = a.Several || p.several.Load(), a.Apart || p.apart.Load()
	return a
}

// alone returns the pool of a search by one worker, which ends where the search has to begin anew: of
// the parts of a search, and of its workers, each may meet another reason first.
func (o Options) alone(ctx context.Context, p *code.Program, m *axiom.Model) (*pool, error) {
	o = o.unchecked()
	o.Outcome, o.Each, o.Progress, o.Anew, o.Machine.Coverage = nil, nil, nil, nil, nil
	o.Workers = 1
	l := newPool(p, o, m)
	if _, err := l.run(ctx, p, 0); err != nil {
		return nil, err
	}
	return l, ctx.Err()
}

// An AnewError reports that the search has to begin anew: a reduction does not hold in the program,
// or a loop may continue for ever, and the first executions did not show it. All results of all
// parts are void then, and the parts of Whole replace them.
type AnewError struct{ anew Anew }

// Whole returns the whole search that begins anew.
func (e *AnewError) Whole() Subtree { return Subtree{Anew: e.anew} }

func (e *AnewError) Error() string {
	switch {
	case e.anew.Endless:
		return "a loop may go on for ever: a search in parts needs --unroll"
	case len(e.anew.Doubts) > 0:
		return "the order of operations that commute matters: a search in parts needs --no-commuting"
	case len(e.anew.Units) > 0:
		return "accesses of different sizes race, which the first executions do not show: explore the program in one piece"
	case e.anew.Apart && !e.anew.Coherence:
		return "what the slots of threads that do the same hold matters: a search in parts needs --no-symmetry"
	case e.anew.Asymmetric:
		return "threads that do the same take longer by symmetry: a search in parts needs --no-symmetry"
	case e.anew.Coherence || e.anew.Long || e.anew.Several:
		return "what the program does depends on coherence order: a search in parts needs --count co"
	case e.anew.Recycled && !e.anew.Refuted:
		return "blocks that may have one address are told apart: a search in parts needs --reuse always"
	}
	return "threads that do the same are told apart, or share a barrier with others: a search in parts needs --no-symmetry and --no-barriers"
}

// tried runs the first execution of the program, and adds to anew the reasons to begin anew that it
// shows.
func (o Options) tried(ctx context.Context, p *code.Program, m *axiom.Model, anew Anew) Anew {
	first := o.unchecked()
	anew.apply(&first)
	first.Outcome, first.Each, first.Progress, first.Machine.Coverage = nil, nil, nil, nil
	l := newPool(p, first, m)
	if !l.symmetry && !l.barriers && !l.rf && !l.watches && first.UnrollEndless == 0 {
		return anew
	}
	x := newExplorer(ctx, p, m, first, l)
	x.guarded(func() {
		if f := x.newFrame(); x.apply(f, item{kind: begin, event: -1}) {
			x.run()
		}
	})
	if l.twinned.Load() || l.doubts.Load() != nil || l.units.Load() != nil {
		return anew // a choice of options that takes a search of its own
	}
	return l.reasons(anew)
}

// errNoSubtree reports a way that leads to no node.
var errNoSubtree = errors.New("the subtree is none of this search")

// lead runs the executions on a way without counting them. The branch to the end of the way is then
// the next that the explorer follows. It reports whether the way exists; if not, or after an error,
// it sets x.err unless ctx has ended.
func (x *explorer) lead(way []Branch) bool {
	shown := x.pool.o
	defer func() { x.pool.o = shown }()
	x.pool.o.Outcome, x.pool.o.Each, x.pool.o.Check, x.pool.o.Every, x.pool.o.Progress = nil, nil, nil, nil, nil
	x.newFrame()
	x.push(item{kind: begin, event: -1})
	x.spine.levels = append(x.spine.levels, level{weight: rootWeight})
	for _, b := range way {
		grown := x.branch(x.frames[len(x.frames)-1])
		if x.tally.reset(); x.err != nil || x.ctx.Err() != nil {
			return false
		}
		if !grown || !x.spine.narrow(x, b) {
			x.err = errNoSubtree
			return false
		}
	}
	return true
}

// A spine is the way to the current node.
type spine struct {
	anew   Anew
	levels []level // the first has the branch to the root
	enough func() bool
	nodes  int                // executions run, for askEvery
	limit  int                // levels of the tree to explore; 0: all
	below  func(way []Branch) // if not nil, called with the way to each node directly below limit
}

// A level is a node on the way.
type level struct {
	frame, base int    // the node's branches are items[base:] of this frame
	from, taken int32  // numbers of the first branch in items, and of the branch followed last
	weight      uint64 // see rootWeight
}

// rootWeight is the weight of the root. Weights decide whether parts are a whole search, with each
// execution once. The weight of a branch is a hash of its node's weight and its number. The
// execution of a node has the weight of the node minus the weights of its branches, modulo 2^64.
// So the weights of all executions add up to allWeight, and hardly any other selection does.
const rootWeight = 1

// allWeight is the sum of the weights of all executions of a search.
var allWeight = branchWeight(rootWeight, 0)

// branchWeight returns the weight of branch k of a node.
func branchWeight(node uint64, k int32) uint64 {
	w := node + (uint64(k)+1)*0x9e3779b97f4a7c15
	w = (w ^ w>>30) * 0xbf58476d1ce4e5b9
	w = (w ^ w>>27) * 0x94d049bb133111eb
	return w ^ w>>31
}

// own returns the weight of the current node's execution.
func (s *spine) own(x *explorer) uint64 {
	node := s.levels[len(s.levels)-1].weight
	own := node
	for k := range s.children(x) {
		own -= branchWeight(node, k)
	}
	return own
}

// askEvery is the number of executions between two calls of enough.
const askEvery = 16

// full reports whether enough ends the search.
func (s *spine) full() bool {
	s.nodes++
	return s.nodes%askEvery == 0 && s.enough()
}

// take notes that the explorer follows item n of a frame, and returns the weight of that branch.
// It removes the levels below the branch's node.
func (s *spine) take(frame, n int) uint64 {
	k := len(s.levels) - 1
	for s.levels[k].frame > frame || s.levels[k].frame == frame && s.levels[k].base > n {
		k--
	}
	s.levels = s.levels[:k+1]
	l := &s.levels[k]
	l.taken = l.from + int32(n-l.base)
	return branchWeight(l.weight, l.taken)
}

// grow adds a node to the way. Its branches will be the items of a frame from item n on.
func (s *spine) grow(frame, n int, weight uint64) {
	s.levels = append(s.levels, level{frame: frame, base: n, weight: weight})
}

// bound sets limit and below.
func (s *spine) bound(n int, below func(way []Branch)) { s.limit, s.below = n, below }

// prune drops the branches of the current node if they are below the limit.
func (s *spine) prune(x *explorer) {
	if s.limit == 0 || len(s.levels) <= s.limit {
		return
	}
	n := s.children(x)
	last := len(s.levels) - 1
	if s.below != nil {
		way := wayAlong(s.levels[1:last])
		for k := range n {
			s.below(child(way, k))
		}
	}
	l := &s.levels[last]
	f := x.frames[l.frame]
	f.items = f.items[:l.base]
}

// wayAlong returns the way that levels describe.
func wayAlong(levels []level) (way []Branch) {
	for _, l := range levels {
		way = append(way, Branch{l.from, l.taken})
	}
	return way
}

// children returns the number of branches of the current node.
func (s *spine) children(x *explorer) int32 {
	l := &s.levels[len(s.levels)-1]
	return int32(len(x.frames[l.frame].items) - l.base)
}

// narrow removes the branches of the current node that are not in b. It reports false if the node
// lacks branches of b.
func (s *spine) narrow(x *explorer, b Branch) bool {
	if b.From < 0 || b.From > b.Taken || b.Taken >= s.children(x) {
		return false
	}
	l := &s.levels[len(s.levels)-1]
	f := x.frames[l.frame]
	list := f.items[l.base:]
	f.items = append(f.items[:l.base], list[b.From:b.Taken+1]...)
	l.from = b.From
	return true
}

// pieces bounds the parts of the rest of a search.
const pieces = 16

// rest returns the unexplored rest in at most pieces parts: the branches nearest to the root one by
// one, and all others in one part.
func (s *spine) rest(x *explorer) (list []Subtree) {
	frame := len(x.frames) - 1
	for frame >= 0 && len(x.frames[frame].items) == 0 {
		frame--
	}
	if frame < 0 {
		return nil
	}
	s.take(frame, len(x.frames[frame].items)-1)
	way := wayAlong(s.levels[1:])
	for k := range way {
		for b := &way[k]; b.From < b.Taken && len(list) < pieces-1; b.From++ {
			list = append(list, Subtree{Way: child(way[:k], b.From)})
		}
	}
	return append(list, Subtree{Way: way})
}
