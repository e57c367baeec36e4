package strategy_test

import (
	"context"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// sinkOf returns what of a strategy has to see the events, or nil.
func sinkOf(s interp.Strategy) trace.Sink {
	if w, ok := s.(interface{ Sink() trace.Sink }); ok {
		return w.Sink()
	}
	return nil
}

var all = []struct {
	name string
	make func() interp.Strategy
}{
	{"pct", func() interp.Strategy { return strategy.NewPCT(1, 3) }},
	{"pctwm", func() interp.Strategy { return strategy.NewPCTWM(1, 2, 2, 0) }},
	{"auto", func() interp.Strategy { return strategy.NewAuto(1, false) }},
	{"adaptive", func() interp.Strategy { return strategy.NewAuto(1, true) }},
}

// Neither choosing nor learning allocates in the steady state. The program has no
// bug under these models: what an execution ends in may be allocated.
func TestNoAllocations(t *testing.T) {
	p := programtest.Compile(t, "c11/dekker-fences.c", "FIXED")
	for _, m := range []*models.Model{models.TSO, models.PSLO, c11.Model} {
		for _, c := range all {
			mc := interp.New(p, m, interp.Options{})
			s := c.make()
			out := sinkOf(s)
			batch := make([]strategy.Sample, 64)
			run := func() {
				for i := range batch {
					s.Begin(i)
					mc.Run(context.Background(), s, out)
					s.(strategy.Learner).Sample(&batch[i])
				}
				s.(strategy.Learner).Learn(batch)
			}
			for range 20 {
				run()
			}
			if n := testing.AllocsPerRun(20, run); n != 0 {
				t.Errorf("%s under %s: %v allocations in %d executions", c.name, m.Name, n, len(batch))
			}
		}
	}
}

// What a strategy does in an execution depends on the seed, the number of the
// execution and what it was taught, not on the executions in between.
func TestExecutionsAreIndependent(t *testing.T) {
	p := compile(t, header+`
int plain;
__attribute__((constructor)) void before(void) { plain++; }
void *a(void *p) { for (int i = 0; i < 5; i++) { STORE(x, i); LOAD(y); } return p; }
void *b(void *p) { for (int i = 0; i < 5; i++) { STORE(y, i); LOAD(x); } return p; }
`+two)
	for _, m := range []*models.Model{models.PSO, c11.Model} {
		for _, c := range all {
			mc := interp.New(p, m, interp.Options{})
			record := func(s interp.Strategy, i int) []int32 {
				s.Begin(i)
				choices := append([]int32(nil), mc.Run(context.Background(), s, sinkOf(s)).Choices()...)
				if l, ok := s.(strategy.Learner); ok { // what it is taught later
					var sample strategy.Sample
					l.Sample(&sample)
					choices = append(choices, int32(sample.Length))
				}
				return choices
			}
			one := c.make()
			for i := range 50 {
				record(one, i)
			}
			for _, i := range []int{7, 3, 49, 0} {
				if a, b := record(one, i), record(c.make(), i); !equal(a, b) {
					t.Errorf("%s under %s: execution %d is %v, or %v after others", c.name, m.Name, i, b, a)
				}
			}
		}
	}
}

func equal(a, b []int32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// A surw makes interleavings about equally likely. Here a thread of 20 loads runs
// beside one of three events, the second of which is a store that comes right
// after the first. Under Random it comes among the first four loads in nearly
// all executions; when the first of three events is anywhere among 21 places, in
// 1 - (17/21)^3, which is 47%. Of 2000 executions that is at most 1060, but with
// probability 10^-6.
func TestFlow(t *testing.T) {
	p := compile(t, header+`
int r;
void *a(void *p) { for (int i = 0; i < 20; i++) r += LOAD(x); return p; }
void *b(void *p) { int early = LOAD(y); (void)early; STORE(x, 1); return p; }
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, NULL, a, NULL);
	pthread_create(&t, NULL, b, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(r < 16);
}
`)
	count := func(s func() interp.Strategy) int { return test(t, p, models.SC, 2000, s).Buggy }
	random := count(func() interp.Strategy { return strategy.NewRandom(1) })
	auto := count(func() interp.Strategy { return strategy.NewAuto(1, false) })
	if random < 1900 || auto > 1060 {
		t.Errorf("the store comes early in %d executions of random, and %d of auto", random, auto)
	}
}

// What main stores before it creates a thread is initial content: whether a flag is
// initialised by a store or not, a thread that raises its own overlooks it as often, in most
// of 2000 executions. An address is not: here the new one is what leads to an error.
func TestStartup(t *testing.T) {
	buggy := func(src string) int {
		p := compile(t, header+src+two)
		return test(t, p, c11.Model, 2000, func() interp.Strategy { return strategy.NewAuto(1, false) }).Buggy
	}
	const flags = `
void *a(void *p) { STORE(x, 1); LOAD(y); return p; }
void *b(void *p) { STORE(y, 1); assert(LOAD(x)); return p; }
`
	const before = "__attribute__((constructor)) void before(void) "
	static, stored := buggy(flags), buggy(flags+before+"{ STORE(x, 0); STORE(y, 0); }")
	if static < 1500 || stored < static-100 || stored > static+100 {
		t.Errorf("the flag is overlooked in %d executions, if it is initialised by a store in %d", static, stored)
	}
	published := buggy(`
_Atomic(atomic_int *) at;
void *a(void *p) { STORE(y, 1); STORE(at, &y); return p; }
void *b(void *p) { atomic_int *q = LOAD(at); assert(q == &x || LOAD(*q)); return p; }
` + before + "{ STORE(at, &x); }")
	if published < 800 {
		t.Errorf("what is behind the new address is overlooked in %d executions", published)
	}
}
