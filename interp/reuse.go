package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// A freeing is the free of a block that may come back.
type freeing struct {
	addr   uint64
	thread trace.ThreadID
	event  int32
	number int // of models.Recycler
}

// freed notes the free of a block, whose event was made last.
func (m *Machine) freed(t *vm.Thread, b vm.Block) {
	f := freeing{addr: b.Addr, thread: t.ID, event: m.events}
	if m.recycler != nil {
		f.number = m.recycler.Freed(t.ID)
	}
	m.frees = append(m.frees, f)
}

// freeing returns the latest free of a block.
func (m *Machine) freeing(addr uint64) *freeing {
	for i := len(m.frees) - 1; ; i-- {
		if m.frees[i].addr == addr {
			return &m.frees[i]
		}
	}
}

// Reuse asks which block an allocation gets, if there is one that a copy of the address may be
// left of. What comes before the free comes before the allocation: stores have left the buffer.
func (d *driver) Reuse(t *vm.Thread, _ int64, freed []vm.Block) int {
	m := (*Machine)(d)
	if m.vm.Stopped() {
		return -1
	}
	m.offered, m.choice.Freed = m.offered[:0], m.choice.Freed[:0]
	for k, b := range freed {
		switch {
		case !m.drained(m.freeing(b.Addr)):
		case m.opts.Reuse == vm.ReuseAlways || m.vm.HasCopy(b, m.holds):
			m.offered, m.choice.Freed = append(m.offered, k), append(m.choice.Freed, b.Addr)
		default:
			m.vm.Settle(b)
		}
	}
	if len(m.offered) == 0 {
		return -1
	}
	m.choice.Kind, m.choice.Thread, m.choice.Op = Reuse, t.ID, &t.Op
	m.tracks[t.ID].chose = true
	k := m.choose(len(m.offered) + 1)
	if k == 0 || m.vm.Stopped() {
		return -1
	}
	k = m.offered[k-1]
	f := m.freeing(freed[k].Addr)
	if m.recycler != nil {
		m.recycler.Reused(t.ID, f.number)
	} else {
		op := models.Op{Thread: t.ID, Kind: trace.Join, Site: t.Op.Site, Loc: -1}
		m.mem.Sync(&op, f.thread)
		m.settle()
	}
	if m.prefix != nil {
		m.prefix.follow(f.thread, t.ID)
	}
	return k
}

// drained reports whether no store is pending that the thread of a free made before it.
func (m *Machine) drained(f *freeing) bool {
	m.pending = m.mem.Pending(m.pending[:0], f.thread)
	return len(m.pending) == 0 || m.pending[0].Store > models.StoreID(f.event)
}

// holds reports whether a thread may read a value of location l that match holds for.
func (m *Machine) holds(l models.Loc, match func(v uint64) bool) bool {
	if m.keeper != nil && m.keeper.Holds(l, match) {
		return true
	}
	if _, v, _ := m.mem.Latest(-1, l); match(v) {
		return true
	}
	if !m.model.Buffered {
		return false
	}
	for _, u := range m.vm.Threads() {
		m.pending = m.mem.Pending(m.pending[:0], u.ID)
		for _, p := range m.pending {
			if p.Loc == l && match(p.Value) {
				return true
			}
		}
	}
	return false
}

// Knows is true: an access by a thread that does not know of the allocation is one of the new
// block here, and one of the old block where the allocation gets other addresses.
func (d *driver) Knows(*vm.Thread, vm.Block) bool { return true }
