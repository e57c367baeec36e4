package predict

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"slices"
)

// A fingerprint is a hash of all that a search depends on. Executions with
// equal fingerprints have the same cycles.
type fingerprint [sha256.Size]byte

// A printer computes fingerprints; its memory is reused.
type printer struct {
	hash hash.Hash
	buf  []byte  // not yet hashed
	locs []int32 // by location: 1 + its number in order of appearance
	ends []end
}

// An end is the first or last occurrence of a summary.
type end struct{ at, id int32 }

func (p *printer) int(v int32) { p.buf = binary.LittleEndian.AppendUint32(p.buf, uint32(v)) }

func (p *printer) flush() {
	p.hash.Write(p.buf)
	p.buf = p.buf[:0]
}

// of returns the fingerprint of x, prepared in s. It depends neither on the
// numbers of the locations nor on how often a loop went round, but on the order
// of the summaries' ends.
func (p *printer) of(x *execution, s *search) fingerprint {
	if p.hash == nil {
		p.hash = sha256.New()
	}
	p.hash.Reset()
	p.locs = append(p.locs[:0], make([]int32, len(s.byLoc.start))...)
	locs := int32(0)
	for i := range x.segments.all {
		g := &x.segments.all[i]
		p.int(g.thread)
		p.int(g.width)
		for _, n := range x.segments.clock(int32(i)) {
			p.int(n)
		}
	}
	for t := range max(len(s.byThread.start)-1, 0) {
		list := s.byThread.list(int32(t))
		p.int(-1)
		p.ends = p.ends[:0]
		for k, i := range list {
			q := &x.summaries[i]
			if p.locs[q.loc] == 0 {
				locs++
				p.locs[q.loc] = locs
			}
			p.int(x.segments.all[q.segment].n)
			p.int(q.site)
			p.int(p.locs[q.loc])
			p.buf = append(p.buf, byte(q.kind))
			for _, j := range list {
				if o := &x.summaries[j]; o.local < maxTracked && q.local < maxTracked {
					p.buf = append(p.buf, relaxable(o, q))
				}
			}
			p.flush()
			p.ends = append(p.ends, end{q.first, int32(2 * k)}, end{q.last, int32(2*k + 1)})
		}
		slices.SortFunc(p.ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
		for _, e := range p.ends {
			p.int(e.id)
		}
	}
	p.flush()
	var f fingerprint
	p.hash.Sum(f[:0])
	return f
}
