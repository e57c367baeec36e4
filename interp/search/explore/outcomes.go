package explore

import (
	"maps"
	"slices"
)

// outcomes counts the executions of distinct outcomes, and keeps the counts of the least
// MaxOutcomes of them. The greatest outcome that is kept only decreases, so an outcome that is
// kept in the end was counted from the start, by every worker.
type outcomes struct {
	counts map[string]*int64
	full   bool   // outcomes were dropped
	last   string // if full: the greatest that is kept
	others int64  // executions of outcomes that were dropped
}

// add counts an execution.
func (o *outcomes) add(outcome []byte) { o.addAll(outcome, 1) }

func (o *outcomes) addAll(outcome []byte, n int64) {
	if c := o.counts[string(outcome)]; c != nil {
		*c += n
		return
	}
	if o.full && string(outcome) > o.last {
		o.others += n
		return
	}
	c := new(int64)
	*c = n
	o.counts[string(outcome)] = c
	if len(o.counts) > 2*MaxOutcomes {
		o.trim()
	}
}

// trim drops the greatest outcomes.
func (o *outcomes) trim() {
	names := slices.Sorted(maps.Keys(o.counts))
	if len(names) <= MaxOutcomes {
		return
	}
	for _, s := range names[MaxOutcomes:] {
		o.others += *o.counts[s]
		delete(o.counts, s)
	}
	o.full, o.last = true, names[MaxOutcomes-1]
}

// merge adds the counts of another worker.
func (o *outcomes) merge(p *outcomes) {
	if p.full && (!o.full || p.last < o.last) {
		o.full, o.last = true, p.last
	}
	for s, n := range o.counts {
		if o.full && s > o.last {
			o.others += *n
			delete(o.counts, s)
		}
	}
	for s, n := range p.counts {
		o.addAll([]byte(s), *n)
	}
	o.others += p.others
}

func (o *outcomes) report() (counts map[string]int64, others int64) {
	o.trim()
	counts = map[string]int64{}
	for s, n := range o.counts {
		counts[s] = *n
	}
	return counts, o.others
}
