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
	m.offered, m.blocks = m.offered[:0], m.blocks[:0]
	for k, b := range freed {
		if m.drained(m.freeing(b.Addr)) {
			m.offered, m.blocks = append(m.offered, k), append(m.blocks, b)
		}
	}
	if m.opts.Reuse == vm.ReuseStale {
		m.keepCopied()
	}
	if len(m.offered) == 0 || m.vm.Stopped() {
		return -1
	}
	m.choice.Freed = m.choice.Freed[:0]
	for i := range m.blocks {
		m.choice.Freed = append(m.choice.Freed, m.blocks[i].Addr)
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

// keepCopied removes the offered blocks of whose addresses no thread may hold a copy.
func (m *Machine) keepCopied() {
	copied, looked := m.vm.HasCopies(m.blocks, (*driver)(m))
	m.vm.TickLooks(looked)
	n := 0
	for i := range copied {
		if copied[i] {
			m.offered[n], m.blocks[n] = m.offered[i], m.blocks[i]
			n++
		} else {
			m.vm.Settle(m.blocks[i])
		}
	}
	m.offered, m.blocks = m.offered[:n], m.blocks[:n]
}

// Held calls use with the values of location l that match, the latest and those of the keeper.
func (d *driver) Held(l models.Loc, least uint64, match, use func(v uint64) bool) {
	if d.keeper != nil && !d.keeper.Held(l, least, match, use) {
		return
	}
	if _, v, _ := d.mem.Latest(-1, l); v >= least && match(v) {
		use(v)
	}
}

// Pending calls use with the stores that are in a buffer.
func (d *driver) Pending(use func(l models.Loc, v uint64) bool) {
	if !d.model.Buffered {
		return
	}
	for _, u := range d.vm.Threads() {
		d.pending = d.mem.Pending(d.pending[:0], u.ID)
		for _, p := range d.pending {
			if !use(p.Loc, p.Value) {
				return
			}
		}
	}
}

// Knows returns true. If a thread that does not know of the allocation accesses the block,
// it accesses the new block here; in an execution where the allocation gets another address
// it accesses the old one.
func (d *driver) Knows(*vm.Thread, vm.Block) bool { return true }
