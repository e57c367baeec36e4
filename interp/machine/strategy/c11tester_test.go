package strategy_test

import (
	"context"
	"testing"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// stores makes three stores of one thread, the first two plain and relaxed, and an acquire load
// and a seq_cst store, beside a thread that reads.
const stores = header + `
int plain;
void *a(void *p)
{
	plain = 1;
	STORE(x, 1);
	plain = 2;
	atomic_store_explicit(&y, 1, memory_order_release);
	LOAD(x);
	atomic_store(&y, 2);
	return p;
}
void *b(void *p) { LOAD(x); LOAD(y); LOAD(x); LOAD(y); return p; }
` + two

// both is two sinks.
type both [2]trace.Sink

func (b both) Begin() {
	b[0].Begin()
	b[1].Begin()
}

func (b both) Event(e *trace.Event) {
	b[0].Event(e)
	b[1].Event(e)
}

// Consecutive relaxed and release stores of a thread, and under C11 plain accesses before another
// operation, are not interrupted; other operations are.
func TestC11TesterRunsOn(t *testing.T) {
	t.Parallel()
	p := compile(t, stores)
	for _, model := range []*models.Model{c11.Model, models.SC} {
		m, s := interp.New(p, model, interp.Options{}), strategy.NewC11Tester(1)
		apart := map[int]int{} // executions in which the operation after the i-th of thread 1 was not next
		for run := range 300 {
			var rec trace.Recorder
			s.Begin(run)
			m.Run(context.Background(), s, both{&rec, s.Sink()})
			i, last := 0, -1
			for k, e := range rec.Events {
				if e.Thread != 1 {
					continue
				}
				if last >= 0 && k != last+1 {
					apart[i]++
				}
				i, last = i+1, k
			}
		}
		native := model.Native
		for i, together := range map[int]bool{1: false, 2: native, 3: native, 4: false, 5: false} {
			if together != (apart[i] == 0) {
				t.Errorf("%s: another thread runs after operation %d in %d executions", model.Name, i, apart[i])
			}
		}
	}
}

// What runs on hides no behaviour: each of these programs fails in an execution in which a thread
// reads, or changes, what another has stored between two stores.
func TestC11TesterMissesNothing(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"read between": header + `
void *a(void *p) { STORE(x, 1); STORE(x, 2); return p; }
void *b(void *p) { assert(LOAD(x) != 1); return p; }` + two,
		"update between": header + `
void *a(void *p) { STORE(x, 1); STORE(x, 4); return p; }
void *b(void *p) { assert(atomic_fetch_add_explicit(&x, 1, memory_order_relaxed) != 1); return p; }` + two,
		"one of two": header + `
void *a(void *p) { STORE(x, 1); STORE(y, 1); return p; }
void *b(void *p) { assert(!(LOAD(x) == 1 && LOAD(y) == 0)); return p; }` + two,
		"the other of two": header + `
void *a(void *p) { STORE(x, 1); STORE(y, 1); return p; }
void *b(void *p) { assert(!(LOAD(y) == 1 && LOAD(x) == 0)); return p; }` + two,
		"a race": header + `
int plain;
void *a(void *p) { plain = 1; plain = 2; return p; }
void *b(void *p) { plain = 3; return p; }` + two,
	} {
		r := test(t, compile(t, src), c11.Model, 300, func() interp.Strategy { return strategy.NewC11Tester(1) })
		if r.Buggy == 0 {
			t.Errorf("%s: no execution shows it", name)
		}
	}
}
