package strategy

import "fencepost/interp"

// PCT is probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): threads have
// random priorities, the enabled thread of highest priority runs, and at depth-1 random
// points of the execution the thread about to run drops below all others. Under sequential
// consistency it finds a bug that needs depth ordering constraints with probability at
// least 1/(n k^(depth-1)) an execution, for n threads and k decisions.
//
// It differs from the paper in these points. The commits of a thread's pending stores are a
// thread with a priority of its own, so the bound holds under the store-buffer models with
// n twice the number of threads. A load that may read several stores reads any of them with
// equal probability. k is the number of decisions at which more than one thread was enabled
// (other decisions have no alternative), and it is estimated from earlier executions.
//
// A thread that goes round in a loop drops below all others, like a thread that yields in
// the paper: see spinObserver.
type PCT struct {
	seed   uint64
	depth  int
	length length

	r         Rand
	agents    []int64 // priorities: thread t's is 2t, that of its buffer 2t+1
	points    []int   // where a priority drops: to len(points)-i for point i
	decisions int
	lowest    int64
	spin      spinObserver
}

// NewPCT returns a PCT for bugs of a depth, which is at least 1. Execution i depends on
// seed, depth, i and the lengths of earlier executions.
func NewPCT(seed uint64, depth int) *PCT { return &PCT{seed: seed, depth: depth} }

// Begin draws the change points of execution run.
func (s *PCT) Begin(run int) bool {
	s.begin(NewRand(s.seed, uint64(run)), s.depth)
	return true
}

func (s *PCT) begin(r Rand, depth int) {
	s.r = r
	s.points = drawPoints(s.points, depth-1, s.length.draw(&s.r), &s.r)
	s.agents, s.decisions, s.lowest, s.spin = s.agents[:0], 0, 0, spinObserver{}
}

// Choose picks the agent of highest priority.
func (s *PCT) Choose(c *interp.Choice) int {
	if c.Kind != interp.Schedule {
		return s.r.Intn(c.N)
	}
	s.decisions++
	if s.decisions > patience {
		return s.r.Intn(c.N)
	}
	best := s.best(c)
	for i, p := range s.points {
		if p == s.decisions {
			s.agents[agentOf(c, best)] = int64(len(s.points) - i)
			best = s.best(c)
		}
	}
	if a := c.Actions[best]; a.Store == 0 && s.spin.spins(c.Machine.Next(a.Thread)) {
		s.lowest--
		s.agents[agentOf(c, best)] = s.lowest
		best = s.best(c)
	}
	return best
}

// best returns the action of the agent of highest priority; of several commits of one
// buffer, any.
func (s *PCT) best(c *interp.Choice) int {
	best, same := 0, 1
	for k := range c.Actions {
		agent := agentOf(c, k)
		for agent >= len(s.agents) {
			s.agents = append(s.agents, firstPriority(&s.r))
		}
		if k == 0 {
			continue
		}
		switch b := agentOf(c, best); {
		case agent == b:
			same++
			if s.r.Intn(same) == 0 {
				best = k
			}
		case s.agents[agent] > s.agents[b]:
			best, same = k, 1
		}
	}
	return best
}

// firstPriority returns a priority above every dropped one.
func firstPriority(r *Rand) int64 { return int64(r.Uint64()>>1 | 1<<62) }

// agentOf returns the agent of action k: a thread or its buffer.
func agentOf(c *interp.Choice, k int) int {
	a := &c.Actions[k]
	if a.Store != 0 {
		return 2*int(a.Thread) + 1
	}
	return 2 * int(a.Thread)
}

// Sample notes the number of decisions of the execution just run.
func (s *PCT) Sample(dst *Sample) { dst.Length = s.decisions }

// Learn updates the estimated number of decisions.
func (s *PCT) Learn(batch []Sample) { s.length.learn(batch) }
