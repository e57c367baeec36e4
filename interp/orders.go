package interp

import (
	"context"
	"fmt"

	"fencepost/models"
	"fencepost/trace"
)

// abilities are what a memory can do beside what every one can; a nil one is
// lacking.
type abilities struct {
	sampler models.Sampler
	fencer  models.Fencer
	joiner  models.Joiner
	orderer models.Orderer
}

func abilitiesOf(m models.Memory) (a abilities) {
	a.sampler, _ = m.(models.Sampler)
	a.fencer, _ = m.(models.Fencer)
	a.joiner, _ = m.(models.Joiner)
	a.orderer, _ = m.(models.Orderer)
	return a
}

// native is the mapping of models that take C11 orders as they are: it lowers
// nothing but what an event shows of a fence.
var native = models.Mapping{Name: "native", Fence: models.C11.Fence}

// orderOf is the C11 fence that does at least what a hardware fence does.
var orderOf = [trace.NumFences]trace.Order{
	trace.LoadLoad:   trace.Acquire,
	trace.StoreStore: trace.Release,
	trace.StoreLoad:  trace.SeqCst,
}

// Finals appends every content that size bytes at addr may have at the end of an
// execution. There is more than one if the model leaves the order of stores open.
func (m *Machine) Finals(dst []uint64, addr uint64, size uint8) []uint64 {
	f, open := m.mem.(models.Finisher)
	if off, ok := m.space.resolve(addr, size); ok && open {
		if l := m.space.scalarAt(off, size); l >= 0 {
			return f.Finals(dst, l)
		}
	}
	v, _ := m.Final(addr, size)
	return append(dst, v)
}

// sample asks which store the load or RMW t.op reads, without listing them all.
func (m *Machine) sample(t *thread, repeats bool) models.StoreID {
	op := &t.op
	op.ID = m.events + 1
	n, k := m.sampler.Count(op), 0
	if n > 1 {
		m.choice.Kind, m.choice.Thread = ReadFrom, t.id
		m.choice.Stores, m.choice.Op, m.choice.Repeats = nil, op, repeats
		k = m.choose(n)
		t.spin.chose = true
	}
	return m.sampler.Pick(op, k)
}

// races turns the races of the execution into errors.
func (m *Machine) races() {
	for _, r := range m.log.Races {
		e := &Error{Kind: DataRace, Thread: r.Second.Thread, First: m.racer(r.First), Second: m.racer(r.Second)}
		e.Pos = e.Second.Pos
		e.Message = fmt.Sprintf("%s conflicts with %s at %s", e.Second, e.First, e.First.Pos)
		m.result.Races = append(m.result.Races, e)
	}
}

func (m *Machine) racer(r models.Racer) *Racer {
	s := m.prog.Sites[r.Site]
	return &Racer{Thread: r.Thread, Event: r.Event, Site: r.Site, Pos: s.Pos, Writes: r.Writes, Atomic: r.Atomic}
}

// String says in words what the access is.
func (r *Racer) String() string {
	s := "load"
	if r.Writes {
		s = "store"
	}
	if r.Atomic {
		s = "atomic " + s
	}
	return fmt.Sprintf("%s by thread %d", s, r.Thread)
}

// RaceStacks fills in the stacks of the races of the latest execution, by
// performing it once more.
func (m *Machine) RaceStacks(ctx context.Context) {
	if len(m.result.Races) == 0 {
		return
	}
	was, out := m.result, m.opts.Output
	m.opts.Output = nil
	m.Run(ctx, &again{choices: append([]int32(nil), m.choices...)}, &stackFinder{m, was.Races})
	m.result, m.opts.Output = was, out
}

// again answers as in the execution before.
type again struct {
	choices []int32
	next    int
}

func (a *again) Begin(run int) bool { return run == 0 }

func (a *again) Choose(*Choice) int {
	if a.next == len(a.choices) {
		return GiveUp // the context ended the execution before
	}
	a.next++
	return int(a.choices[a.next-1])
}

// A stackFinder is a sink that notes the stacks of racing accesses.
type stackFinder struct {
	m     *Machine
	races []*Error
}

func (f *stackFinder) Begin() {}

func (f *stackFinder) Event(e *trace.Event) {
	for _, r := range f.races {
		for _, a := range []*Racer{r.First, r.Second} {
			if a.Event == e.ID {
				a.Stack = f.m.threads[a.Thread].stack()
			}
		}
		r.Stack = r.Second.Stack
	}
}
