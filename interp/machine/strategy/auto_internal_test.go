package strategy

import (
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// An arm that shows nothing new any more gives way to one that does, but is not
// given up; without adapting, shares stay as they are.
func TestAutoAdapts(t *testing.T) {
	batch := make([]Sample, 64)
	for i := range batch {
		batch[i].Arm = i % numArms
		batch[i].Fresh = batch[i].Arm == pctArm
	}
	for _, adapts := range []bool{false, true} {
		s := NewAuto(1, adapts)
		for range 40 {
			s.Learn(batch)
		}
		s.keep(nil)
		var drawn [numArms]int
		for i := range 32_000 {
			s.Begin(i)
			drawn[s.current]++
		}
		for i, n := range drawn {
			if share := 32_000 * shares[i] / 36; !adapts && (n < share*8/10 || n > share*12/10) {
				t.Errorf("arm %d is drawn %d times, its share is %d", i, n, share)
			}
			if n == 0 {
				t.Errorf("adapting %t: arm %d is never drawn", adapts, i)
			}
		}
		if adapts && (drawn[pctArm] < 12_000 || drawn[contentionArm] > 16_000) {
			t.Errorf("the arms are drawn %v times", drawn)
		}
	}
}

// What shows errors is drawn more often, but not if it shows nothing new and the others do.
func TestMixture(t *testing.T) {
	r := NewRand(1)
	for _, c := range []struct {
		name         string
		buggy, fresh func(alternative, i int) bool
		least, most  int // times of 1000 that alternative 1 is drawn, whose share is 250
	}{
		{"neither", func(a, i int) bool { return false }, func(a, i int) bool { return false }, 200, 300},
		{"errors", func(a, i int) bool { return i%4 <= a }, func(a, i int) bool { return i%2 == 0 }, 750, 1000},
		{"errors in all", func(a, i int) bool { return true }, func(a, i int) bool { return a == 1 }, 750, 1000},
		{"errors, but nothing new", func(a, i int) bool { return i%4 <= a }, func(a, i int) bool { return a == 0 }, 1, 300},
	} {
		m := newMixture([]int{3, 1})
		batch := make([]Sample, 64)
		for lesson := range 16 {
			for i := range batch {
				a := m.draw(&r, false)
				batch[i] = Sample{Arm: a, Buggy: c.buggy(a, i), Fresh: c.fresh(a, i/2)}
			}
			m.count(batch, func(x *Sample) int { return x.Arm })
			m.weigh(8 + 2*lesson)
		}
		n := 0
		for range 1000 {
			n += m.draw(&r, false)
		}
		if n < c.least || n > c.most {
			t.Errorf("%s: drawn %d times of 1000, want %d to %d", c.name, n, c.least, c.most)
		}
	}
}

func TestLength(t *testing.T) {
	r := NewRand(1)
	var l length
	for range 100 {
		if k := l.draw(&r); k < 1<<firstLog || k > 1<<lastLog {
			t.Fatalf("the first guess is %d", k)
		}
	}
	l.learn([]Sample{{Length: 1000}, {Length: 20}, {Length: 0}})
	if k := l.draw(&r); k != 20 {
		t.Errorf("%d after one batch with median 20", k)
	}
	l.learn(nil)
	l.learn([]Sample{{Length: 40}})
	if k := l.draw(&r); k != 25 {
		t.Errorf("%d after a batch with median 40, want 25", k)
	}
	l = length{}
	l.learn([]Sample{{Length: 0}})
	if k := l.draw(&r); k < 1 {
		t.Errorf("%d for executions without a choice", k)
	}
}

func TestDrawPoints(t *testing.T) {
	r := NewRand(1)
	for _, c := range []struct{ n, k, distinct int }{{0, 5, 0}, {3, 3, 3}, {3, 100, 3}, {4, 2, 2}} {
		p := drawPoints(nil, c.n, c.k, &r)
		if len(p) != c.n {
			t.Errorf("%d points of %d: %v", c.n, c.k, p)
		}
		distinct := slices.Clone(p)
		slices.Sort(distinct)
		if d := len(slices.Compact(distinct)); d < c.distinct {
			t.Errorf("%d points of %d: only %d differ", c.n, c.k, d)
		}
		for _, x := range p {
			if x < 1 || x > c.k {
				t.Errorf("%d points of %d: %d", c.n, c.k, x)
			}
		}
	}
}

// A spin is seen of who comes round again and again, whatever the period and
// whatever comes before, and for nobody else.
func TestTurn(t *testing.T) {
	load := func(site int32) *models.Op { return &models.Op{Kind: trace.Load, Site: site} }
	store := func(site int32) *models.Op { return &models.Op{Kind: trace.Store, Site: site} }
	tiredAfter := func(op func(i int) *models.Op) int {
		var u spinObserver
		for i := range 2000 {
			if u.spins(op(i)) {
				return i
			}
		}
		return -1
	}
	for _, c := range []struct {
		name       string
		op         func(i int) *models.Op
		from, upTo int
	}{
		{"one load", func(int) *models.Op { return load(1) }, readIterations, 4 * readIterations},
		{"three loads", func(i int) *models.Op { return load(int32(i % 3)) }, 3 * readIterations, 16 * readIterations},
		{"work first", func(i int) *models.Op {
			if i < 20 {
				return load(int32(i))
			}
			return load(50)
		}, 20 + readIterations, 80},
		{"load and store", func(i int) *models.Op {
			if i%2 == 0 {
				return store(1)
			}
			return load(2)
		}, 2 * writeIterations, 10 * writeIterations},
		{"a local of a call in each round", func(i int) *models.Op {
			if i%2 == 1 {
				return &models.Op{Kind: trace.Store, Site: 1, Loc: int32(i)}
			}
			return &models.Op{Kind: trace.Load, Site: 2, Loc: -1}
		}, 2 * writeIterations, 10 * writeIterations},
		{"straight on", func(i int) *models.Op { return load(int32(i)) }, -1, -1},
		{"an array", func(i int) *models.Op { return &models.Op{Kind: trace.Load, Loc: int32(i)} }, -1, -1},
		{"two threads", func(i int) *models.Op {
			return &models.Op{Kind: trace.Load, Thread: trace.ThreadID(i % 2)}
		}, -1, -1},
	} {
		if n := tiredAfter(c.op); n < c.from || n > c.upTo {
			t.Errorf("%s: tired after %d steps, want %d to %d", c.name, n, c.from, c.upTo)
		}
	}
}
