package interp

import (
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A promises is a set of promises, by number.
type promises uint64

// A promiseOrder is which promises operations come after, in the order of IMM that has no cycle
// (rfe, bob, ppo, detour and psc of its cat page), since the first of those that are open. The
// seq_cst fences are taken to be in the order of their execution. A set may name promises that
// are fulfilled: it stands for what those come after, too.
type promiseOrder struct {
	threads []threadOrder
	stores  []storeOrder
	fences  promises                   // that a seq_cst fence comes after
	after   [mostPromises]promises     // that a promise which is fulfilled comes after
	deps    [1 << mostPromises]vm.Deps // by set
}

// A threadOrder is what the next operations of a thread come after.
type threadOrder struct {
	all       promises     // what its operations come after, and the promises that they are
	barrier   promises     // what all that follows does: by acquire loads and fences
	addresses promises     // on what the addresses of its accesses depend
	updates   promises     // on what its RMWs have read
	control   promises     // on what its branches depend
	read      promises     // what the read that is being performed comes after
	value     promises     // what depends on that
	at        []placeOrder // by location
}

// A placeOrder is what the stores of a thread to a location come after.
type placeOrder struct {
	loc              models.Loc
	stores, releases promises
}

// A storeOrder is what a store comes after, and what it depends on.
type storeOrder struct {
	id             models.StoreID
	thread         trace.ThreadID
	order, depends promises
}

func (o *promiseOrder) reset() {
	o.threads, o.stores, o.fences = o.threads[:0], o.stores[:0], 0
}

func (o *promiseOrder) thread(t trace.ThreadID) *threadOrder {
	for int(t) >= len(o.threads) {
		o.threads = lists.Longer(o.threads)
		th := &o.threads[len(o.threads)-1]
		*th = threadOrder{at: th.at[:0]}
	}
	return &o.threads[t]
}

// place returns what a thread did at a location.
func (th *threadOrder) place(l models.Loc) *placeOrder {
	for i := range th.at {
		if th.at[i].loc == l {
			return &th.at[i]
		}
	}
	th.at = append(th.at, placeOrder{loc: l})
	return &th.at[len(th.at)-1]
}

// store returns the store of an event, or nil if it came before the first open promise.
func (o *promiseOrder) store(id models.StoreID) *storeOrder {
	for i := len(o.stores) - 1; i >= 0 && o.stores[i].id >= id; i-- {
		if o.stores[i].id == id {
			return &o.stores[i]
		}
	}
	return nil
}

// set returns a set of promises as the VM has it.
func (o *promiseOrder) set(s promises) vm.Deps {
	if s != 0 && o.deps[s] == nil {
		o.deps[s] = vm.Deps{uint64(s)}
	}
	return o.deps[s]
}

// promisesOf is the inverse of set.
func promisesOf(d vm.Deps) promises {
	if len(d) == 0 {
		return 0
	}
	return promises(d[0])
}

// whole returns a set with what its promises come after that are fulfilled.
func (o *promiseOrder) whole(s promises) promises {
	for before := promises(0); before != s; {
		before = s
		for n := range mostPromises {
			if s>>n&1 != 0 {
				s |= o.after[n]
			}
		}
	}
	return s
}

// reads notes that t has read from a store, or promises to: then self is its promise. Who has
// read acquires if the operation that reads says so.
func (o *promiseOrder) reads(t *vm.Thread, self promises, acquires bool) *threadOrder {
	th, op := o.thread(t.ID), &t.Op
	addr, _, _, ctrl := t.Depends()
	address := promisesOf(addr)
	th.control = promisesOf(ctrl)
	th.read, th.value = th.barrier, self|address
	from := (*storeOrder)(nil)
	if self == 0 {
		from = o.store(op.RF)
	}
	switch {
	case from != nil && from.thread == t.ID:
		th.value |= from.depends
	case self != 0 || op.RF > 0: // another thread's, so its own earlier ones are overwritten
		th.read |= th.place(op.Loc).stores
		if from != nil {
			th.read |= from.order
		}
	}
	th.value |= th.read
	th.all |= th.read | self
	th.addresses |= address
	if acquires {
		th.barrier |= th.read
	}
	t.SetSelf(o.set(th.value))
	return th
}

// writes notes that t has written, and returns what the store comes after.
func (o *promiseOrder) writes(t *vm.Thread) promises {
	th, op := o.thread(t.ID), &t.Op
	addr, data, choice, ctrl := t.Depends()
	th.addresses |= promisesOf(addr)
	th.control = promisesOf(ctrl)
	depends := promisesOf(data) | promisesOf(choice) | th.control | th.addresses | th.updates
	at := th.place(op.Loc)
	order := depends | th.barrier | at.releases
	if op.Order.Releases() {
		order |= th.all
		at.releases |= order
	}
	th.all |= order
	at.stores |= order
	o.stores = append(o.stores, storeOrder{op.ID, t.ID, order, depends})
	return order
}

// The methods below make a promiser the driver of the VM.

// Load performs a load, which may promise what it reads.
func (p *promiser) Load(t *vm.Thread) uint64 {
	if one := p.planned(); one != nil {
		return p.promise(t, one, trace.Load)
	}
	begin := len(p.made)
	v := p.driver.Load(t)
	p.remember(&t.Op, v, len(p.made)-begin)
	if p.goesOnOpen() {
		th := p.reads(t, 0, t.Op.Order.Acquires())
		if th.value != 0 && t.InLibrary() {
			p.fail() // what its later stores depend on is not followed
		}
	}
	return v
}

// planned counts a read, and returns what it is to promise, or nil.
func (p *promiser) planned() *promise {
	p.loads++
	if p.next == len(p.plan) || p.plan[p.next].load != p.loads {
		return nil
	}
	p.next++
	return &p.plan[p.next-1]
}

// goesOnOpen reports whether promises are open, and the execution is not given up.
func (p *promiser) goesOnOpen() bool {
	if len(p.open) == 0 || p.failed {
		return false
	}
	if p.steps-p.opened > mostOpen || p.hopeless() {
		p.fail()
		return false
	}
	return true
}

// hopeless reports whether a promise is open that all threads' later stores come after.
func (p *promiser) hopeless() bool {
	for i := range p.open {
		o := &p.open[i]
		hope := false
		for _, t := range p.vm.Threads() {
			if t.ID == o.event.Thread || t.State == vm.Done || t.State == vm.Faulty {
				continue
			}
			th := p.thread(t.ID)
			if p.whole(th.barrier|th.addresses|th.updates|th.control)>>o.number&1 == 0 {
				hope = true
				break
			}
		}
		if !hope {
			return true
		}
	}
	return false
}

// mayPromise reports whether a read may promise what it reads: it is a relaxed load, or a
// compare-exchange that is one if it fails.
func (p *promiser) mayPromise(op *models.Op) bool {
	order := op.Order
	if op.CAS {
		order = op.Fail
	}
	if order != trace.Relaxed || op.Kind != trace.Load && !op.CAS || op.Word || op.Part.Size > 0 || p.vm.Section() >= 0 {
		return false
	}
	_, size := p.vm.Where(op.Loc)
	return size <= 8
}

// remember notes a read of value v, which made so many choices, if it may promise.
func (p *promiser) remember(op *models.Op, v uint64, choices int) {
	if !p.mayPromise(op) {
		return
	}
	p.latest = lists.Extended(p.latest, int(op.Loc)+1)
	l := &p.latest[op.Loc]
	l.list[l.n%rememberedLoads] = relaxedLoad{promise{p.loads, v, choices}, op.Thread, p.memory.Number(op.Thread), op.CAS, op.Expect}
	l.n++
}

// overwritten notes that op has stored v, which earlier loads of other threads might have read.
func (p *promiser) overwritten(op *models.Op, v uint64) {
	if op.Order == trace.Plain || op.Word || op.Undef != 0 || int(op.Loc) >= len(p.latest) {
		return
	}
	l := &p.latest[op.Loc]
	for i := range l.list[:min(l.n, rememberedLoads)] {
		r := &l.list[i]
		if r.thread != op.Thread && r.value != v && !(r.fails && r.expect == v) && len(p.pairs) < mostPairs && !p.memory.Happened(r.thread, r.number, op.Thread) {
			p.pairs = append(p.pairs, promise{r.load, v, r.skip})
		}
	}
}

// promise performs a read that promises what it reads: a load, or a compare-exchange that fails.
func (p *promiser) promise(t *vm.Thread, one *promise, kind trace.Kind) uint64 {
	op := &t.Op
	op.Undef = 0
	if !p.mayPromise(op) || op.CAS && one.value == op.Expect {
		p.fail()
		return 0
	}
	if len(p.open) == 0 {
		p.promiseOrder.reset()
		p.after = [mostPromises]promises{}
		p.vm.Follow(true)
		p.opened = p.steps
	}
	m := p.machine()
	k := m.track(t)
	number := p.memory.Promise(op)
	k.index++
	k.read(op, one.value, p.vm.OwnLocal(t, op.Loc))
	o := openPromise{number: number}
	e := &o.event
	e.Thread, e.Kind, e.I, e.Site, e.Loc, e.Order, e.Value = t.ID, kind, k.index, op.Site, op.Loc, trace.Relaxed, one.value
	e.Addr, e.Size = p.vm.Where(op.Loc)
	p.open = append(p.open, o)
	p.reads(t, 1<<number, false)
	if p.at < len(p.path) {
		if p.at = min(p.at+one.skip, len(p.path)); one.load == p.newest && p.ask(4) == 3 {
			p.at = len(p.path)
		}
	}
	return one.value
}

// Store performs a store, which may fulfil promises.
func (p *promiser) Store(t *vm.Thread, v uint64) bool {
	ok := p.driver.Store(t, v)
	p.stored(t, v)
	return ok
}

func (p *promiser) stored(t *vm.Thread, v uint64) {
	p.overwritten(&t.Op, v)
	if p.goesOnOpen() {
		p.fulfil(&t.Op, v, p.writes(t))
	}
}

// fulfil makes promised loads read from the store that op has made, which comes after some
// promises.
func (p *promiser) fulfil(op *models.Op, v uint64, order promises) {
	if op.Order == trace.Plain || op.Word || op.Undef != 0 {
		return
	}
	left := p.open[:0]
	for _, o := range p.open {
		e := &o.event
		if e.Loc == op.Loc && e.Value == v && e.Thread != op.Thread && p.whole(order)>>o.number&1 == 0 {
			if c, ok := p.memory.Fulfil(o.number, op.ID, p.events+1); ok {
				p.after[o.number] = p.whole(order)
				e.C, e.RF = c, op.ID
				p.tellLate(e)
				continue
			}
		}
		left = append(left, o)
	}
	if p.open = left; len(left) > 0 {
		return
	}
	p.vm.Follow(false)
	if p.held != nil {
		p.vm.Stop(Failed, p.held)
	}
}

// tellLate makes the event of a load that has promised.
func (p *promiser) tellLate(e *trace.Event) {
	m := p.machine()
	if !m.heard {
		m.events++
		return
	}
	at := m.event(e.Kind, e.Thread)
	e.ID = at.ID
	*at = *e
	m.emit(at)
}

// Read performs the reading half of an RMW.
func (p *promiser) Read(t *vm.Thread) (old uint64, ok bool) {
	if one := p.planned(); one != nil {
		old = p.promise(t, one, trace.CASFail)
		p.promised = !p.failed
		return old, !p.failed
	}
	begin := len(p.made)
	if old, ok = p.driver.Read(t); !ok {
		return old, ok
	}
	p.remember(&t.Op, old, len(p.made)-begin)
	if p.goesOnOpen() {
		p.reads(t, 0, false)
	}
	return old, ok
}

// Write performs the other half.
func (p *promiser) Write(t *vm.Thread, kind trace.Kind, old, v uint64) {
	if p.promised {
		p.promised = false // its event is still to come
		return
	}
	p.driver.Write(t, kind, old, v)
	if len(p.open) > 0 {
		th := p.thread(t.ID)
		if t.Op.Order.Acquires() {
			th.barrier |= th.read
		}
		if kind.Writes() {
			th.updates |= th.value
		}
	}
	if kind.Writes() {
		p.stored(t, v)
	}
}

// Fence performs a fence. None comes after a promise that is open.
func (p *promiser) Fence(t *vm.Thread, low models.Lowering) {
	open := p.goesOnOpen()
	if open {
		for i := range p.open {
			if p.memory.After(p.open[i].number, t.ID) {
				p.fail()
				return
			}
		}
	}
	p.driver.Fence(t, low)
	if !open {
		return
	}
	th := p.thread(t.ID)
	if t.Op.Order == trace.SeqCst {
		th.all |= p.fences
		p.fences = th.all
	}
	th.barrier |= th.all
}

// Create performs the creation of a thread, which comes after all that its creator did.
func (p *promiser) Create(t *vm.Thread) (n trace.ThreadID, ok bool) {
	if n, ok = p.driver.Create(t); ok && len(p.open) > 0 {
		all := p.thread(t.ID).all
		th := p.thread(n)
		th.all, th.barrier = all, all
	}
	return n, ok
}

// Join performs the join of peer: what follows comes after all that it did.
func (p *promiser) Join(t *vm.Thread, peer trace.ThreadID) {
	p.driver.Join(t, peer)
	if len(p.open) > 0 {
		all := p.thread(peer).all
		th := p.thread(t.ID)
		th.all |= all
		th.barrier |= all
	}
}

// Halts is told that t stops for good. Its error waits for the promises that are open.
func (p *promiser) Halts(t *vm.Thread, e *Error) {
	switch {
	case len(p.open) == 0:
		p.driver.Halts(t, e)
	case t.State != vm.Faulty:
		p.fail()
	case p.held == nil:
		p.held = e
	}
}

// Reuse returns which of the blocks that were freed an allocation takes.
func (p *promiser) Reuse(t *vm.Thread, size int64, freed []vm.Block) int {
	if len(p.open) > 0 {
		p.fail()
		return -1
	}
	return p.driver.Reuse(t, size, freed)
}

// Replace takes away a location whose bytes t accesses at another size.
func (p *promiser) Replace(t *vm.Thread, l models.Loc) (value uint64, undef trace.Undef, unsupported string) {
	if len(p.open) > 0 {
		p.fail()
		return 0, 0, ""
	}
	return p.driver.Replace(t, l)
}
