package predict

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"fencepost/models"
)

// A Cycle is a predicted violation: sites l1, l1', l2, l2', ... where li and
// li' are in program order, in threads of their own, and li' and the next l
// race. Of its rotations it is the one with the smallest numbers.
type Cycle struct {
	Sites     []int32
	Relaxable []bool // by i: the model may relax the program order from li to li'
}

// String returns the sites' numbers, as the paper writes them: (1,3,4,5).
func (c Cycle) String() string {
	var s strings.Builder
	for i, site := range c.Sites {
		if i > 0 {
			s.WriteByte(',')
		}
		fmt.Fprint(&s, site)
	}
	return "(" + s.String() + ")"
}

// A siteSeq is the sites of a cycle, the rest filled with -1.
type siteSeq [2 * maxPairs]int32

// edgeSet is a set of po edges, a bit each.
type edgeSet uint8

// A record is what is known of a cycle, from all its instances.
type record struct {
	sites   siteSeq
	pairs   int
	ordered bool               // so far each instance has a race that creation and join forbid
	relaxed [numModels]edgeSet // by model; of instances that count
}

// add records an instance of a cycle. If ordered is set, creation or join
// forbids it.
func (p *Predictor) add(sites *siteSeq, pairs int, ordered bool, relaxed *[numModels]edgeSet) {
	start := smallestRotation(sites, pairs)
	var k siteSeq
	for i := range k {
		k[i] = -1
		if i < 2*pairs {
			k[i] = sites[(2*start+i)%(2*pairs)]
		}
	}
	n, ok := p.records[k]
	if !ok {
		if len(p.cycles) >= maxRecords*p.o.MaxCycles {
			p.cut = true
			return
		}
		n = int32(len(p.cycles))
		p.records[k] = n
		p.cycles = append(p.cycles, record{sites: k, pairs: pairs, ordered: true})
	}
	if ordered && !p.o.Coarse && !p.o.KeepOrdered {
		return
	}
	r := &p.cycles[n]
	r.ordered = false
	for m, e := range relaxed {
		e = e.rotate(start, pairs)
		r.relaxed[m] |= e
		// A cycle such as (1,2,1,2) equals some of its rotations.
		for shift := 1; shift < pairs; shift++ {
			if rotationEquals(&k, pairs, shift) {
				r.relaxed[m] |= e.rotate(shift, pairs)
			}
		}
	}
}

// smallestRotation returns by how many pairs to rotate the sites.
func smallestRotation(s *siteSeq, pairs int) int {
	best := 0
	for r := 1; r < pairs; r++ {
		for i := range 2 * pairs {
			if c := cmp.Compare(s[(2*r+i)%(2*pairs)], s[(2*best+i)%(2*pairs)]); c != 0 {
				if c < 0 {
					best = r
				}
				break
			}
		}
	}
	return best
}

func rotationEquals(s *siteSeq, pairs, shift int) bool {
	for i := range 2 * pairs {
		if s[i] != s[(2*shift+i)%(2*pairs)] {
			return false
		}
	}
	return true
}

// rotate makes edge start the first.
func (e edgeSet) rotate(start, pairs int) edgeSet {
	return (e>>start | e<<(pairs-start)) & (1<<pairs - 1)
}

// kept returns the cycles left for a model, ranked.
func (p *Predictor) kept(m *models.Model) []Cycle {
	n := slices.Index(p.hardware, m)
	switch {
	case n >= 0:
	case m.Native:
		n = c11
	default:
		n = unknownModel
	}
	return p.keptFor(n, m.PPO == nil || m.PPO.Relaxes())
}

// candidates returns the cycles left for a model of which nothing is known.
func (p *Predictor) candidates() []Cycle { return p.keptFor(unknownModel, true) }

func (p *Predictor) keptFor(n int, relaxes bool) []Cycle {
	var of []*record
	for i := range p.cycles {
		r := &p.cycles[i]
		if p.o.Coarse || !r.ordered && (p.o.KeepUnrelaxed || relaxes && r.relaxed[n] != 0) {
			of = append(of, r)
		}
	}
	edges := func(r *record) edgeSet {
		if !relaxes {
			return 0
		}
		return r.relaxed[n]
	}
	slices.SortFunc(of, func(a, b *record) int {
		return cmp.Or(cmp.Compare(a.pairs, b.pairs),
			cmp.Compare(bits.OnesCount8(uint8(edges(b))), bits.OnesCount8(uint8(edges(a)))),
			slices.Compare(a.sites[:], b.sites[:]))
	})
	list := make([]Cycle, len(of))
	for i, r := range of {
		list[i].Sites = r.sites[: 2*r.pairs : 2*r.pairs]
		list[i].Relaxable = make([]bool, r.pairs)
		for j := range list[i].Relaxable {
			list[i].Relaxable[j] = edges(r)>>j&1 != 0
		}
	}
	return list
}
