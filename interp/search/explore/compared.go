package explore

import (
	"slices"
	"sync/atomic"

	"fencepost/interp/machine/vm"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Reuse on demand. At first, each allocation gets new addresses. An execution in which some take freed
// blocks instead differs from one of those only in the names of addresses, as long as no thread tells
// apart a freed block and one that could have its address. A thread does so if it compares addresses of
// both (vm.Comparer) and nothing orders the comparison before the free, or if it accesses the
// freed block. If that happens in an execution, and in one an allocation could have taken a block, the
// search begins anew, and allocations take freed blocks.

// maxCompared bounds the pairs of blocks that the threads of an execution compare.
const maxCompared = 256

// A comparison is one of addresses of two blocks.
type comparison struct {
	thread trace.ThreadID
	index  int32 // of the first event of the thread after it
	blocks [2]uint64
}

// Compares notes that thread t compares addresses of blocks a and b.
func (x *explorer) Compares(t *vm.Thread, a, b vm.Block) {
	if !vm.Fits(a.Size, b.Size) && !vm.Fits(b.Size, a.Size) {
		return
	}
	c := comparison{t.ID, x.cursor[t.ID], [2]uint64{min(a.Addr, b.Addr), max(a.Addr, b.Addr)}}
	k := slices.IndexFunc(x.compared, func(o comparison) bool { return o.thread == c.thread && o.blocks == c.blocks })
	switch {
	case k >= 0:
		x.compared[k] = c
	case len(x.compared) == maxCompared:
		x.recycles()
	default:
		x.compared = append(x.compared, c)
	}
	for id := range x.g.Events {
		x.comparesFreed(c, int32(id))
	}
}

// comparesFreed notes that blocks are told apart if event f frees one of those that c compares, and
// nothing orders c before f.
func (x *explorer) comparesFreed(c comparison, f int32) {
	e := &x.g.Events[f]
	if e.Kind != axiom.Free || c.blocks[0] != e.Value && c.blocks[1] != e.Value {
		return
	}
	list := x.g.Threads[c.thread].Events
	switch {
	case c.thread == e.Thread && e.Index >= c.index:
	case c.thread != e.Thread && int(c.index) < len(list) && x.g.InPrefix(list[c.index], f):
	default:
		x.recycles()
	}
}

// Scatters notes that a thread computes with an address.
func (x *explorer) Scatters(*vm.Thread) { x.recycles() }

// recycles notes that threads tell blocks apart.
func (x *explorer) recycles() {
	if x.pool.renews && x.replay == nil {
		x.pool.noteReuse(&x.pool.compared)
	}
}

// noteReuse notes one of two reasons to begin anew with reuse, which does so if the other is known.
func (p *pool) noteReuse(reason *atomic.Bool) {
	if reason.Store(true); p.recycled() {
		p.halt()
	}
}

// recycled reports whether the search has to begin anew with reuse.
func (p *pool) recycled() bool { return p.fits.Load() && p.compared.Load() }
