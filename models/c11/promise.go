package c11

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// IMM is the intermediate memory model (Podkopaev, Lahav and Vafeiadis, POPL 2019): the C11 model in
// which a relaxed load may read from a store that is executed later. Its seq_cst accesses are as in
// C11. A release sequence continues after each RMW in it: the later stores of the RMW's thread to the
// location belong to it.
var IMM = &models.Model{
	Name:   "imm",
	Title:  "C11 with load buffering",
	Source: "IMM, POPL 2019, section 3",
	New: func(log *models.Log) models.Memory {
		return &promising{Memory: newMemory(log, defaults(Options{IMM: true}))}
	},
	ReadChoice: true,
	Native:     true,

	LoadBuffering: true,
	PPO: models.NewPPO(nil,
		models.Relaxation{Before: []models.Class{models.W, models.U}, After: []models.Class{models.R, models.W, models.U, models.C}, Elsewhere: true},
		models.Relaxation{Before: []models.Class{models.R, models.C}, After: []models.Class{models.R, models.W, models.U, models.C}, Elsewhere: true}),
}

// promising is the memory of IMM. It does not know the program, and so not the dependencies that
// forbid values out of thin air: the caller of Promise keeps them.
//
// A load that promises is an event of its thread like others, but the store that it reads is not
// known before the promise is fulfilled. Stores that must not come after that store are collected at
// the load. Stores that must not come before it are those that events after the load have read or
// written until the fulfilment.
type promising struct {
	*Memory
	promises []promise
	open     int // number of promises that are not fulfilled
}

// A promise is a load that will read from a store executed later.
type promise struct {
	loc       models.Loc
	thread    trace.ThreadID
	number    int32   // among the events of the thread
	before    []int32 // stores that must not come after the store that it reads
	after     []int32 // stores that must not come before the store that it reads
	follows   []int   // promises of the location that were open then and whose loads happen before this one
	fulfilled bool
}

// Reset starts a new execution.
func (m *promising) Reset() {
	m.Memory.Reset()
	m.promises, m.open = m.promises[:0], 0
}

// Plain returns the memory for executions without promises.
func (m *promising) Plain() models.Memory { return m.Memory }

// Load performs a load, or the reading half of an RMW.
func (m *promising) Load(op *models.Op, from models.StoreID) uint64 {
	v := m.Memory.Load(op, from)
	if m.open > 0 {
		m.follow(op, op.RF)
	}
	return v
}

// Read performs the load or RMW op if there is one store that it may read; otherwise it returns
// how many there are.
func (m *promising) Read(op *models.Op) (n int, value uint64) {
	n, value = m.Memory.Read(op)
	if n == 1 && m.open > 0 {
		m.follow(op, op.RF)
	}
	return n, value
}

// Store performs a store, or the writing half of an RMW.
func (m *promising) Store(op *models.Op, value uint64) {
	m.Memory.Store(op, value)
	if m.open > 0 && !op.Word {
		m.follow(op, op.ID)
	}
}

// handOn adds to the clock of store s the clocks of the earlier RMWs of the view's thread there. If s
// is such an RMW it adds the clock of s to these.
func (m *Memory) handOn(v *view, s int32, rmw bool) {
	if i := v.handed; i != 0 {
		if !m.stores[s].released {
			m.stores[s].released = true
			m.released = m.reach(m.released, s)
			clearClock(m.clockAt(m.released, s))
		}
		m.joinClock(m.clockAt(m.released, s), m.clockAt(m.inherited, i-1))
		m.stores[s].handed = true
	}
	if !rmw || !m.stores[s].released {
		return
	}
	if v.handed == 0 {
		m.inherited = appendClock(m.inherited, m.width)
		v.handed = int32(len(m.inherited) / m.width)
	}
	m.joinClock(m.clockAt(m.inherited, v.handed-1), m.clockAt(m.released, s))
}

// Promise performs load op before the store that it reads, and returns the number of the promise.
func (m *promising) Promise(op *models.Op) (number int) {
	if !m.locs[op.Loc].atomic {
		m.enter(op.Loc)
	}
	number = len(m.promises)
	m.promises = lists.Longer(m.promises)
	p := &m.promises[number]
	p.loc, p.thread, p.after, p.follows, p.fulfilled = op.Loc, op.Thread, p.after[:0], p.follows[:0], false
	for i := range m.promises[:number] {
		if q := &m.promises[i]; !q.fulfilled && q.loc == op.Loc && m.happened(q.thread, q.number, op.Thread) {
			p.follows = append(p.follows, i)
		}
	}
	p.before = append(p.before[:0], m.priorsOf(op.Thread, op.Loc, models.Part{}, false).stores...)
	p.number = m.tick(&m.threads[op.Thread], op.Thread)
	m.open++
	m.keeps = true
	l := &m.locs[op.Loc]
	op.ID = promised(number)
	if m.concurrent(&l.write, op.Thread) {
		m.race(op, &l.write, true, false, false, true)
	}
	m.view(l, op.Thread).loaded = epochOf(op, p.number)
	return number
}

// promised returns the number that stands for the event of a promise's load until Fulfil.
func promised(number int) models.StoreID { return models.StoreID(-1 - number) }

// follow records that op, which has read or written store id, comes after the open promises of the
// location whose loads happen before op.
func (m *promising) follow(op *models.Op, id models.StoreID) {
	for i := range m.promises {
		p := &m.promises[i]
		if p.fulfilled || p.loc != op.Loc || !m.happened(p.thread, p.number, op.Thread) {
			continue
		}
		if s := m.lookup(op.Loc, id); s != 0 && !slices.Contains(p.after, s) {
			p.after = append(p.after, s)
		}
	}
}

// Fulfil makes the load of a promise, which gets event number id, read from a store. It reports false
// if that is not coherent. c is the store's place in execution order.
func (m *promising) Fulfil(number int, store, id models.StoreID) (c int32, ok bool) {
	p := &m.promises[number]
	l := &m.locs[p.loc]
	s := m.lookup(p.loc, store)
	if s == 0 || m.happened(p.thread, p.number, m.stores[s].thread) {
		return 0, false
	}
	for _, b := range p.before {
		if b != s && m.precedes(s, b) {
			return 0, false
		}
	}
	block := m.stores[s].block
	for _, a := range p.after {
		if a != s && m.precedes(a, s) {
			return 0, false
		}
		for _, b := range p.before { // nothing comes between stores of one block
			if at := m.stores[b].block; at == m.stores[a].block && at != block {
				return 0, false
			}
		}
	}
	if !l.total { // otherwise s is the last store, and the order holds already
		for _, b := range p.before {
			m.addEdge(m.stores[b].block, block)
		}
		for _, a := range p.after {
			m.addEdge(block, m.stores[a].block)
		}
	}
	for i := range m.promises {
		switch q := &m.promises[i]; {
		case q.fulfilled:
		case slices.Contains(q.follows, number):
			q.before = append(q.before, s)
		case slices.Contains(p.follows, i):
			q.after = append(q.after, s)
		}
	}
	m.stamp++
	v, th := m.view(l, p.thread), &m.threads[p.thread]
	v.seen = slices.Insert(v.seen, v.lastSeen(p.number)+1, access{number: p.number, store: s})
	if l.index != 0 {
		m.renewTip(l, v)
		m.forgetKnown(l)
		m.addLogged(l, m.loggedLoad(p.thread, p.number, s))
	}
	if m.stores[s].released {
		m.synchronise(th, p.thread, s, trace.Relaxed)
	}
	if v.loaded.id == promised(number) {
		v.loaded.id = id
	}
	for i := range m.log.Races {
		for _, r := range [...]*models.Racer{&m.log.Races[i].First, &m.log.Races[i].Second} {
			if r.Event == promised(number) {
				r.Event = id
			}
		}
	}
	p.fulfilled = true
	m.open--
	m.keeps = m.open > 0
	return m.stores[s].c, true
}

// After reports whether the load of a promise happens before the next operation of t.
func (m *promising) After(number int, t trace.ThreadID) bool {
	p := &m.promises[number]
	return m.happened(p.thread, p.number, t)
}

// Number returns the number of the latest event of t.
func (m *promising) Number(t trace.ThreadID) int32 { return m.threads[t].now[threadIndex(t)] }

// Happened reports whether event n of thread by happens before the next operation of t.
func (m *promising) Happened(by trace.ThreadID, n int32, t trace.ThreadID) bool {
	return m.happened(by, n, t)
}
