package synth

// A skeleton is a program without memory orders, with an execution of it. The events of a
// thread are adjacent and in program order.
type skeleton struct {
	n, threads, locs int
	kind             [MaxEvents]Kind
	thread           [MaxEvents]int8
	loc              [MaxEvents]int8 // -1 for a fence
	other            [MaxEvents]int8 // the other half of an RMW of two events; -1: none

	rf   [MaxEvents]int8 // the source of a read; -1 for the initial value, or if it is no read
	rank [MaxEvents]int8 // of a write: number of earlier writes to its location
}

// An rmws says how a model represents RMWs.
type rmws uint8

const (
	single rmws = iota // one event
	halves             // a read and a write, adjacent
)

// A shape is the start of an enumeration: the lengths of the threads, in descending order,
// and the kind of each event.
type shape struct {
	skeleton
	rmws int
}

// shapes lists the shapes of programs of n events. Threads of the same length are
// interchangeable, so their kinds are in descending order. A fence is neither first nor
// last in its thread: in every model a first or last fence is in no relation that matters,
// so no forbidden execution needs it.
func (m *Model) shapes(n, maxRMWs int) []shape {
	var list []shape
	var s shape
	s.n = n
	var starts [MaxEvents + 1]int // index of the first event of each thread
	var grow func(e, length, left int)
	grow = func(e, length, left int) {
		if left > 0 {
			for _, k := range []Kind{Read, Write, RMW, Fence} {
				width := 1
				switch {
				case k == Fence && (left == length || left == 1):
					continue
				case k == RMW && m.rmws == halves:
					width = 2
				}
				if width > left || k == RMW && s.rmws == maxRMWs {
					continue
				}
				s.put(e, k, width)
				if k == RMW {
					s.rmws++
				}
				grow(e+width, length, left-width)
				if k == RMW {
					s.rmws--
				}
			}
			return
		}
		if length > 0 {
			if s.threads > 1 && s.descends(starts[s.threads-2], starts[s.threads-1], length) {
				return
			}
		}
		if e == n {
			if s.threads >= m.minThreads {
				list = append(list, s)
			}
			return
		}
		if length == 0 {
			length = n
		}
		starts[s.threads] = e
		s.threads++
		for next := min(length, n-e); next > 0; next-- {
			grow(e, next, next)
		}
		s.threads--
	}
	grow(0, 0, 0)
	return list
}

// put stores an event, or both halves of an RMW, at e.
func (s *skeleton) put(e int, k Kind, width int) {
	for h := range width {
		s.kind[e+h], s.thread[e+h], s.other[e+h] = k, int8(s.threads-1), -1
	}
	if width == 2 {
		s.kind[e], s.other[e] = Read, int8(e+1)
		s.kind[e+1], s.other[e+1] = Write, int8(e)
	}
}

// descends reports whether the thread at a has smaller kinds than the one at b, which is of
// the same length.
func (s *skeleton) descends(a, b, length int) bool {
	if b-a != length {
		return false
	}
	for i := range length {
		x, y := s.sortKey(a+i), s.sortKey(b+i)
		if x != y {
			return x < y
		}
	}
	return false
}

func (s *skeleton) sortKey(e int) int {
	k := 2 * int(s.kind[e])
	if s.other[e] >= 0 {
		k++
	}
	return k
}

// programs calls visit with every assignment of locations to the accesses of s. Each
// location has at least two accesses, one of them a write: a single access to a location is
// in no relation except sb.
func (s *skeleton) programs(visit func()) {
	var count, writes [MaxEvents]int
	var place func(e int)
	place = func(e int) {
		if e == s.n {
			for l := range s.locs {
				if count[l] < 2 || writes[l] == 0 {
					return
				}
			}
			visit()
			return
		}
		if s.kind[e] == Fence {
			s.loc[e] = -1
			place(e + 1)
			return
		}
		w := 0
		if s.kind[e].Writes() {
			w = 1
		}
		first, last := 0, s.locs
		if o := int(s.other[e]); o >= 0 && o < e { // the write half
			first, last = int(s.loc[o]), int(s.loc[o])
		}
		for l := first; l <= last; l++ {
			fresh := l == s.locs
			if fresh {
				if s.missing(&count) >= s.n-e {
					continue // no access is left to be its second one
				}
				s.locs++
			}
			s.loc[e] = int8(l)
			count[l]++
			writes[l] += w
			place(e + 1)
			count[l]--
			writes[l] -= w
			if fresh {
				s.locs--
			}
		}
	}
	s.locs = 0
	place(0)
}

// missing returns the number of accesses that the locations still need.
func (s *skeleton) missing(count *[MaxEvents]int) int {
	n := 1
	for l := range s.locs {
		if count[l] < 2 {
			n++
		}
	}
	return n
}

// A history is the part of an execution that concerns one location: the sources of its
// reads, and the order of its writes.
type history struct {
	rf, rank [MaxEvents]int8
}

// histories appends the histories of location l to list: every order of its writes with
// every choice of sources. An RMW does not read from itself.
func (s *skeleton) histories(l int, list []history) []history {
	var h history
	var reads, writes []int
	for e := range s.n {
		if int(s.loc[e]) != l {
			continue
		}
		if s.kind[e].Reads() {
			reads = append(reads, e)
		}
		if s.kind[e].Writes() {
			writes = append(writes, e)
		}
	}
	var source func(i int)
	source = func(i int) {
		if i == len(reads) {
			list = append(list, h)
			return
		}
		h.rf[reads[i]] = -1
		source(i + 1)
		for _, w := range writes {
			if w != reads[i] {
				h.rf[reads[i]] = int8(w)
				source(i + 1)
			}
		}
	}
	var used set
	var order func(rank int)
	order = func(rank int) {
		if rank == len(writes) {
			source(0)
			return
		}
		for _, w := range writes {
			if !used.has(w) {
				used |= 1 << w
				h.rank[w] = int8(rank)
				order(rank + 1)
				used &^= 1 << w
			}
		}
	}
	order(0)
	return list
}

// take makes a history of location l part of the execution.
func (s *skeleton) take(l int, h *history) {
	for e := range s.n {
		if int(s.loc[e]) == l {
			s.rf[e], s.rank[e] = h.rf[e], h.rank[e]
		}
	}
}

// located returns the set of events of location l.
func (s *skeleton) located(l int) set {
	var t set
	for e := range s.n {
		if int(s.loc[e]) == l {
			t |= 1 << e
		}
	}
	return t
}

// all returns the set of all events.
func (s *skeleton) all() set { return set(1<<s.n - 1) }
