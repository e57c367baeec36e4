package fences

import (
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/bitset"
)

// maxNodes bounds the executions that are turned into an order, whose size is quadratic.
const maxNodes = 2000

// An order is the relation that must be acyclic for a model to allow an execution: ppo ∪
// rfe ∪ co ∪ fr ∪ tc, the axiomatic form of RELAXER's Figures 4 to 6. Nodes are accesses,
// thread creation and join, and free, which acts on all locations of its block; an RMW is
// one node. ppo is that of the model; before a free it is as before a join, after a free as
// after a creation.
//
// The order is kept transitively closed, so trying a fence costs only the fence's own
// edges. A fence needs no node: everything that two fences in a row order, one of them
// orders.
type order struct {
	model   *models.Model
	nodes   []node
	threads [][]int32       // by thread, in program order
	gaps    map[place][]gap // the points at which a fence at a place would be executed
	reach   bitset.Set      // reach[n*words:][:words]: the nodes after n
	words   int
	cyclic  bool
	in, out bitset.Set // edges of the fence being tried
	undo    bitset.Set
}

// A node is an event in the order.
type node struct {
	kind trace.Kind
	loc  int32
}

// A gap is a point in a thread: before its n-th node.
type gap struct {
	thread trace.ThreadID
	n      int32
}

// newOrder returns the order of an execution of a program with this many sites. Fences at
// later sites are ignored. An execution that failed with err was cut short there. It
// returns nil if the execution is too long.
func newOrder(m *models.Model, events []trace.Event, err *interp.Error, lower func(*trace.Event) models.Lowering, sites int) *order {
	b := builder{
		o:      order{model: m, gaps: map[place][]gap{}},
		lower:  lower,
		sites:  int32(sites),
		nodeOf: make([]int32, len(events)+1),
		blocks: map[uint64]uint64{},
	}
	b.share(events)
	for i := range events {
		b.event(&events[i])
	}
	if err != nil && err.Kind == interp.UseAfterFree {
		b.failure(events, err.Thread)
	}
	o := &b.o
	if len(o.nodes) > maxNodes {
		return nil
	}
	o.in, o.out = bitset.New(len(o.nodes)), bitset.New(len(o.nodes))
	o.words = len(o.in)
	o.reach = make(bitset.Set, len(o.nodes)*o.words)
	for t := range o.threads {
		o.programOrder(o.threads[t])
	}
	b.communication(events)
	if b.freed != 0 {
		o.add(b.nodeOf[b.freed]-1, int32(len(o.nodes)-1))
	}
	for _, f := range b.fences {
		o.fence(f.gap, f.kind)
	}
	return o
}

// programOrder adds the edges of ppo between the nodes of a thread. It goes through the
// nearest pairs first, so that most edges exist already.
func (o *order) programOrder(list []int32) {
	for i := range list {
		for j := i - 1; j >= 0; j-- {
			if o.preserved(&o.nodes[list[j]], &o.nodes[list[i]]) {
				o.add(list[j], list[i])
			}
		}
	}
}

// preserved reports whether the model keeps a before b, which follows it in program order.
func (o *order) preserved(a, b *node) bool {
	return o.model.PPO.Keeps(a.before(), b.after(), a.loc == b.loc)
}

// before returns the class of a node with respect to later nodes of its thread, and after
// with respect to earlier ones.
func (n *node) before() models.Class {
	if n.kind == trace.Free {
		return models.Create
	}
	return models.ClassOf(n.kind)
}

func (n *node) after() models.Class {
	if n.kind == trace.Free {
		return models.Join
	}
	return models.ClassOf(n.kind)
}

// fence adds a fence at gap g. It orders nodes before it before nodes after it.
func (o *order) fence(g gap, f trace.FenceKind) {
	list, ppo, class := o.threads[g.thread], o.model.PPO, models.FenceClass(f)
	clear(o.in)
	clear(o.out)
	for _, n := range list[:g.n] {
		if ppo.Keeps(o.nodes[n].before(), class, false) {
			o.in.Add(int(n))
		}
	}
	for _, n := range list[g.n:] {
		if ppo.Keeps(class, o.nodes[n].after(), false) {
			o.out.Add(int(n))
			o.out.Union(o.after(n))
		}
	}
	o.link()
}

// add adds an edge.
func (o *order) add(from, to int32) {
	if from == to {
		o.cyclic = true
		return
	}
	if o.after(from).Has(int(to)) {
		return
	}
	clear(o.in)
	o.in.Add(int(from))
	copy(o.out, o.after(to))
	o.out.Add(int(to))
	o.link()
}

// link orders the nodes of in, and the nodes before them, before all of out.
func (o *order) link() {
	if o.in.Meets(o.out) {
		o.cyclic = true
		return
	}
	for n := range o.nodes {
		row := o.after(int32(n))
		if o.in.Has(n) || row.Meets(o.in) {
			if o.out.Has(n) {
				o.cyclic = true
				return
			}
			row.Union(o.out)
		}
	}
}

// after returns the set of nodes after n.
func (o *order) after(n int32) bitset.Set {
	return o.reach[int(n)*o.words : (int(n)+1)*o.words]
}

// try adds a fence wherever the execution passed its place, unless that would forbid the
// execution. It reports whether the fence was added.
func (o *order) try(f Fence) bool {
	gaps := o.gaps[place{f.Site, f.Side}]
	if len(gaps) == 0 {
		return true
	}
	o.undo = append(o.undo[:0], o.reach...)
	for _, g := range gaps {
		if o.fence(g, f.Kind); o.cyclic {
			copy(o.reach, o.undo)
			o.cyclic = false
			return false
		}
	}
	return true
}

// clone returns a copy on which fences can be tried.
func (o *order) clone() *order {
	c := *o
	c.reach = slices.Clone(o.reach)
	c.in, c.out, c.undo = make(bitset.Set, o.words), make(bitset.Set, o.words), nil
	return &c
}
