package models

import "fencepost/trace"

// A cell is global memory's m[a]: the newest committed store to a location.
type cell struct {
	value uint64
	store StoreID
	c     int32 // commit index; 0 is the initial content
	undef trace.Undef
}

// A globalMemory is the array m of the figures.
type globalMemory struct {
	cells     []cell
	log       *Log
	histories *histories // PSLO: records every store; otherwise nil
}

// Bytes estimates the memory that the state takes.
func (g *globalMemory) Bytes() int64 { return int64(len(g.cells)) * 24 }

func (g *globalMemory) Define(_ Loc, value uint64, undef trace.Undef) {
	g.cells = append(g.cells, cell{value: value, undef: undef})
}

func (g *globalMemory) Redefine(l Loc, value uint64, undef trace.Undef) {
	g.cells[l] = cell{value: value, undef: undef}
}

// read completes a load from m[a].
func (g *globalMemory) read(op *Op) uint64 {
	m := &g.cells[op.Loc]
	op.C, op.RF, op.Undef = m.c, m.store, m.undef
	return m.value
}

// write makes op's store the newest of its location.
func (g *globalMemory) write(op *Op, value uint64) {
	m := &g.cells[op.Loc]
	part := op.Narrowed()
	m.value, m.store, m.undef = part.Into(m.value, value), op.ID, part.UndefInto(m.undef, op.Undef<<part.From)
	m.c++
	op.C = m.c
	if g.histories != nil {
		g.histories.record(op.Thread, op.Loc, part, m.value, op.ID, m.undef)
	}
}

// commit writes a pending store of t to m and logs it.
func (g *globalMemory) commit(t trace.ThreadID, e *entry) {
	m := &g.cells[e.loc]
	m.value, m.store, m.undef = e.part.Into(m.value, e.value), e.store, e.part.UndefInto(m.undef, e.undef)
	m.c++
	n := len(g.log.Commits)
	if n == cap(g.log.Commits) {
		g.log.Commits = append(g.log.Commits, Committed{})
	}
	g.log.Commits = g.log.Commits[:n+1]
	c := &g.log.Commits[n]
	c.Thread, c.Store, c.Loc, c.Site = t, e.store, e.loc, e.site
	c.Value, c.I, c.C, c.Undef, c.Part = e.value, e.i, m.c, e.undef, e.part
	if g.histories != nil {
		g.histories.record(t, e.loc, e.part, m.value, e.store, m.undef)
		if e.over {
			g.histories.hide(e.loc)
		}
	}
}
