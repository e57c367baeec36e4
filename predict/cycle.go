package predict

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"fencepost/models"
)

// A Cycle is a predicted violation: sites l1, l1', l2, l2', ..., where li and li' are in
// program order, each pair in a thread of its own, and li' and the next l race. Of its
// rotations it is the one with the smallest numbers.
type Cycle struct {
	Number    int // from 1; it does not depend on Options.Models
	Sites     []int32
	Relaxable []bool // by i: the model may relax the program order from li to li'
	Ways      int    // number of pairs that may be relaxed; Join adds up those under several models
	Unseen    int    // minimal number of its races of two writes, which no read sees
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

// edgeSet is a set of po edges of a cycle, a bit each.
type edgeSet uint64

// A record summarises all instances of a cycle.
type record struct {
	sites   []int32
	unseen  int                // minimum over its valid instances
	number  int                // number of the cycle; 0 until cycles are numbered
	ordered bool               // each instance so far has a race that creation and join forbid
	relaxed [numModels]edgeSet // by model; over its valid instances
}

// add records an instance of a cycle. ordered says that creation or join forbids it.
func (p *Predictor) add(sites []int32, unseen int, ordered bool, relaxed *[numModels]edgeSet) {
	start := smallestRotation(sites)
	p.rotated = append(append(p.rotated[:0], sites[2*start:]...), sites[:2*start]...)
	p.key = p.key[:0]
	for _, site := range p.rotated {
		p.key = binary.LittleEndian.AppendUint32(p.key, uint32(site))
	}
	n, ok := p.records[string(p.key)]
	if !ok {
		if len(p.cycles) >= maxRecords*p.o.MaxCycles {
			p.cut = true
			return
		}
		n = int32(len(p.cycles))
		p.records[string(p.key)] = n
		p.cycles = append(p.cycles, record{sites: slices.Clone(p.rotated), unseen: len(sites), ordered: true})
	}
	pairs := len(sites) / 2
	if ordered && !p.o.Coarse && !p.o.KeepOrdered {
		return
	}
	r := &p.cycles[n]
	r.ordered, r.unseen = false, min(r.unseen, unseen)
	for m, e := range relaxed {
		e = e.rotate(start, pairs)
		r.relaxed[m] |= e
		// A cycle such as (1,2,1,2) equals some of its rotations.
		for shift := 1; shift < pairs; shift++ {
			if rotationEquals(r.sites, shift) {
				r.relaxed[m] |= e.rotate(shift, pairs)
			}
		}
	}
}

// smallestRotation returns by how many pairs to rotate the sites to get the smallest
// rotation.
func smallestRotation(s []int32) int {
	pairs, best := len(s)/2, 0
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

func rotationEquals(s []int32, shift int) bool {
	for i := range s {
		if s[i] != s[(2*shift+i)%len(s)] {
			return false
		}
	}
	return true
}

// rotate rotates the set so that edge start becomes the first.
func (e edgeSet) rotate(start, pairs int) edgeSet {
	return (e>>start | e<<(pairs-start)) & (1<<pairs - 1)
}

// kept returns the cycles left for a model, in the order of Cycles.
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

// candidates returns the cycles left for a model of which nothing is assumed.
func (p *Predictor) candidates() []Cycle { return p.keptFor(unknownModel, true) }

func (p *Predictor) keptFor(n int, relaxes bool) []Cycle {
	p.number()
	of := p.ranked(n, relaxes)
	list := make([]Cycle, len(of))
	for i, r := range of {
		list[i].Number = r.number
		list[i].Sites, list[i].Unseen = r.sites, r.unseen
		list[i].Relaxable = make([]bool, len(r.sites)/2)
		for j := range list[i].Relaxable {
			list[i].Relaxable[j] = relaxes && r.relaxed[n]>>j&1 != 0
			if list[i].Relaxable[j] {
				list[i].Ways++
			}
		}
	}
	return list
}

// Join merges lists of cycles of one predictor under several models: each cycle once, by
// number.
func Join(lists ...[]Cycle) (all []Cycle) {
	at := map[int]int{} // by number: index into all
	for _, c := range slices.Concat(lists...) {
		i, known := at[c.Number]
		if !known {
			at[c.Number] = len(all)
			c.Relaxable = slices.Clone(c.Relaxable)
			all = append(all, c)
			continue
		}
		all[i].Ways += c.Ways
		for j, relaxable := range c.Relaxable {
			all[i].Relaxable[j] = all[i].Relaxable[j] || relaxable
		}
	}
	slices.SortFunc(all, func(a, b Cycle) int { return cmp.Compare(a.Number, b.Number) })
	return all
}

// number numbers the cycles: first the cycles of the first model of models.Relaxed, then the
// additional cycles of each other model, then the rest.
func (p *Predictor) number() {
	if p.numbered {
		return
	}
	p.numbered = true
	for i := range p.cycles {
		p.cycles[i].number = 0
	}
	next := 1
	give := func(list []*record) {
		for _, r := range list {
			if r.number == 0 {
				r.number = next
				next++
			}
		}
	}
	for n := range models.Relaxed() {
		give(p.ranked(n, true))
	}
	give(p.ranked(unknownModel, true))
}

// ranked returns the records of the cycles left for a model, in the order of Cycles.
func (p *Predictor) ranked(n int, relaxes bool) (of []*record) {
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
		return cmp.Or(cmp.Compare(len(a.sites), len(b.sites)),
			cmp.Compare(bits.OnesCount64(uint64(edges(b))), bits.OnesCount64(uint64(edges(a)))),
			slices.Compare(a.sites, b.sites))
	})
	return of
}
