package explore

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"fencepost/interp/code"
	"fencepost/models/axiom"
)

// The search is a tree: a node is an execution that is run, and its children are the
// branches that running it pushes, which are the same whoever runs it. So what of the
// search is left at any time is told by the way to the node that comes next, and of
// every node on the way by which of its branches are still to be followed. To go on from
// there, in another process too, the executions on the way are run once more.

// A Subtree is a part of the search. The zero Subtree is all of it. It is plain data,
// to be sent as JSON.
type Subtree struct {
	// Way leads from the root to the node at which the part begins.
	Way []Branch `json:"way"`
	// Levels is how many levels of the tree the part has, with the node's own; 0: all.
	Levels int `json:"levels,omitempty"`
	Anew
}

// Anew says in which way a search began anew.
type Anew struct {
	// Apart: without the reductions that the program turned out to break.
	Apart bool `json:"apart,omitempty"`
	// Endless: with a bound on loops, as one may go on for ever.
	Endless bool `json:"endless,omitempty"`
	// Coherence: with co branched on.
	Coherence bool `json:"coherence,omitempty"`
	// Long: with co branched on, but for operations that commute.
	Long bool `json:"long,omitempty"`
	// Asymmetric: without symmetry, as that takes less.
	Asymmetric bool `json:"asymmetric,omitempty"`
	// Doubts: with fewer parts of locations.
	Doubts []Doubt `json:"doubts,omitempty"`
}

// apply makes of the options of a search those with which it began anew.
func (a Anew) apply(o *Options) {
	if a.Apart {
		o.Symmetry, o.Barriers = false, false
	}
	o.endless = o.endless || a.Endless
	o.ReadsFrom = o.ReadsFrom && !a.Coherence
	o.Symmetry = o.Symmetry && !a.Asymmetric
	o.long, o.doubts = o.long || a.Long, a.Doubts
}

// A Branch is a step on the way: branch Taken of the node is followed, and the branches
// from From up to it belong to the part, too.
type Branch struct {
	From  int32 `json:"from"`
	Taken int32 `json:"taken"`
}

// maxLevels is how many levels of the search Subtrees looks at.
const maxLevels = 64

// Subtrees divides the search into disjoint parts which are all of it, at least n of
// them if the search has so many executions and is not narrower than that for long: the
// first levels of the tree, and each subtree below them. It runs about as many
// executions. The error is that of Run.
func Subtrees(ctx context.Context, p *code.Program, m *axiom.Model, o Options, n int) ([]Subtree, error) {
	if o.Every != nil {
		o.Reductions = Reductions{}
	}
	o.Commuting = o.Commuting && o.Check == nil
	o.Outcome, o.Each, o.Check, o.Every, o.Progress = nil, nil, nil, nil, nil
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

// child returns the way to a child of the node at the end of a way.
func child(way []Branch, k int32) []Branch {
	out := make([]Branch, 0, len(way)+1)
	for _, b := range way {
		out = append(out, Branch{b.Taken, b.Taken})
	}
	return append(out, Branch{k, k})
}

// RunSubtree explores a part of the search until it is through, or enough says so, which
// is asked now and then, but not of first levels alone; rest is then what is left, in a few parts, the largest first as
// far as that is known. The error is that of Run, or that of ctx, or an *AnewError, or says
// that the subtree is none of this search.
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

// newSubtreeExplorer returns an explorer that works by itself and remembers its way.
func newSubtreeExplorer(ctx context.Context, p *code.Program, m *axiom.Model, o Options, anew Anew) *explorer {
	o.Workers, o.MaxExecutions = 1, 0
	anew.apply(&o)
	o = o.tried(ctx, p, m)
	x := newExplorer(ctx, p, m, o, newPool(p, o, m))
	x.spine = &spine{anew: anew, enough: func() bool { return false }}
	return x
}

// failed returns why the work of x under a model, with options of a whole search, counts for
// nothing; nil if it counts.
func (x *explorer) failed(m *axiom.Model, o Options) error {
	anew, pool := x.spine.anew, x.pool
	anew.apply(&o)
	switch {
	case x.err != nil:
		return x.err
	case pool.twinned.Load():
		way, _, err := newTwins(x.prog, m, o).choose(x.ctx, 0)
		if err != nil || x.ctx.Err() != nil {
			return cmp.Or(err, x.ctx.Err())
		}
		anew.Coherence, anew.Asymmetric = way == 0, way == 1
		return &AnewError{anew}
	case pool.doubt.Load() != nil:
		d, err := o.doubt(x.ctx, x.prog, m)
		if err != nil {
			return err
		}
		anew.Doubts = append(slices.Clip(anew.Doubts), d)
		return &AnewError{anew}
	case pool.apart.Load() || pool.endless.Load() || pool.coherent.Load() || pool.long.Load():
		anew.Long = anew.Long || pool.long.Load()
		anew.Apart, anew.Endless, anew.Coherence = anew.Apart || pool.apart.Load(), anew.Endless || pool.endless.Load(), anew.Coherence || pool.coherent.Load()
		return &AnewError{anew}
	}
	return x.ctx.Err()
}

// An AnewError says that a reduction does not hold in the program, or that a loop may go
// on for ever, which its first executions do not show. A whole search begins anew then; of
// one in parts all that was found counts for nothing, and the parts are those of Whole.
type AnewError struct{ anew Anew }

// Whole returns the search that begins anew.
func (e *AnewError) Whole() Subtree { return Subtree{Anew: e.anew} }

func (e *AnewError) Error() string {
	switch {
	case e.anew.Endless:
		return "a loop may go on for ever: a search in parts needs --unroll"
	case len(e.anew.Doubts) > 0:
		return "the order of operations that commute matters: a search in parts needs --no-commuting"
	case e.anew.Asymmetric:
		return "threads that do the same take longer by symmetry: a search in parts needs --no-symmetry"
	case e.anew.Coherence || e.anew.Long:
		return "what the program does depends on coherence order: a search in parts needs --count co"
	}
	return "threads that do the same are told apart, or share a barrier with others: a search in parts needs --no-symmetry and --no-barriers"
}

// tried returns the options of the search that begins anew if the first execution of the
// program asks for that.
func (o Options) tried(ctx context.Context, p *code.Program, m *axiom.Model) Options {
	first := o
	first.Commuting = o.Commuting && o.Check == nil
	first.Outcome, first.Each, first.Check, first.Progress, first.Machine.Coverage = nil, nil, nil, nil, nil
	l := newPool(p, first, m)
	if !l.symmetry && !l.barriers && !l.rf && o.UnrollEndless == 0 {
		return o
	}
	x := newExplorer(ctx, p, m, first, l)
	x.guarded(func() {
		if f := x.newFrame(); x.apply(f, item{kind: begin, event: -1}) {
			x.run()
		}
	})
	if l.twinned.Load() || l.doubt.Load() != nil {
		return o // what then holds is found out once
	}
	l.anew(&o)
	return o
}

// errNoSubtree says that a way leads to no node.
var errNoSubtree = errors.New("the subtree is none of this search")

// lead runs the executions on a way, without counting them, up to the branch that leads
// to its end, which is then the next to be followed. It reports whether it got there.
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

// A spine is the way to the node that is run.
type spine struct {
	anew   Anew
	levels []level // the first holds the branch to the root
	enough func() bool
	nodes  int
	limit  int                // levels of the tree that are explored; 0: all
	below  func(way []Branch) // is told the way to each node right below them; or nil
}

// A level is a node on the way: its branches begin at an index of the items of a frame,
// with that of number from.
type level struct {
	frame, base int
	from, taken int32
	weight      uint64
}

// Parts that are all of a search, each of it once, are told by their weights: the root has
// one, each branch of a node one that is made of that of the node and the branch's number,
// and of the weight of a node its executions have what its branches leave, modulo 2^64. So
// all executions together have that of the root, and hardly any others do.
const rootWeight = 1

// allWeight is the weight of all of a search.
var allWeight = branchWeight(rootWeight, 0)

// branchWeight returns the weight of branch k of a node.
func branchWeight(node uint64, k int32) uint64 {
	w := node + (uint64(k)+1)*0x9e3779b97f4a7c15
	w = (w ^ w>>30) * 0xbf58476d1ce4e5b9
	w = (w ^ w>>27) * 0x94d049bb133111eb
	return w ^ w>>31
}

// own returns the weight of the node run last without its branches.
func (s *spine) own(x *explorer) uint64 {
	node := s.levels[len(s.levels)-1].weight
	own := node
	for k := range s.children(x) {
		own -= branchWeight(node, k)
	}
	return own
}

// askEvery is how many executions are run between two times of asking whether it is
// enough.
const askEvery = 16

// full reports whether it is enough.
func (s *spine) full() bool {
	s.nodes++
	return s.nodes%askEvery == 0 && s.enough()
}

// take notes that the n-th item of a frame is followed, the last of the topmost one, and
// returns its weight.
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

// grow notes that a node of a weight is run, whose branches are the items of a frame from the
// n-th on.
func (s *spine) grow(frame, n int, weight uint64) {
	s.levels = append(s.levels, level{frame: frame, base: n, weight: weight})
}

// bound bounds the levels that are explored.
func (s *spine) bound(n int, below func(way []Branch)) { s.limit, s.below = n, below }

// prune drops the branches of the node run last if they are below the levels that are
// explored.
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

// wayAlong returns the way that levels below the root are on.
func wayAlong(levels []level) (way []Branch) {
	for _, l := range levels {
		way = append(way, Branch{l.from, l.taken})
	}
	return way
}

// children returns how many branches the node run last has.
func (s *spine) children(x *explorer) int32 {
	l := &s.levels[len(s.levels)-1]
	return int32(len(x.frames[l.frame].items) - l.base)
}

// narrow leaves of the branches of the node run last those that a way says.
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

// pieces is how many parts the rest of a search makes at most.
const pieces = 16

// rest returns what is left: the branches next to the root one by one, and in one part
// the others with the node that comes next.
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
