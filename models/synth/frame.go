package synth

// A frame holds the relations of an execution, restricted to some of its events, that do
// not depend on memory orders.
type frame struct {
	skeleton *skeleton
	alive    set
	fences   set
	writes   set
	reads    set

	sb, sbLoc matrix // sb; sb between accesses to one location
	ext       matrix // pairs of different threads
	rf, mo    matrix
	fr        matrix // a read without its source has none
	frKept    matrix // fr in the whole execution
	rmw       matrix // between the halves of an RMW of two events
	fenceSB   matrix // ([F];sb)?
	sbFence   matrix // (sb;[F])?

	sync   matrix // sw without the orders of its ends
	bad    matrix // pairs that must not be in hb
	broken axiomSet
}

// intact says that no RMW is split.
const intact = -1

// prepare computes the relations of the events in alive. If split is an event, it is the
// read of an RMW that is split into a read and a write. Derived relations are computed
// again; frKept is fr in the whole execution.
func (f *frame) prepare(s *skeleton, alive set, split int) {
	*f = frame{skeleton: s, alive: alive}
	for a := range s.n {
		if !alive.has(a) {
			continue
		}
		bit := set(1) << a
		switch k := s.kind[a]; {
		case k == Fence:
			f.fences |= bit
		default:
			if k.Writes() {
				f.writes |= bit
			}
			if k.Reads() {
				f.reads |= bit
			}
		}
		if o := int(s.other[a]); o > a && alive.has(o) && a != split {
			f.rmw |= pair(a, o)
		}
		for b := range s.n {
			if !alive.has(b) || a == b {
				continue
			}
			same := s.loc[a] >= 0 && s.loc[a] == s.loc[b]
			if s.thread[a] != s.thread[b] {
				f.ext |= pair(a, b)
			} else if a < b {
				f.sb |= pair(a, b)
				if same {
					f.sbLoc |= pair(a, b)
				}
			}
			if !same || !s.kind[b].Writes() {
				continue
			}
			if s.kind[a].Writes() && s.rank[a] < s.rank[b] {
				f.mo |= pair(a, b)
			}
			if s.kind[a].Reads() {
				src := int(s.rf[a])
				if src == b {
					f.rf |= pair(b, a)
				}
				if src < 0 || s.rank[src] < s.rank[b] {
					f.frKept |= pair(a, b)
					if src < 0 || alive.has(src) {
						f.fr |= pair(a, b)
					}
				}
			}
		}
	}
	f.fenceSB = identity | f.sb.from(f.fences)
	f.sbFence = identity | f.sb.to(f.fences)
}
