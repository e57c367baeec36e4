package c11

import (
	"slices"
	"sort"
)

// An scOrder records the seq_cst fences. They are numbered from 1 in execution order, which is their
// order in psc.
//
// psc of RC11 must follow execution order. Its edges through mo and fr could run against it;
// constraints on the modification order exclude that. Let w be a store and e a later access to
// the same location. w must not come after the store that e reads or writes if
//   - both are seq_cst;
//   - e is seq_cst and w happens before an earlier fence;
//   - w is seq_cst and executed before a fence that happens before e;
//   - a fence happens before e, and w, or a load that read w, happens before that fence or an
//     earlier one.
//
// The stores and loads of all threads count, not only of the fences' threads. In C++20 the order among
// seq_cst operations contains the coherence order, so in the first three rules w may also be the store
// that a load read, if the load satisfies the condition on w.
type scOrder struct {
	count int32
	all   []int32 // join of the clocks of all fences so far
	// clocks has, for each fence in number, the events that happen before it or an earlier fence.
	// Fences that no thread can need any more are removed.
	clocks []int32
	number []int32
}

func (s *scOrder) reset(width int) {
	s.count = 0
	s.all = appendClock(s.all[:0], width)
	s.clocks, s.number = s.clocks[:0], s.number[:0]
}

func (s *scOrder) widen(old, width int) {
	s.all = widen(s.all, old, width)
	s.clocks = widen(s.clocks, old, width)
}

// fence adds a fence whose clock, now, is in all. Both then know of it.
func (s *scOrder) fence(now []int32) {
	s.count++
	now[scIndex], s.all[scIndex] = s.count, s.count
	s.clocks = append(s.clocks, s.all...)
	s.number = append(s.number, s.count)
}

// before returns the events that happen before fence f or any earlier fence, or nil if no thread can
// need them.
func (s *scOrder) before(f int32) []int32 {
	i := s.index(f)
	if i < 0 {
		return nil
	}
	w := len(s.all)
	return s.clocks[i*w : (i+1)*w]
}

// index returns the index of fence f, or -1 if it was removed. Mostly no later fence was removed.
func (s *scOrder) index(f int32) int {
	n := len(s.number)
	if n == 0 {
		return -1
	}
	if i := n - 1 - int(s.number[n-1]-f); i >= 0 && i < n && s.number[i] == f {
		return i
	}
	if i, found := slices.BinarySearch(s.number, f); found {
		return i
	}
	return -1
}

// An scStore is a store that a seq_cst operation wrote or, in C++20, read. Of the stores between two
// consecutive fences only the last is kept: the others come before it.
type scStore struct {
	fences int32 // number of fences executed before it
	store  int32
}

// addSC records store s of a seq_cst operation.
func (m *Memory) addSC(l *location, s int32) {
	n := len(l.sc)
	if n > 0 && l.sc[n-1].fences == m.sc.count {
		l.sc[n-1].store = s
		return
	}
	l.sc = append(l.sc, scStore{m.sc.count, s})
}

// scBefore returns the store to l of the latest seq_cst operation before fence f, or 0.
func (l *location) scBefore(f int32) int32 {
	i := len(l.sc)
	if i > 0 && l.sc[i-1].fences >= f {
		i = sort.Search(i, func(i int) bool { return l.sc[i].fences >= f })
	}
	if i == 0 {
		return 0
	}
	return l.sc[i-1].store
}
