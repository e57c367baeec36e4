package interp

import (
	"context"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// The state of a Machine that strategies, sinks and displays may read.

// Program returns the program that the machine runs.
func (m *Machine) Program() *code.Program { return m.prog }

// Model returns the memory model.
func (m *Machine) Model() *models.Model { return m.model }

// Execution returns the graph of the latest Run, whose events the caller recorded. It is
// valid until the next Run.
func (m *Machine) Execution(events []trace.Event) *graph.Execution {
	order, _ := m.mem.(graph.PartialOrder)
	x := graph.New(events, order)
	x.RMWSequences = m.model.CXX20
	return x
}

// Shown is Execution with its Callers, for which it performs the execution again.
func (m *Machine) Shown(ctx context.Context, events []trace.Event) *graph.Execution {
	c := callers{m: m}
	m.repeat(ctx, &c)
	x := m.Execution(events)
	if len(c.list) == len(events) {
		x.Callers = c.list
	}
	return x
}

// callers is a sink that notes where the program stands.
type callers struct {
	m    *Machine
	list []trace.Pos
}

func (c *callers) Begin() {}

func (c *callers) Event(e *trace.Event) {
	c.list = append(c.list, c.m.vm.Threads()[e.Thread].Stack()[0].Pos)
}

// Next returns the operation before which thread t is parked. It is valid during Choose and
// must not be changed.
func (m *Machine) Next(t trace.ThreadID) *models.Op { return &m.vm.Threads()[t].Op }

// Thread returns thread t. It is valid during Choose and must not be changed.
func (m *Machine) Thread(t trace.ThreadID) *vm.Thread { return m.vm.Threads()[t] }

// Where returns the address of a location and its size in bytes.
func (m *Machine) Where(l models.Loc) (addr uint64, size uint8) { return m.vm.Where(l) }

// Drains reports whether the next operation of thread t would commit a pending store of t:
// an earlier one, or its own.
func (m *Machine) Drains(t trace.ThreadID) bool {
	u := m.vm.Threads()[t]
	if p := m.model.Machine; p != nil && !m.mem.Drained(t) && (p.Drains(m.fencesOf(u)) || p.Waits && u.Op.Kind == trace.Load && m.mem.Forces(&u.Op)) {
		return true
	}
	switch op := &u.Op; op.Kind {
	case trace.Create:
		return true
	case trace.Load:
		return m.waits && m.mem.Forces(op)
	case trace.RMW:
		return m.vm.Mapping().RMW[op.Order].Before != trace.NoFence && !m.mem.Drained(t) || m.mem.Forces(op)
	case trace.Lock, trace.Unlock:
		return m.mem.Forces(op)
	case trace.Store:
		return m.vm.Mapping().Store[op.Order].After == trace.StoreLoad || m.mem.Forces(op)
	case trace.Fence:
		return m.vm.Lowered(u).After == trace.StoreLoad
	}
	return false
}

// OrdersStores reports whether the fence before which thread t is parked orders earlier
// stores before later ones.
func (m *Machine) OrdersStores(t trace.ThreadID) bool {
	f := m.vm.Lowered(m.vm.Threads()[t]).After
	return f == trace.StoreStore || f == trace.StoreLoad
}

// fencesOf returns the hardware fences that the next operation of a thread may perform.
func (m *Machine) fencesOf(t *vm.Thread) []trace.FenceKind {
	to, op := m.vm.Mapping(), &t.Op
	var low models.Lowering
	switch op.Kind {
	case trace.Load:
		low = to.Load[op.Order]
	case trace.Store:
		low = to.Store[op.Order]
	case trace.RMW:
		low = to.RMW[op.Order]
		return []trace.FenceKind{low.Before, low.After, to.Load[op.Fail].After}
	case trace.Lock:
		low = models.Acquiring
	case trace.Unlock:
		low = models.Releasing
	case trace.Fence:
		low = m.vm.Lowered(t)
	}
	return []trace.FenceKind{low.Before, low.After}
}

// EndsProgram reports whether the exit before which t is parked ends the program:
// main returns, or t calls exit.
func (m *Machine) EndsProgram(t trace.ThreadID) bool {
	return m.vm.EndsProgram(m.vm.Threads()[t])
}

// Steps returns the number of operations and commits performed so far: the logical time.
func (m *Machine) Steps() int { return m.steps }

// Memory returns the state of the memory model. The caller must not change it.
func (m *Machine) Memory() models.Memory { return m.mem }

// Threads returns the number of threads that the execution has created.
func (m *Machine) Threads() int { return len(m.vm.Threads()) }

// Final returns the content of the size bytes at addr at the end of an execution; undef
// says that some of them were never written.
func (m *Machine) Final(addr uint64, size uint8) (v uint64, undef bool) {
	v, u := m.vm.View(0, addr, size)
	return v, u != 0
}

// Finals appends every value that the size bytes at addr may have at the end of an
// execution. There are several if the model leaves the order of stores open.
func (m *Machine) Finals(dst []uint64, addr uint64, size uint8) []uint64 {
	if f, open := m.mem.(models.Finisher); open {
		if l, ok := m.vm.LocAt(addr, size); ok {
			return f.Finals(dst, l)
		}
	}
	v, _ := m.Final(addr, size)
	return append(dst, v)
}

// Mapping returns how C11 orders are lowered.
func (m *Machine) Mapping() models.Mapping { return *m.vm.Mapping() }
