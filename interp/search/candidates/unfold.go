package candidates

import (
	"context"
	"slices"

	"fencepost/interp/hardware/isa"
)

// DefaultPaths bounds the paths of a thread.
const DefaultPaths = 1 << 17

// maxComputing bounds the iterations of a loop that access no memory.
const maxComputing = 1000

// A known is a value that a location may hold.
type known struct {
	value  int64
	number int     // among the values of all locations; an initial value has the number of its location
	need   []uint8 // by location: lower bound of the writes needed to produce the value
	by     uint64  // threads that write it; all threads from 63 on share a bit
}

// An unfolding runs threads alone.
type unfolding struct {
	ctx      context.Context
	prog     *isa.Program
	unroll   int
	paths    int // bound for each thread
	most     int // bound of the operations that threads perform; 0: none
	steps    int
	coherent bool // the model implies coherence
	// speculative says that a write may be needed to take the branch on which it depends,
	// because the model does not order it after the reads that decide the branch.
	speculative bool

	known   [][]known // by location
	sizes   []uint8   // by location: size of its accesses; 0: none yet
	writes  [][]uint8 // by thread and location: the most writes of a path
	values  int
	changed bool // a value is new, or needs fewer writes, or a thread writes more often
	bounded string
}

func newUnfolding(p *isa.Program, o *Options) *unfolding {
	n := len(p.Locations)
	u := &unfolding{prog: p, unroll: o.Unroll, paths: o.MaxPaths, most: o.MaxChoices, coherent: o.Model.Coherent, speculative: o.Model.Speculative, known: make([][]known, n), sizes: make([]uint8, n), writes: make([][]uint8, len(p.Threads))}
	for l := range p.Locations {
		u.known[l] = []known{{value: p.Locations[l].Init, number: u.number(), need: make([]uint8, n)}}
	}
	for t := range u.writes {
		u.writes[t] = make([]uint8, n)
	}
	return u
}

// run runs all threads until no new value appears.
func (u *unfolding) run(ctx context.Context) (*paths, error) {
	u.ctx = ctx
	out := &paths{threads: make([][]*path, len(u.prog.Threads))}
	walkers := make([]*walker, len(u.prog.Threads))
	for t, th := range u.prog.Threads {
		walkers[t] = newWalker(u, t, th)
	}
	for u.changed = true; u.changed; {
		u.changed, u.bounded = false, ""
		for t, w := range walkers {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if u.speculative {
				if err := w.run(true); err != nil {
					return nil, err
				}
			}
			if err := w.run(false); err != nil {
				return nil, err
			}
			out.threads[t] = w.paths
		}
	}
	out.values, out.incomplete = u.values, u.bounded
	return out, nil
}

// learn records that a path writes value to location l, and needs at least the writes of need for it.
// It reports whether all threads together write that often.
func (u *unfolding) learn(thread, l int, value int64, need []uint8) bool {
	for i, n := range need {
		if n == 0 {
			continue
		}
		sum := 0
		for t := range u.writes {
			sum += int(u.writes[t][i])
		}
		if int(n) > sum {
			return false
		}
	}
	for i := range u.known[l] {
		k := &u.known[l][i]
		if k.value != value {
			continue
		}
		if by := threadBit(thread); k.by&by == 0 {
			k.by |= by
			u.changed = true
		}
		for j := range need {
			if need[j] < k.need[j] {
				k.need[j] = need[j]
				u.changed = true
			}
		}
		return true
	}
	u.known[l] = append(u.known[l], known{value, u.number(), slices.Clone(need), threadBit(thread)})
	u.changed = true
	return true
}

// writesOfOthers returns an upper bound of the writes of other threads to a location.
func (u *unfolding) writesOfOthers(thread, l int) (sum int) {
	for t := range u.writes {
		if t != thread {
			sum += int(u.writes[t][l])
		}
	}
	return sum
}

func threadBit(thread int) uint64 { return 1 << min(thread, 63) }

func (u *unfolding) number() int {
	u.values++
	return u.values - 1
}

// value returns the known value v of a location.
func (u *unfolding) value(l int, v int64) *known {
	for i := range u.known[l] {
		if k := &u.known[l][i]; k.value == v {
			return k
		}
	}
	panic("a path has a value that is not known")
}
