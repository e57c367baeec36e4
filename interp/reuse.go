package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
)

// A freeing is the free of a block that may be reused.
type freeing struct {
	addr   uint64
	thread trace.ThreadID
	event  int32
	number int // its number for models.Recycler
}

// freed notes the free of a block. Its event is the latest one.
func (m *Machine) freed(t *vm.Thread, b vm.Block) {
	f := freeing{addr: b.Addr, thread: t.ID, event: m.events}
	if m.recycler != nil {
		f.number = m.recycler.Freed(t.ID)
	}
	m.frees = append(m.frees, f)
}

// freeing returns the latest free of the block at addr.
func (m *Machine) freeing(addr uint64) *freeing {
	for i := len(m.frees) - 1; ; i-- {
		if m.frees[i].addr == addr {
			return &m.frees[i]
		}
	}
}

// Reuse asks the strategy which freed block an allocation gets, among blocks whose address
// some thread may still hold. Operations before the free come before the allocation, so
// stores before the free must have left the buffer.
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

// drained reports whether all stores that the freeing thread made before the free have
// committed.
func (m *Machine) drained(f *freeing) bool {
	m.pending = m.mem.Pending(m.pending[:0], f.thread)
	return len(m.pending) == 0 || m.pending[0].Store > models.StoreID(f.event)
}

// holds reports whether a thread may read a value of location l for which match is true.
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

// Knows returns true. If a thread that does not know of the allocation accesses the block,
// it accesses the new block here; in an execution where the allocation gets another address
// it accesses the old one.
func (d *driver) Knows(*vm.Thread, vm.Block) bool { return true }
