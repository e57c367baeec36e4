package report

import (
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// readableValues tracks the old values that each thread may still read under PSLO (RELAXER,
// Figure 6): for each location a suffix of the committed stores. It starts at the newest
// store that the thread read or wrote, or at the store that was newest at the thread's last
// load-load fence.
type readableValues struct {
	stores [][]committedStore // by location, in order of commit; the first is the initial content
	start  [][]int            // by thread and location
	fence  []int              // by thread: the time of the last load-load fence
	time   int
}

type committedStore struct {
	value string
	time  int
}

func (p *readableValues) begin(threads int) {
	p.start, p.fence = make([][]int, threads), make([]int, threads)
}

// event processes one event.
func (p *readableValues) event(t *explainer, e *trace.Event) {
	thread := int(e.Thread)
	if e.Loc >= 0 && (e.Kind.Reads() || e.Kind.Writes()) {
		p.define(t, e.Loc)
	}
	switch {
	case (e.Kind.Writes() || e.Kind == trace.Commit) && e.C != trace.NoCommit:
		p.write(thread, e.Loc, int(e.C), t.memory.ValueOf(e, e.Value))
	case e.Kind.Reads() && e.C != trace.NoCommit:
		p.cut(thread, e.Loc, int(e.C))
	case e.Kind == trace.Create && int(e.Value) < len(p.fence):
		p.fence[e.Value] = p.time
	}
	if t.ordersLoads(e) {
		p.fence[thread] = p.time
	}
}

// define gives a location its initial content at its first access.
func (p *readableValues) define(t *explainer, l trace.ThreadID) {
	p.stores = lists.Extended(p.stores, int(l)+1)
	if len(p.stores[l]) == 0 {
		p.stores[l] = []committedStore{{value: t.out.Cells[t.cellOf[l]].Value}}
	}
}

func (p *readableValues) write(thread int, l int32, c int, value string) {
	if c < len(p.stores[l]) { // the location was defined again
		p.stores[l] = p.stores[l][:max(c, 1)]
		for i := range p.start {
			p.start[i] = append([]int(nil), p.start[i]...)
			if int(l) < len(p.start[i]) {
				p.start[i][l] = 0
			}
		}
	}
	p.time++
	p.stores[l] = append(p.stores[l], committedStore{value, p.time})
	p.cut(thread, l, len(p.stores[l])-1)
}

func (p *readableValues) cut(thread int, l int32, c int) {
	p.start[thread] = lists.Extended(p.start[thread], int(l)+1)
	p.start[thread][l] = c
}

// readable returns the values of l that a thread may read, oldest first.
func (p *readableValues) readable(thread int, l int32) []string {
	list := p.stores[l]
	first := 0
	if int(l) < len(p.start[thread]) {
		first = min(p.start[thread][l], len(list)-1)
	}
	for k := len(list) - 1; k > first; k-- {
		if list[k].time <= p.fence[thread] {
			first = k
		}
	}
	return lists.Map(list[max(first, 0):], func(s committedStore) string { return s.value })
}

// ordersLoads reports whether loads after e cannot read values that were old before it.
func (t *explainer) ordersLoads(e *trace.Event) bool {
	ordering := func(f trace.FenceKind) bool { return f == trace.LoadLoad || f == trace.StoreLoad }
	orders := func(l models.Lowering) bool { return ordering(l.Before) || ordering(l.After) }
	switch e.Kind {
	case trace.Join, trace.Lock:
		return true
	case trace.LockRead:
		return e.Order == trace.Acquire
	case trace.Fence:
		return ordering(trace.FenceKind(e.Value)) || e.Order != trace.Plain && orders(t.Mapping.Fence[e.Order])
	case trace.Load, trace.CASFail:
		return orders(t.Mapping.Load[e.Order])
	case trace.Store:
		return orders(t.Mapping.Store[e.Order])
	case trace.RMW:
		return orders(t.Mapping.RMW[e.Order])
	}
	return false
}
