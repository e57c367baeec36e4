package explore

import (
	"cmp"
	"slices"
)

// The parts of a lock word. Critical sections that conflict have a part in common, so that their
// order is branched on. Of the pairs of holders that conflict, groups are made in which each
// conflicts with each. Each group has a part, and a holder has the parts of all its groups. So one
// writer and many readers of the same data have a part for each reader. The writer takes all parts in
// turn, and no reader waits for another reader. (A "big reader lock" does the same.)
//
// A holder takes all parts but the last by auxiliary events (axiom.Event.Auxiliary). The VM does not
// know these events, and no display shows them. They come before the operation that takes the lock, in
// the order of the parts. So no two threads wait for each other. The auxiliary events that release the
// parts come after the operation that releases the lock. So no thread enters a section that another
// has not left.

// A Holder is a thread that takes a lock, either as a reader or to the exclusion of all others.
type Holder struct {
	Thread int32 `json:"thread"`
	Shared bool  `json:"shared,omitempty"` // as a reader
}

// compare orders holders.
func (h Holder) compare(o Holder) int {
	switch c := cmp.Compare(h.Thread, o.Thread); {
	case c != 0 || h.Shared == o.Shared:
		return c
	case h.Shared:
		return 1
	}
	return -1
}

// own returns the number of the part that h has if it conflicts with no other.
func (h Holder) own() int32 {
	if h.Shared {
		return 2*h.Thread + 2
	}
	return 2*h.Thread + 1
}

// A Doubt says why an execution may stand for none: the location at an address is to have no parts,
// or it matters which thread drops the last reference that is counted there, or threads await a count there, or
// two holders of the lock there are to have a part in common. It is plain data.
type Doubt struct {
	Addr    uint64    `json:"addr"`
	Whole   bool      `json:"whole,omitempty"`
	Last    bool      `json:"last,omitempty"`
	Awaited bool      `json:"awaited,omitempty"`
	Count   uint64    `json:"count,omitempty"` // with Last: what the drop of the last reference reads
	Lock    bool      `json:"lock,omitempty"`  // with Whole: it is a lock word
	Holders [2]Holder `json:"holders"`
}

// newDoubt returns the doubt that two holders have no part in common.
func newDoubt(addr uint64, a, b Holder) Doubt {
	if a.compare(b) > 0 {
		a, b = b, a
	}
	return Doubt{Addr: addr, Holders: [2]Holder{a, b}}
}

// A partition says which locations have parts, and which parts of lock words the holders of locks have.
// It never changes.
type partition struct {
	whole map[uint64]bool    // by address: the location has no parts
	locks int                // how many of these are lock words
	parts map[member][]int32 // the numbers of several holders' parts, which are negative
	last  map[uint64]uint64  // by address: what the drop of the last reference reads, if it matters which that is: see last.go

	awaited map[uint64]bool // by address: threads await the count there: see awaited.go

	auxiliary bool // there are auxiliary events: a holder has several parts, or last or awaited has an address
}

// A member is a holder of the lock at an address.
type member struct {
	addr uint64
	Holder
}

// maxWhole is how many lock words turn out to have no parts before the search gives none parts. With
// locks that are taken within others, as hand over hand, each further one begins it anew.
const maxWhole = 4

const (
	maxDoubts = 256 // a search that begins anew with more does without parts
	maxGroups = 16  // of one holder
)

// newPartition returns the partition for the search that doubts begin anew.
func newPartition(doubts []Doubt) *partition {
	p := &partition{whole: map[uint64]bool{}, parts: map[member][]int32{}, last: map[uint64]uint64{}, awaited: map[uint64]bool{}}
	pairs := map[uint64]conflicts{}
	for _, d := range doubts {
		switch {
		case d.Whole:
			if p.whole[d.Addr] = true; d.Lock {
				p.locks++
			}
		case d.Last:
			p.last[d.Addr], p.auxiliary = d.Count, true
		case d.Awaited:
			p.awaited[d.Addr], p.auxiliary = true, true
		case pairs[d.Addr] == nil:
			pairs[d.Addr] = conflicts{d.Holders: true}
		default:
			pairs[d.Addr][d.Holders] = true
		}
	}
	for addr, c := range pairs {
		p.divide(addr, c)
	}
	return p
}

// divide makes the parts of the lock word at addr, of which some holders conflict. A reader has one
// part. With several, it would have to count as a reader in each. So the writers of what a reader reads
// are made to conflict with each other.
func (p *partition) divide(addr uint64, c conflicts) {
	c.link(func(a, b, common Holder) bool { return common.Shared && !a.Shared && !b.Shared })
	groups := c.groups()
	for h, n := range number(groups) {
		if n > maxGroups || h.Shared && n > 1 {
			c.link(func(a, b, common Holder) bool { return true })
			groups = c.groups()
			break
		}
	}
	for i, group := range groups {
		for _, h := range group {
			m := member{addr, h}
			p.parts[m] = append(p.parts[m], -int32(i)-1)
			p.auxiliary = p.auxiliary || len(p.parts[m]) > 1
		}
	}
}

// number returns how many groups each holder is in.
func number(groups [][]Holder) map[Holder]int {
	n := map[Holder]int{}
	for _, group := range groups {
		for _, h := range group {
			n[h]++
		}
	}
	return n
}

// of returns the k-th part of holder h of the lock at addr, and how many it has.
func (p *partition) of(addr uint64, h Holder, k int) (part int32, n int) {
	if list := p.parts[member{addr, h}]; len(list) > 0 {
		return list[min(k, len(list)-1)], len(list)
	}
	return h.own(), 1
}

// share reports whether two holders of the lock at addr have a part in common.
func (p *partition) share(addr uint64, a, b Holder) bool {
	list := p.parts[member{addr, b}]
	return slices.ContainsFunc(p.parts[member{addr, a}], func(n int32) bool { return slices.Contains(list, n) })
}

// conflicts has the pairs of holders of a lock that conflict, the lesser first.
type conflicts map[[2]Holder]bool

func (c conflicts) has(a, b Holder) bool { return c[[2]Holder{a, b}] || c[[2]Holder{b, a}] }

// holders returns the holders that conflict with others, in order.
func (c conflicts) holders() (list []Holder) {
	for pair := range c {
		list = append(list, pair[:]...)
	}
	slices.SortFunc(list, Holder.compare)
	return slices.Compact(list)
}

// link has every two holders conflict that conflict with a common one, where also says so.
func (c conflicts) link(also func(a, b, common Holder) bool) {
	list := c.holders()
	for changed := true; changed; {
		changed = false
		for _, common := range list {
			for i, a := range list {
				for _, b := range list[i+1:] {
					if c.has(a, common) && c.has(b, common) && !c.has(a, b) && also(a, b, common) {
						c[[2]Holder{a, b}], changed = true, true
					}
				}
			}
		}
	}
}

// groups returns groups of holders, in each of which every two conflict, so that every two that
// conflict are in one.
func (c conflicts) groups() (groups [][]Holder) {
	list := c.holders()
	covered := conflicts{}
	for i, a := range list {
		for _, b := range list[i+1:] {
			if !c.has(a, b) || covered.has(a, b) {
				continue
			}
			group := []Holder{a, b}
			for _, h := range list {
				if !slices.Contains(group, h) && !slices.ContainsFunc(group, func(o Holder) bool { return !c.has(o, h) }) {
					group = append(group, h)
				}
			}
			for k, h := range group {
				for _, o := range group[:k] {
					covered[[2]Holder{o, h}] = true
				}
			}
			groups = append(groups, group)
		}
	}
	return groups
}
