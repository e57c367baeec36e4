package strategy

import (
	"slices"
	"sort"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// views is a trace.Sink that keeps, for every thread and location, the store that the
// thread read or wrote last.
type views struct {
	threads [][]models.StoreID // by thread and location: 1 + the store; 0 if there is none
}

// Begin forgets the previous execution.
func (v *views) Begin() { v.threads = v.threads[:0] }

// Event notes the reads and writes of a thread. A new thread starts with the view of its
// creator.
func (v *views) Event(e *trace.Event) {
	switch {
	case e.Kind == trace.Create:
		child := v.view(trace.ThreadID(e.Value))
		*child = append((*child)[:0], *v.view(e.Thread)...)
	case e.Kind.Writes():
		v.see(e.Thread, e.Loc, e.ID)
	case e.Kind.Reads():
		v.see(e.Thread, e.Loc, e.RF)
	}
}

func (v *views) view(t trace.ThreadID) *[]models.StoreID {
	for int(t) >= len(v.threads) {
		v.threads = lists.Longer(v.threads)
		last := &v.threads[len(v.threads)-1]
		*last = (*last)[:0]
	}
	return &v.threads[t]
}

func (v *views) see(t trace.ThreadID, l models.Loc, s models.StoreID) {
	view := v.view(t)
	for int(l) >= len(*view) {
		*view = append(*view, 0)
	}
	(*view)[l] = 1 + s
}

// local returns the index of the store in the view of the reading thread. If that is not
// readable it returns the oldest store, and for an RMW the newest. An RMW replaces the
// store that it reads: if it read old stores it would have to go through all that others
// have replaced.
func (v *views) local(c *interp.Choice) int {
	miss := 0
	if c.Op.Kind == trace.RMW {
		miss = c.N - 1
	}
	view := *v.view(c.Thread)
	l := int(c.Op.Loc)
	if l >= len(view) || view[l] == 0 {
		return miss
	}
	store := view[l] - 1
	if c.Stores != nil {
		if k := slices.Index(c.Stores, store); k >= 0 {
			return k
		}
		return miss
	}
	// Stores that are not listed are in execution order, which is that of their numbers.
	k := sort.Search(c.N, func(k int) bool { return c.Store(k) >= store })
	if k < c.N && c.Store(k) == store {
		return k
	}
	return miss
}
