package tracetest

import (
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Builder makes an execution event by event, all at site 0.
type Builder []trace.Event

// Add adds an access, or a commit of store rf, and returns its ID.
func (b *Builder) Add(t trace.ThreadID, k trace.Kind, loc, c, rf int32) int32 {
	i := 1 + int32(lists.Count(*b, func(e trace.Event) bool { return e.Thread == t && e.Kind != trace.Commit }))
	e := trace.Event{ID: int32(len(*b) + 1), Thread: t, I: i, Site: 0, Loc: loc, C: c, RF: rf,
		Kind: k, Size: 4, Addr: 0x10000 + 4*uint64(loc)}
	switch {
	case k == trace.Commit:
		e.I = (*b)[rf-1].I
		e.Value = (*b)[rf-1].Value
	case k.Writes():
		e.Value = uint64(e.ID)
	}
	if k.Reads() && rf != 0 {
		v := (*b)[rf-1].Value
		if k == trace.RMW || k == trace.Lock {
			e.Read = v
		} else {
			e.Value = v
		}
	}
	*b = append(*b, e)
	return e.ID
}

// Sync adds an event that is no access.
func (b *Builder) Sync(t trace.ThreadID, k trace.Kind, value uint64) {
	b.Add(t, k, -1, 0, 0)
	e := &(*b)[len(*b)-1]
	e.Value, e.Site, e.Addr, e.Size = value, -1, 0, 0
}

// Threads lets main create threads 1 to n-1.
func (b *Builder) Threads(n int) {
	for t := 1; t < n; t++ {
		b.Sync(0, trace.Create, uint64(t))
	}
}

// StoreBuffering is SB over locations 0 and 1; the stores are committed at the end if commit is set.
func StoreBuffering(commit bool) []trace.Event {
	var b Builder
	b.Threads(2)
	const x, y = 0, 1
	wx := b.Add(0, trace.Store, x, trace.NoCommit, 0)
	b.Add(0, trace.Load, y, 0, 0)
	wy := b.Add(1, trace.Store, y, trace.NoCommit, 0)
	b.Add(1, trace.Load, x, 0, 0)
	if commit {
		b.Add(0, trace.Commit, x, 1, wx)
		b.Add(1, trace.Commit, y, 1, wy)
	}
	return b
}
