package c11

import "fencepost/trace/clock"

import "sort"

// An scOrder is what is known of the seq_cst fences, which are numbered from 1 in
// execution order; that is their order in psc.
//
// psc of RC11 must follow execution order. Its edges that could run against it
// are those through mo and fr; they are kept from doing so by constraints on the
// modification order. Let w be a store and e a later access to the same location;
// w must not come after the store that e reads or writes if
//   - both are seq_cst;
//   - e is seq_cst and w happens before an earlier fence;
//   - w is seq_cst and executed before a fence that happens before e;
//   - a fence happens before e, and before that fence there was another that w,
//     or a load that read w, happens before.
//
// All threads' stores and loads count, not only those of the fences' threads.
type scOrder struct {
	count int32
	all   []int32 // what happens before any fence so far
	// past keeps for fence number f what happens before it or any earlier fence, as
	// long as some thread may come to need it.
	past   []int32
	number []int32
}

func (s *scOrder) reset(width int) {
	s.count = 0
	s.all = appendClock(s.all[:0], width)
	s.past, s.number = s.past[:0], s.number[:0]
}

func (s *scOrder) widen(old, width int) {
	s.all = widen(s.all, old, width)
	s.past = widen(s.past, old, width)
}

// fence adds a fence whose clock is now; the clock then knows of it.
func (s *scOrder) fence(now []int32) {
	s.count++
	now[scIndex] = s.count
	clock.Join(s.all, now)
	s.past = append(s.past, s.all...)
	s.number = append(s.number, s.count)
}

// before returns what happens before fence f or any earlier one, or nil if nobody comes to
// need it.
func (s *scOrder) before(f int32) []int32 {
	i := s.index(f)
	if i < 0 {
		return nil
	}
	w := len(s.all)
	return s.past[i*w : (i+1)*w]
}

func (s *scOrder) index(f int32) int {
	n := len(s.number)
	if n > 0 && s.number[n-1] == f {
		return n - 1
	}
	i := sort.Search(n, func(i int) bool { return s.number[i] >= f })
	if i == n || s.number[i] != f {
		return -1
	}
	return i
}

// An scStore is a seq_cst store; one made between the same two fences as a later
// one is left out.
type scStore struct {
	fences int32 // fences executed before it
	store  int32
}

// addSC notes that store s is seq_cst.
func (m *Memory) addSC(l *location, s int32) {
	n := len(l.sc)
	if n > 0 && l.sc[n-1].fences == m.sc.count {
		l.sc[n-1].store = s
		return
	}
	l.sc = append(l.sc, scStore{m.sc.count, s})
}

// scBefore returns the newest seq_cst store to l executed before fence f, or 0.
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
