package strategy

// A mixture is a list of alternatives of which each execution draws one. The weights begin
// as fixed shares and then follow the results of the alternatives: errors and new
// behaviours.
type mixture []alternative

type alternative struct {
	share, weight int
	buggy, fresh  yield
}

// A yield counts the executions of an alternative that showed something, and the number to
// expect if they were like the others of their batches.
type yield struct{ shown, expected float64 }

// yieldPrior is the prior of both counts.
const yieldPrior = 4

// maxTilt bounds weights: they lie between share / maxTilt and share * maxTilt.
const maxTilt = 16

// weightUnit is the weight of a share of one.
const weightUnit = 1024

// newMixture returns a mixture with these shares.
func newMixture(shares []int) mixture {
	m := make(mixture, len(shares))
	for i, s := range shares {
		m[i] = alternative{share: s, weight: s * weightUnit}
	}
	return m
}

// draw returns an alternative: by the shares if fixed, and otherwise by the weights.
func (m mixture) draw(r *Rand, fixed bool) int {
	of := func(i int) int {
		if fixed {
			return m[i].share
		}
		return m[i].weight
	}
	sum := 0
	for i := range m {
		sum += of(i)
	}
	x := r.Intn(sum)
	for i := range m {
		if x -= of(i); x < 0 {
			return i
		}
	}
	return 0
}

// count adds the results of a batch. of returns the alternative of a sample.
func (m mixture) count(batch []Sample, of func(*Sample) int) {
	buggy, fresh := 0, 0
	for i := range batch {
		if batch[i].Buggy {
			buggy++
		}
		if batch[i].Fresh {
			fresh++
		}
	}
	for i := range batch {
		s := &batch[i]
		a := &m[of(s)]
		a.buggy.add(s.Buggy, buggy, len(batch))
		a.fresh.add(s.Fresh, fresh, len(batch))
	}
}

// add counts an execution of a batch in which all of n executions showed something.
func (y *yield) add(shown bool, all, n int) {
	if shown {
		y.shown++
	}
	y.expected += float64(all) / float64(n)
}

// ratio returns how much more often the alternative showed something than expected.
func (y *yield) ratio() float64 { return (y.shown + yieldPrior) / (y.expected + yieldPrior) }

// weigh updates the weights from the yields. A weight is a share times the ratio of errors
// to this power, times the ratio of new behaviours to another power. That is the least
// power with which at least nineteen of twenty of the new behaviours under the shares are
// to be expected.
func (m mixture) weigh(power int) {
	for i := range m {
		m[i].weight = m[i].share
	}
	least := m.expectFresh() * 0.95
	for novelty := power / 8; novelty <= 4*power; novelty *= 2 {
		for i := range m {
			a := &m[i]
			tilt := raised(a.buggy.ratio(), power) * raised(a.fresh.ratio(), novelty)
			a.weight = int(float64(a.share*weightUnit) * min(max(tilt, 1./maxTilt), maxTilt))
		}
		if m.expectFresh() >= least {
			return
		}
	}
}

// expectFresh returns the mean ratio of new behaviours, by the weights. The explicit
// conversion of a product prevents fused multiplication and addition, which would round
// differently on some processors.
func (m mixture) expectFresh() float64 {
	fresh, sum := 0., 0
	for i := range m {
		fresh += float64(float64(m[i].weight) * m[i].fresh.ratio())
		sum += m[i].weight
	}
	return fresh / float64(sum)
}

// raised returns x to the power of n by multiplication alone, which gives the same result
// on all processors.
func raised(x float64, n int) float64 {
	p := 1.
	for range n {
		p *= x
	}
	return p
}
