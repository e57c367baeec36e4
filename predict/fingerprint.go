package predict

import (
	"cmp"
	"slices"
)

// A printer computes fingerprints: hashes of the whole input of a search. Executions with
// equal fingerprints have the same cycles. A printer reuses its memory.
type printer struct {
	locs []int32 // by location: 1 + its number in order of appearance
	ends []end
}

// An end is the first or last occurrence of a summary.
type end struct{ at, id int32 }

// fingerprint returns the fingerprint of x, which s has prepared. It depends on the order of the
// summaries' first and last events. It does not depend on location numbers or on the number
// of iterations of loops. It takes the square of the number of a thread's summaries, and goes on as long
// as spend, which may be nil, reports true; ok is false if it did not.
func (p *printer) fingerprint(x *execution, s *search, spend func(steps int) bool) (d digest, ok bool) {
	p.locs = append(p.locs[:0], make([]int32, len(s.byLoc.start))...)
	locs := int32(0)
	for i := range x.segments.all {
		g := &x.segments.all[i]
		d.mix(uint64(g.thread)<<32 | uint64(g.width))
		for _, n := range x.segments.clock(int32(i)) {
			d.mix(uint64(n))
		}
	}
	for t := range max(len(s.byThread.start)-1, 0) {
		list := s.byThread.list(int32(t))
		d.mix(1 << 63)
		p.ends = p.ends[:0]
		looked := 0 // pairs since spend was called
		for k, i := range list {
			if looked += len(list); looked > spendEvery && spend != nil {
				if !spend(0) {
					return d, false
				}
				looked = 0
			}
			q := &x.summaries[i]
			if p.locs[q.loc] == 0 {
				locs++
				p.locs[q.loc] = locs
			}
			d.mix(uint64(x.segments.all[q.segment].n)<<32 | uint64(uint32(q.site)))
			d.mix(uint64(p.locs[q.loc])<<8 | uint64(q.kind))
			var bits uint64
			for m, j := range list {
				bits = bits<<8 | uint64(relaxable(&x.summaries[j], q))
				if m%8 == 7 {
					d.mix(bits)
				}
			}
			d.mix(bits)
			if x.c11 {
				d.mix(uint64(q.order))
				for _, j := range list {
					d.mix(uint64(q.openBits(&x.summaries[j])))
				}
			}
			p.ends = append(p.ends, end{q.first, int32(2 * k)}, end{q.last, int32(2*k + 1)})
		}
		slices.SortFunc(p.ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
		for _, e := range p.ends {
			d.mix(uint64(e.id))
		}
	}
	return d, true
}
