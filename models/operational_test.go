package models

import (
	"testing"

	"fencepost/trace"
)

// A transition is one choice of an abstract execution: the commit of a pending
// store, or the next operation of a thread, a load with the store it reads.
type transition struct {
	commit Step // if Store is not 0
	thread trace.ThreadID
	from   StoreID
}

// An enumerator runs an abstract program on a Memory along every sequence of
// transitions. A Memory cannot be copied, so it executes anew from the list of
// transitions whenever it goes back; it goes on from no state twice.
type enumerator struct {
	t     *testing.T
	p     program
	log   Log
	mem   Memory
	waits bool // loads are prepared
	locs  int
	reads int
	read  [][]int // by thread and operation: number of the read
	id    [][]StoreID

	next    []int // by thread: number of its next operation
	created []bool
	cas     []bool   // by thread: its last compare-exchange succeeded
	written []uint64 // by StoreID
	result  outcome  // so far

	op      Op
	path    []transition
	key     []byte
	visited map[string]bool
	found   map[outcome]bool
}

// operational returns the outcomes of p under m, every choice enumerated.
func operational(t *testing.T, m *Model, p program) map[outcome]bool {
	e := &enumerator{t: t, p: p, locs: p.locs(), visited: map[string]bool{}, found: map[outcome]bool{}}
	e.mem = m.New(&e.log)
	e.waits = m.Machine != nil && m.Machine.Waits
	ops := 0
	for _, th := range p {
		var read []int
		var id []StoreID
		for _, in := range th {
			ops++
			id = append(id, StoreID(ops))
			read = append(read, e.reads)
			if in.reads() {
				e.reads++
			}
		}
		e.read, e.id = append(e.read, read), append(e.id, id)
	}
	if e.reads+e.locs > len(outcome{}) {
		t.Fatalf("too many reads: %v", p)
	}
	e.next, e.created, e.cas = make([]int, len(p)), make([]bool, len(p)), make([]bool, len(p))
	e.written = make([]uint64, ops+1)
	e.begin()
	e.explore()
	return e.found
}

func (e *enumerator) begin() {
	e.mem.Reset()
	clear(e.next)
	clear(e.created)
	clear(e.cas)
	e.result = outcome{}
	e.created[0] = true
	for l := range e.locs {
		e.mem.Define(Loc(l), 0, 0)
	}
}

func (e *enumerator) explore() {
	e.key = e.appendState(e.key[:0])
	if e.visited[string(e.key)] {
		return
	}
	e.visited[string(e.key)] = true
	all := e.transitions()
	if len(all) == 0 {
		e.finish()
	}
	for i, tr := range all {
		if i > 0 {
			e.begin()
			for _, old := range e.path {
				e.perform(old)
			}
		}
		e.perform(tr)
		e.path = append(e.path, tr)
		e.explore()
		e.path = e.path[:len(e.path)-1]
	}
}

// finish records the outcome, unless a thread is blocked for ever.
func (e *enumerator) finish() {
	for t, th := range e.p {
		if e.next[t] < len(th) {
			return
		}
	}
	for l := range e.locs {
		_, v, _ := e.mem.Latest(0, Loc(l))
		e.result[e.reads+l] = uint8(v)
	}
	e.found[e.result] = true
}

func (e *enumerator) transitions() []transition {
	var out []transition
	for i, th := range e.p {
		if !e.created[i] || e.next[i] == len(th) {
			continue
		}
		t, in := trace.ThreadID(i), th[e.next[i]]
		switch in.kind {
		case 'R':
			op := Op{Thread: t, Kind: trace.Load, Loc: in.loc}
			stores := e.mem.Readable(nil, &op)
			if len(stores) == 0 {
				e.t.Errorf("%v: nothing is readable", e.p)
			}
			for _, s := range stores {
				out = append(out, transition{thread: t, from: s})
			}
			continue
		case 'L':
			if _, v, _ := e.mem.Latest(t, in.loc); v != 0 {
				continue
			}
		case '-':
			if e.next[in.peer] < len(e.p[in.peer]) || !e.mem.Drained(in.peer) {
				continue
			}
		}
		out = append(out, transition{thread: t})
	}
	for _, c := range e.mem.Commits(nil) {
		out = append(out, transition{commit: c})
	}
	return out
}

func (e *enumerator) perform(tr transition) {
	if tr.commit.Store != 0 {
		e.mem.Commit(tr.commit)
		e.log.Commits = e.log.Commits[:0]
		return
	}
	t := tr.thread
	k := e.next[t]
	in := e.p[t][k]
	e.next[t]++
	e.op = Op{Thread: t, Loc: in.loc, ID: e.id[t][k], I: int32(k), Expect: in.expect}
	op := &e.op
	op.Fence = in.low.Before
	e.mem.Fence(op)
	after := in.low.After
	switch in.kind {
	case 'R':
		op.Kind = trace.Load
		if e.waits {
			e.mem.Prepare(op)
		}
		e.noteRead(op, k, e.mem.Load(op, tr.from))
		if op.RF != tr.from {
			e.t.Errorf("%v: a load of store %d read store %d", e.p, tr.from, op.RF)
		}
	case 'W', 'U':
		op.Kind = trace.Store
		if in.kind == 'U' {
			op.Kind = trace.Unlock
		}
		e.store(op, in.value)
	case 'X', 'A', 'C', 'L':
		op.Kind, op.CAS = trace.RMW, in.kind == 'C'
		if in.kind == 'L' {
			op.Kind = trace.Lock
		}
		if !e.update(op, in, k) {
			after = in.onFail
		}
	case 'F':
		if in.when == always || (in.when == succeeded) == e.cas[t] {
			op.Kind, op.Fence = trace.Fence, in.fence
			e.mem.Fence(op)
		}
	case '+':
		op.Kind = trace.Create
		e.mem.Sync(op, in.peer)
		e.created[in.peer] = true
		e.endIfDone(in.peer)
	case '-':
		op.Kind = trace.Join
		e.mem.Sync(op, in.peer)
	}
	op.Fence = after
	e.mem.Fence(op)
	e.endIfDone(t)
	e.log.Commits = e.log.Commits[:0]
}

// endIfDone lets a thread exit after its last operation.
func (e *enumerator) endIfDone(t trace.ThreadID) {
	if e.next[t] == len(e.p[t]) {
		e.op = Op{Thread: t, Kind: trace.Exit}
		e.mem.Sync(&e.op, t)
	}
}

func (e *enumerator) store(op *Op, v uint64) {
	e.written[op.ID] = v
	e.mem.Store(op, v)
}

// noteRead keeps the value that operation k read, and checks that it is that
// of the store it read from.
func (e *enumerator) noteRead(op *Op, k int, v uint64) {
	if want := e.written[op.RF]; v != want {
		e.t.Errorf("%v: read %d from store %d of %d", e.p, v, op.RF, want)
	}
	e.result[e.read[op.Thread][k]] = uint8(v)
}

// update performs a read-modify-write, and reports whether it wrote.
func (e *enumerator) update(op *Op, in instr, k int) bool {
	latest, _, _ := e.mem.Latest(op.Thread, op.Loc)
	e.mem.Prepare(op)
	from := e.mem.Readable(nil, op)
	if len(from) != 1 || from[0] != latest {
		e.t.Errorf("%v: an RMW may read %v, the latest being %d", e.p, from, latest)
	}
	old := e.mem.Load(op, from[0])
	e.noteRead(op, k, old)
	v := in.value
	switch in.kind {
	case 'A':
		v += old
	case 'C':
		e.cas[op.Thread] = old == in.expect
		if old != in.expect {
			return false
		}
	}
	read := op.C
	e.store(op, v)
	if op.C != read+1 {
		e.t.Errorf("%v: an RMW read commit %d and wrote commit %d", e.p, read, op.C)
	}
	return true
}

// appendState appends everything on which the rest of the execution and its
// outcome depend. The values of stores follow from those of the reads.
func (e *enumerator) appendState(key []byte) []byte {
	for t := range e.p {
		key = append(key, byte(e.next[t]))
	}
	key = append(key, e.result[:e.reads]...)
	cells, buffers := internals(e.mem)
	for _, c := range cells {
		key = append(key, byte(c.store))
	}
	for _, b := range buffers {
		p := b.pending()
		for _, x := range p {
			over := byte(0)
			if x.over {
				over = 0x80
			}
			key = append(key, byte(x.store), byte(x.epoch-p[0].epoch)|over)
		}
		if len(p) > 0 {
			key = append(key, byte(b.epoch-p[0].epoch))
		}
		key = append(key, 0xff)
	}
	if m := historiesOf(e.mem); m != nil {
		for t := range m.view {
			for l := range m.locs {
				for _, s := range m.locs[l].stores[m.oldest(trace.ThreadID(t), Loc(l), Part{}):] {
					key = append(key, byte(s.store))
				}
				key = append(key, 0xff)
			}
		}
	}
	return key
}

// internals returns m[a] and the buffers of a memory's threads.
func internals(mem Memory) ([]cell, []buffer) {
	switch m := mem.(type) {
	case *scMemory:
		return m.cells, nil
	case *tsoMemory:
		return m.cells, m.buffers[:m.threads]
	case *psoMemory:
		return m.cells, m.buffers[:m.threads]
	case *psloMemory:
		return m.cells, m.buffers[:m.threads]
	case *machineMemory:
		return m.cells, m.buffers[:m.threads]
	}
	panic("unknown memory")
}

// historiesOf returns what a memory with histories keeps; nil if it has none.
func historiesOf(mem Memory) *histories {
	switch m := mem.(type) {
	case *psloMemory:
		return &m.histories
	case *machineMemory:
		if m.is.Delayed {
			return &m.histories
		}
	}
	return nil
}
