package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A driver is the Machine as the vm.Driver of its VM: it performs the operations of threads
// in the memory of the model, and emits an event for each.
type driver Machine

// extensions are the optional interfaces of the memory; one that it does not have is nil.
type extensions struct {
	sampler  models.Sampler
	joiner   models.Joiner
	orderer  models.Orderer
	keeper   models.Keeper
	recycler models.Recycler
}

func extensionsOf(m models.Memory) (a extensions) {
	a.sampler, _ = m.(models.Sampler)
	a.joiner, _ = m.(models.Joiner)
	a.orderer, _ = m.(models.Orderer)
	a.keeper, _ = m.(models.Keeper)
	a.recycler, _ = m.(models.Recycler)
	return a
}

// A replaced is a location that was removed because its bytes were accessed at another size.
type replaced struct {
	loc    models.Loc
	extent models.Extent
}

func (d *driver) Define(l models.Loc, addr uint64, size uint8, value uint64, undef trace.Undef) {
	if size > 8 {
		d.tellWides()
	}
	d.mem.Define(l, value, undef)
	if len(d.replaced) == 0 {
		return
	}
	now, last := models.Extent{Addr: addr, Size: size}, models.Extent{}
	for i := range uint64(size) {
		if r, ok := d.replaced[addr+i]; ok && r.extent != last {
			d.orderer.Inherit(l, r.loc, now, r.extent)
			last = r.extent
		}
	}
}

func (d *driver) Latest(t trace.ThreadID, l models.Loc) (value uint64, undef trace.Undef) {
	_, value, undef = d.mem.Latest(t, l)
	return value, undef
}

func (d *driver) Load(t *vm.Thread) uint64 {
	m, op := (*Machine)(d), &t.Op
	k := m.track(t)
	if m.waits {
		m.mem.Prepare(op)
		m.advance(k)
		if m.vm.Stopped() {
			return 0
		}
	}
	v := m.read(t, k.repeats)
	k.read(op, v, m.vm.OwnLocal(t, op.Loc))
	m.follow(t, true, false)
	m.accessed(t, k, trace.Load, v, 0)
	return v
}

func (d *driver) Store(t *vm.Thread, v uint64) bool {
	m, op := (*Machine)(d), &t.Op
	k := &m.tracks[t.ID]
	op.ID, op.I = m.events+1, k.index+1
	m.mem.Store(op, op.InPlace(v))
	if op.C == trace.NoCommit {
		m.enabled.issued(op)
	}
	m.follow(t, false, true)
	m.accessed(t, k, op.Kind, v, 0)
	m.advance(k)
	m.wrote(op)
	return true
}

func (d *driver) Read(t *vm.Thread) (old uint64, ok bool) {
	m, op := (*Machine)(d), &t.Op
	m.mem.Prepare(op)
	k := m.track(t)
	m.advance(k)
	if m.vm.Stopped() {
		return 0, false
	}
	if op.Kind == trace.CASFail && m.model.Native {
		op.Kind = trace.Load
	}
	op.ID, op.I, op.Undef = m.events+1, k.index+1, 0
	old = m.read(t, false)
	k.read(op, old, m.vm.OwnLocal(t, op.Loc))
	return old, !m.vm.Stopped()
}

func (d *driver) Write(t *vm.Thread, kind trace.Kind, old, v uint64) {
	m, op := (*Machine)(d), &t.Op
	k := &m.tracks[t.ID]
	m.follow(t, true, kind.Writes())
	if !kind.Writes() {
		m.accessed(t, k, kind, old, 0)
		return
	}
	op.ID, op.I = m.events+1, k.index+1
	m.mem.Store(op, op.InPlace(v))
	m.accessed(t, k, kind, v, old)
	if v != old {
		m.wrote(op)
	}
}

// Fence performs the hardware fences to which a C11 fence is lowered. If the model takes
// C11 orders, it performs the fence itself.
func (d *driver) Fence(t *vm.Thread, low models.Lowering) {
	m, op := (*Machine)(d), &t.Op
	order, shown := op.Order, low.After
	if op.Fence != trace.NoFence {
		order = trace.Plain // the program names the hardware fence
	}
	if shown == trace.NoFence {
		shown = low.Before
	}
	if m.model.Native {
		op.Fence = shown
		m.mem.Fence(op)
	} else {
		m.fence(t, low.Before)
		m.fence(t, low.After)
	}
	e := m.step(t, trace.Fence)
	e.Order, e.Value = order, uint64(shown)
	m.emit(e)
}

func (d *driver) Barrier(t *vm.Thread, f trace.FenceKind) {
	(*Machine)(d).fence(t, f)
}

func (d *driver) Create(t *vm.Thread) (n trace.ThreadID, ok bool) {
	m := (*Machine)(d)
	n = trace.ThreadID(len(m.vm.Threads()))
	m.mem.Sync(&t.Op, n)
	m.settle()
	if m.vm.Stopped() {
		return n, false
	}
	m.addTrack(n)
	m.enabled.known = false
	if m.prefix != nil {
		m.prefix.thread(n)
		m.prefix.follow(t.ID, n)
	}
	e := m.step(t, trace.Create)
	e.Value = uint64(n)
	m.emit(e)
	return n, true
}

func (d *driver) Join(t *vm.Thread, peer trace.ThreadID) {
	m := (*Machine)(d)
	m.mem.Sync(&t.Op, peer)
	if m.prefix != nil {
		m.prefix.follow(peer, t.ID)
	}
	e := m.step(t, trace.Join)
	e.Value = uint64(peer)
	m.emit(e)
}

// Exit ends the thread. If the thread calls exit, the program ends: all threads stop where
// they are.
func (d *driver) Exit(t *vm.Thread) {
	if t.CallsExit() {
		return
	}
	m := (*Machine)(d)
	m.mem.Sync(&t.Op, -1)
	m.emit(m.step(t, trace.Exit))
}

func (d *driver) Halts(t *vm.Thread, e *Error) {
	m := (*Machine)(d)
	switch t.State {
	case vm.Faulty:
		m.vm.Stop(Failed, e)
	case vm.Assumed:
		m.vm.Stop(Discarded, nil)
	default:
		m.exit(t.Result() & 0xff) // the status that a parent process sees
	}
}

// Free first commits the thread's own pending stores into the block.
func (d *driver) Free(t *vm.Thread, b vm.Block) {
	m := (*Machine)(d)
	m.vm.Locs(b, func(l models.Loc) { m.mem.Flush(t.ID, l) })
	m.settle()
	late := m.unordered(t.ID, b)
	e := m.step(t, trace.Free)
	e.Addr = b.Addr
	m.emit(e)
	if m.opts.Reuse != vm.ReuseNever {
		m.freed(t, b)
	}
	m.reportUnordered(late)
	m.wakeAll()
}

// mixedSizes says why a race of accesses of different sizes is not supported.
func (m *Machine) mixedSizes() string {
	if m.model.Native {
		return MixedSizes + InLanguage
	}
	return MixedSizes
}

// Replace commits the thread's own pending stores to l. A pending store of another thread
// is a race of mixed sizes, which no hardware model here describes. Under C11 it is a data
// race if one of the two accesses is not atomic. The execution then ends, because it has no
// meaning after the race.
func (d *driver) Replace(t *vm.Thread, l models.Loc) (value uint64, undef trace.Undef, unsupported string) {
	m := (*Machine)(d)
	if m.prefix != nil {
		m.prefix.off = true // the content of the new location is not followed
	}
	for _, u := range m.vm.Threads() {
		m.pending = m.mem.Pending(m.pending[:0], u.ID)
		for _, p := range m.pending {
			if p.Loc == l && u != t {
				return 0, 0, m.mixedSizes()
			}
		}
	}
	if m.orderer != nil && !m.follows(t, l) {
		return 0, 0, m.mixedSizes()
	}
	if m.vm.Stopped() {
		return 0, 0, ""
	}
	m.mem.Flush(t.ID, l)
	m.settle()
	if m.vm.Stopped() {
		return 0, 0, ""
	}
	_, value, undef = m.mem.Latest(t.ID, l)
	if m.orderer != nil {
		addr, size := m.vm.Where(l)
		for i := range uint64(size) {
			m.replaced[addr+i] = replaced{l, models.Extent{Addr: addr, Size: size}}
		}
	}
	m.wakeAll()
	return value, undef, ""
}

// follows reports whether all accesses of l that conflict with t's access, which has
// another size, happen before it, or whether one of them is a data race.
func (m *Machine) follows(t *vm.Thread, l models.Loc) bool {
	r, found := m.orderer.Unordered(t.ID, l, t.Op.Kind == trace.Load)
	return !found || m.clash(t, r)
}

// clash ends the execution if t's access and r, which has another size, are a data race, and reports
// whether they are. For a load of a part of a location it is not known whether it reads the same bytes.
func (m *Machine) clash(t *vm.Thread, r models.Racer) bool {
	op := &t.Op
	if op.Site < 0 || r.Site < 0 || r.Atomic && op.Order != trace.Plain && !m.prog.SizesRace(op.Site, r.Site) || m.vm.LoadsPart(op.Site) || m.vm.LoadsPart(r.Site) {
		return false
	}
	second := models.Racer{Thread: t.ID, Event: m.events + 1, Site: op.Site, Writes: op.Kind != trace.Load, Atomic: op.Order != trace.Plain}
	m.log.Races = append(m.log.Races, models.Race{First: r, Second: second})
	m.vm.Stop(Completed, nil)
	return true
}

func (d *driver) Inherits(t *vm.Thread, l models.Loc) (unsupported string) {
	m := (*Machine)(d)
	if m.orderer == nil {
		return ""
	}
	if r, found := m.orderer.Inherited(t.ID, l, t.Op.Kind == trace.Load, t.Op.Order != trace.Plain); found && !m.clash(t, r) {
		return m.mixedSizes()
	}
	return ""
}

func (d *driver) Settled(t *vm.Thread, l models.Loc) bool {
	m := (*Machine)(d)
	for _, u := range m.vm.Threads() {
		m.pending = m.mem.Pending(m.pending[:0], u.ID)
		for _, p := range m.pending {
			if p.Loc == l {
				return false
			}
		}
	}
	if m.orderer == nil {
		return true
	}
	_, races := m.orderer.Unordered(t.ID, l, true)
	_, before := m.orderer.Inherited(t.ID, l, true, false)
	return !races && !before
}

// kinds maps the choices of a VM to those of a Strategy.
var kinds = [...]ChoiceKind{vm.WeakFail: WeakFail, vm.AllocFail: AllocFail, vm.Value: Value, vm.Spurious: Spurious, vm.Wake: Wake}

func (d *driver) Choose(t *vm.Thread, what vm.Question, n int) int {
	m := (*Machine)(d)
	m.choice.Kind, m.choice.Thread, m.choice.Op = kinds[what], t.ID, &t.Op
	if what == vm.Wake {
		m.choice.Waiting = m.vm.Queue(t.Op.Loc)
	}
	m.tracks[t.ID].chose = true
	return m.choose(n)
}

func (d *driver) Allocated(t *vm.Thread, site int32, addr, size uint64) {
	m := (*Machine)(d)
	e := m.step(t, trace.Alloc)
	e.Site, e.Addr, e.Value = site, addr, size
	m.emit(e)
}

// Ends discards the thread's own pending stores into the object: no thread can read them any more.
func (d *driver) Ends(t *vm.Thread, b vm.Block) {
	m := (*Machine)(d)
	m.reportUnordered(m.unordered(t.ID, b))
	m.vm.Locs(b, func(l models.Loc) {
		if d.model.Buffered {
			d.mem.Drop(t.ID, l)
			d.enabled.all = 0
		}
		if d.waiting > 0 {
			m.wake(l, t.ID)
		}
	})
}

// Wakes notes that a signal of t ends the wait of u.
func (d *driver) Wakes(t, u *vm.Thread) {
	if d.prefix != nil {
		d.prefix.follow(t.ID, u.ID)
	}
}

func (d *driver) Awaits(t *vm.Thread, peer trace.ThreadID) {
	if d.joiner != nil {
		d.joiner.Awaits(t.ID, peer)
	}
}

// read performs the load or RMW t.Op. If it may read several stores, the strategy chooses
// one.
func (m *Machine) read(t *vm.Thread, repeats bool) uint64 {
	op := &t.Op
	if m.sampler == nil {
		from := models.StoreID(0)
		if m.model.ReadChoice {
			from = m.readFrom(t, repeats)
		}
		v, part := m.mem.Load(op, from), op.Narrowed()
		op.Undef = part.UndefOf(op.Undef)
		return part.Of(v)
	}
	op.ID = m.events + 1 // a model of the language has no units
	n, v := m.sampler.Read(op)
	if n == 1 {
		return v
	}
	m.choice.Kind, m.choice.Thread = ReadFrom, t.ID
	m.choice.Stores, m.choice.Op, m.choice.Repeats = nil, op, repeats
	k := m.choose(n)
	m.tracks[t.ID].chose = true
	return m.mem.Load(op, m.sampler.Pick(op, k))
}

// readFrom lists the stores that the load or RMW t.Op may read, and asks the strategy for
// one.
func (m *Machine) readFrom(t *vm.Thread, repeats bool) models.StoreID {
	op := &t.Op
	m.stores = m.mem.Readable(m.stores[:0], op)
	n := len(m.stores)
	if n == 1 {
		return m.stores[0]
	}
	m.choice.Kind, m.choice.Thread = ReadFrom, t.ID
	m.choice.Stores, m.choice.Op, m.choice.Repeats = m.stores, op, repeats
	return m.stores[m.choose(n)]
}

// fence performs hardware fence f, unless it is NoFence.
func (m *Machine) fence(t *vm.Thread, f trace.FenceKind) {
	if f == trace.NoFence {
		return
	}
	t.Op.Fence = f
	m.mem.Fence(&t.Op)
	m.advance(&m.tracks[t.ID])
}

// follow notes the access of t for prefix, if the model has one, and for the clocks. Time passes as the
// machine steps: a read comes after all stores so far.
func (m *Machine) follow(t *vm.Thread, reads, writes bool) {
	if m.prog.ReadsClock {
		m.times = lists.Extended(m.times, int(t.Op.Loc)+1)
		if reads {
			t.Hears(m.times[t.Op.Loc])
		}
		if writes {
			m.times[t.Op.Loc] = max(m.times[t.Op.Loc], t.Time())
		}
	}
	if m.prefix != nil {
		m.prefix.access(t, m.events+1, reads, writes)
	}
}

// advance handles the commits that the operation of a thread caused.
func (m *Machine) advance(k *track) {
	if len(m.log.Commits) > 0 {
		k.reset()
		m.settle()
	}
}

// wrote wakes the threads that wait for the location of a store, unless the store is still
// pending.
func (m *Machine) wrote(op *models.Op) {
	if m.waiting > 0 && op.C != trace.NoCommit {
		m.wake(op.Loc, op.Thread)
	}
}

// settle handles the commits that the memory made: it emits an event for each, wakes the
// threads that wait for them, and reports one that reaches a dead object.
func (m *Machine) settle() {
	for i := range m.log.Commits {
		c := &m.log.Commits[i]
		e := m.event(trace.Commit, c.Thread)
		e.I, e.Site, e.Loc, e.C, e.RF = c.I, c.Site, c.Loc, c.C, c.Store
		e.Addr, e.Size = c.Part.In(m.vm.Where(c.Loc))
		e.Value, e.Undef = c.Part.Of(c.Value), c.Part.UndefOf(c.Undef)
		m.emit(e)
		if m.waiting > 0 {
			m.wake(c.Loc, c.Thread)
		}
		if m.vm.Dead(c.Loc) && !m.vm.Stopped() {
			m.commitToDead(c)
		}
	}
	if len(m.log.Commits) > 0 {
		m.log.Commits, m.enabled.all = m.log.Commits[:0], 0
	}
}

// accessed counts the access t.Op and emits its event. Value is the value that it read or
// wrote, read the value that an RMW read.
func (m *Machine) accessed(t *vm.Thread, k *track, kind trace.Kind, value, read uint64) {
	k.index++
	if m.heard {
		m.emitAccess(t, k, kind, value, read)
	} else {
		m.events++
	}
}

func (m *Machine) emitAccess(t *vm.Thread, k *track, kind trace.Kind, value, read uint64) {
	e, op := m.event(kind, t.ID), &t.Op
	e.I, e.Site, e.Loc, e.Order = k.index, op.Site, op.Loc, op.Order
	e.Addr, e.Size = op.Narrowed().In(m.vm.Where(op.Loc))
	e.C, e.Undef, e.Value, e.Read = op.C, op.Undef, value, read
	if kind.Reads() {
		e.RF = op.RF
	}
	m.emit(e)
}

// step begins the event of the next operation of t.
func (m *Machine) step(t *vm.Thread, kind trace.Kind) *trace.Event {
	k := &m.tracks[t.ID]
	k.index++
	e := m.event(kind, t.ID)
	e.I, e.Site = k.index, t.Op.Site
	return e
}
