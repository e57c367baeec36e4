package strategy_test

import (
	"math"
	"testing"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
)

// sb, mp1 and mp2 are programs SB, MP1 and MP2 of PCTWM; sb asserts at its end
// instead of in a thread.
const (
	sb = header + `
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
`
	mp1 = header + `
void *a(void *p) { STORE(x, 1); atomic_thread_fence(memory_order_release); STORE(y, 1); return p; }
void *b(void *p)
{
	int r = LOAD(y);
	atomic_thread_fence(memory_order_acquire);
	assert(!(r == 1 && LOAD(x) == 0));
	return p;
}
` + two
	mp2 = header + `
void *a(void *p) { STORE(x, 1); return p; }
void *b(void *p) { if (LOAD(x) == 1) STORE(y, 1); return p; }
void *c(void *p) { if (LOAD(y) == 1 && LOAD(x) == 0) assert(0); return p; }
` + three
)

// tries fails if the second thread needs more than two attempts.
const tries = header + `
void *a(void *p) { for (int i = 0; i < 4; i++) atomic_fetch_add_explicit(&x, 1, memory_order_relaxed); return p; }
void *b(void *p)
{
	int old = LOAD(x), n = 1;
	for (; !atomic_compare_exchange_strong_explicit(&x, &old, old + 1, memory_order_relaxed, memory_order_relaxed); n++)
		;
	assert(n <= 2);
	return p;
}
` + two

// newest fails if the communication event reads the second of two stores.
const newest = header + `
void *a(void *p) { STORE(x, 1); STORE(x, 2); return p; }
void *b(void *p) { assert(LOAD(x) != 2); return p; }
` + two

// The bound is 1/(h k)^d, and n executions miss a bug of probability p with probability
// (1-p)^n.
func TestPCTWMBound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		depth, history, kcom int
		bound, executions    float64
	}{
		{0, 4, 100, 1, 1},
		{1, 1, 1, 1, 1},
		{1, 1, 2, 1. / 2, 7}, // 1/128 is the first power below 1%
		{2, 2, 14, 1. / 784, 3609},
		{3, 2, 6, 1. / 1728, 7956},
	} {
		b := strategy.PCTWMBound(c.depth, c.history, c.kcom)
		if math.Abs(b-c.bound) > 1e-12 {
			t.Errorf("%+v: bound %v", c, b)
		}
		n := strategy.ExecutionsFor(0.99, b)
		if n != c.executions {
			t.Errorf("%+v: %v executions", c, n)
		}
		if missed := math.Pow(1-b, n); missed > 0.01 || n > 1 && math.Pow(1-b, n-1) <= 0.01 {
			t.Errorf("%+v: %v executions miss it with probability %v", c, n, missed)
		}
	}
}

// What is given of the communication events stays; what is estimated is what executions have.
func TestPCTWMKCom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ given, seen, want int }{{0, 0, 0}, {0, 12, 12}, {7, 0, 7}, {7, 12, 7}} {
		s := strategy.NewPCTWM(1, 2, 2, c.given)
		if c.seen > 0 {
			s.Learn([]strategy.Sample{{Length: c.seen}})
		}
		if got := s.KCom(); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// PCTWM finds a bug that needs d communications with probability at least
// 1/(h kcom)^d, and without enough communications it does not find it at all.
//
//   - SB needs none: every execution shows it.
//   - P1 has one communication event, and needs it: every execution with h = 1,
//     about one in h else. A longer loop changes nothing. So is it under store buffers, where as
//     many stores stay pending as the event does not wait for: at most h-1.
//   - MP2 needs two, of at most three: at least 1/9 with h = 1. Fewer than 150
//     of 2000 executions show that with probability below 10^-6.
//   - MP1 has no bug.
//   - A compare-exchange that finds its view replaced gets the newest store.
func TestPCTWMGuarantee(t *testing.T) {
	const n = 2000
	for _, c := range []struct {
		name           string
		src            string
		model          *models.Model
		depth, history int
		least, most    int
	}{
		{"sb", sb, c11.Model, 0, 1, n, n},
		{"sb", sb, models.TSO, 0, 1, n, n},
		{"sb", sb, models.PSLO, 0, 1, n, n},
		{"p1", p1, c11.Model, 0, 1, 0, 0},
		{"p1", p1, c11.Model, 1, 1, 19 * n / 20, n}, // but for the first batch
		{"p1", p1, c11.Model, 1, 2, 2 * n / 5, 3 * n / 5},
		{"p1", p1, models.TSO, 0, 1, 0, 0},
		{"p1", p1, models.TSO, 1, 1, 19 * n / 20, n},
		{"p1", p1, models.PSO, 1, 1, 19 * n / 20, n},
		{"newest", newest, models.TSO, 1, 1, 19 * n / 20, n},
		{"newest", newest, models.TSO, 1, 2, 2 * n / 5, 3 * n / 5},
		{"newest", newest, models.PSO, 1, 2, 2 * n / 5, 3 * n / 5},
		{"newest", newest, models.PSO, 1, 3, n / 4, 2 * n / 5},
		{"mp2", mp2, c11.Model, 0, 1, 0, 0},
		{"mp2", mp2, c11.Model, 1, 1, 0, 0},
		{"mp2", mp2, c11.Model, 2, 1, 150, n},
		{"mp1", mp1, c11.Model, 2, 2, 0, 0},
		{"tries", tries, c11.Model, 0, 1, 0, 0},
	} {
		r := test(t, compile(t, c.src), c.model, n, func() interp.Strategy {
			return strategy.NewPCTWM(1, c.depth, c.history, 0)
		})
		if r.Buggy < c.least || r.Buggy > c.most {
			t.Errorf("%s under %s, d=%d h=%d: found by %d of %d executions, want %d to %d",
				c.name, c.model.Name, c.depth, c.history, r.Buggy, n, c.least, c.most)
		}
	}
}
