package strategy

import "slices"

// Before any execution is known, the length is assumed to be random, between 2^firstLog and
// 2^lastLog.
const (
	firstLog = 3
	lastLog  = 8
)

// A length estimates the number of points of intervention of an execution: the median of
// the batches seen, new ones weighing a quarter.
type length struct {
	estimate float64 // 0: no execution is known
	given    bool    // the estimate is given and does not change
	sorted   []int
}

// givenLength returns a given length; 0: it is estimated.
func givenLength(n int) length { return length{estimate: float64(n), given: n > 0} }

func (l *length) learn(batch []Sample) {
	if l.given || len(batch) == 0 {
		return
	}
	l.sorted = l.sorted[:0]
	for _, s := range batch {
		l.sorted = append(l.sorted, s.Length)
	}
	slices.Sort(l.sorted)
	median := float64(l.sorted[len(l.sorted)/2])
	if l.estimate == 0 {
		l.estimate = median
	}
	l.estimate += (median - l.estimate) / 4
}

// draw returns the assumed length of an execution, at least 1.
func (l *length) draw(r *Rand) int {
	if l.estimate == 0 {
		return 1 << (firstLog + r.Intn(lastLog-firstLog+1))
	}
	return l.assumed()
}

// assumed returns the assumed length once executions are known.
func (l *length) assumed() int { return max(1, int(l.estimate+0.5)) }

// drawPoints returns n numbers of [1, k] in random order; they are different if k is at
// least n.
func drawPoints(dst []int, n, k int, r *Rand) []int {
	dst = dst[:0]
	for len(dst) < n {
		p := 1 + r.Intn(k)
		if len(dst) < k && slices.Contains(dst, p) {
			continue
		}
		dst = append(dst, p)
	}
	return dst
}
