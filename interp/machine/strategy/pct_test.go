package strategy_test

import (
	"context"
	"testing"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
)

// test runs a campaign of n executions.
func test(t *testing.T, p *code.Program, m *models.Model, n int, s func() interp.Strategy) *campaign.Report {
	t.Helper()
	r, err := campaign.Run(context.Background(), p, m, campaign.Options{
		Strategy: s, Runs: n, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: 100_000}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// header declares x and y; two and three run functions a, b and c as threads.
const (
	header = `
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>
#define LOAD(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define STORE(x, v) atomic_store_explicit(&(x), (v), memory_order_relaxed)
atomic_int x, y;
`
	two = `
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, NULL, a, NULL);
	pthread_create(&t, NULL, b, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
}
`
	three = `
int main(void)
{
	pthread_t s, t, u;
	pthread_create(&s, NULL, a, NULL);
	pthread_create(&t, NULL, b, NULL);
	pthread_create(&u, NULL, c, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}
`
)

// p1 is program P1 of PCTWM, section 2.2.
const p1 = header + `
void *a(void *p) { for (int i = 1; i <= 10; i++) STORE(x, i); return p; }
void *b(void *p) { assert(LOAD(x) != 10); return p; }
` + two

// between needs one thread to act between two stores of the other.
const between = header + `
void *a(void *p)
{
	for (int i = 0; i < 4; i++) LOAD(y);
	STORE(x, 1);
	STORE(x, 2);
	for (int i = 0; i < 4; i++) LOAD(y);
	return p;
}
void *b(void *p) { assert(LOAD(x) != 1); return p; }
` + two

// PCT finds a bug of depth d with probability at least 1/(n k^(d-1)).
//
// P1 has depth 1 and n = 3 threads: at least 1/3. A random walk finds it with
// about 2^-10. between has depth 2 (the load after the first store, and before
// the second): at least 1/(3k), and k, the decisions with a choice, is at most
// 22. With 2000 executions, the fewest that a correct PCT shows with
// probability 1 - 10^-6 are 567 of the expected 667, and 9 of the expected 30.
func TestPCTGuarantee(t *testing.T) {
	for _, c := range []struct {
		name  string
		src   string
		depth int
		least int
	}{
		{"p1", p1, 1, 567},
		{"between", between, 2, 9},
	} {
		r := test(t, compile(t, c.src), models.SC, 2000, func() interp.Strategy { return strategy.NewPCT(1, c.depth) })
		if r.Buggy < c.least {
			t.Errorf("%s: found by %d of %d executions, want at least %d", c.name, r.Buggy, r.Runs, c.least)
		}
	}
	r := test(t, compile(t, between), models.SC, 2000, func() interp.Strategy { return strategy.NewPCT(1, 1) })
	if r.Buggy != 0 {
		t.Errorf("between: found with depth 1 by %d executions", r.Buggy)
	}
}

// What a thread stores commits at the priority of its buffer: depth 1 gives
// every outcome of store buffering under TSO, the relaxed one if both buffers
// are below both threads: 2! 2! of 4! orders, one in six. Of 2000 executions
// fewer than 250 show that with probability below 10^-6.
func TestPCTBuffers(t *testing.T) {
	p := compile(t, header+`
int r, s;
void *a(void *p) { STORE(x, 1); r = LOAD(y); return p; }
void *b(void *p) { STORE(y, 1); s = LOAD(x); return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, a, NULL);
	pthread_create(&u, NULL, b, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(r || s);
}
`)
	for _, m := range []*models.Model{models.TSO, models.PSO, models.PSLO} {
		r := test(t, p, m, 2000, func() interp.Strategy { return strategy.NewPCT(1, 1) })
		if r.Buggy < 250 {
			t.Errorf("%s: found by %d executions", m.Name, r.Buggy)
		}
	}
}

// Threads that spin in ways that the machine does not recognise let others run.
func TestSpinningGivesWay(t *testing.T) {
	for _, c := range []struct{ name, src string }{
		{"counts rounds", `
void *a(void *p) { int n = 0; while (!LOAD(x)) n++; return n < 0 ? NULL : p; }
void *b(void *p) { STORE(x, 1); return p; }
` + two},
		{"takes a lock", `
void *a(void *p) { int n = 0; while (atomic_exchange(&x, 1)) n++; STORE(x, 0); return n < 0 ? NULL : p; }
void *b(void *p) { return a(p); }
` + two},
		{"lowers and raises a flag", `
atomic_int flag[2];
void enter(int i)
{
	STORE(flag[i], 1);
	while (LOAD(flag[1 - i])) {
		STORE(flag[i], 0);
		STORE(flag[i], 1);
	}
	STORE(flag[i], 0);
}
void *a(void *p) { enter(0); return p; }
void *b(void *p) { enter(1); return p; }
` + two},
		{"stores to a local of a call", `
void get(int *to) { *to = LOAD(x); }
int has(void) { int v = 0; get(&v); return v; }
void *a(void *p) { while (!has()) ; return p; }
void *b(void *p) { STORE(x, 1); return p; }
` + two},
		{"two against one", `
void *a(void *p) { int n = 0; while (!LOAD(x)) { n++; STORE(y, n); } return n < 0 ? NULL : p; }
void *b(void *p) { return a(p); }
void *c(void *p) { STORE(x, 1); return p; }
` + three},
	} {
		p := compile(t, header+c.src)
		for _, m := range []*models.Model{models.SC, models.TSO, models.PSLO, c11.Model} {
			for name, s := range map[string]func() interp.Strategy{
				"pct":   func() interp.Strategy { return strategy.NewPCT(1, 2) },
				"pctwm": func() interp.Strategy { return strategy.NewPCTWM(1, 1, 1, 0) },
				"auto":  func() interp.Strategy { return strategy.NewAuto(1, false) },
			} {
				r := test(t, p, m, 30, s)
				if r.Ended.Completed != 30 {
					t.Errorf("%s: %s under %s: %+v", c.name, name, m.Name, r.Ended)
				}
			}
		}
	}
}
