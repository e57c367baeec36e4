package strategy

import (
	"slices"

	"fencepost/interp"
	"fencepost/trace"
)

// Auto is a portfolio without parameters. Each execution is run by one of its
// strategies, drawn at random: mostly by contention-first, which finds most bugs of most
// programs, and now and then by contention-first without its liking for initial content, by
// Random, and by PCT and PCTWM of random depth and history, which find what contention-first
// is blind to.
//
// If it adapts, a strategy that still shows new behaviours is drawn more often
// than one that has stopped to. If an exploration found errors (Inform), the first
// executions are those that show them, one each: all others stay as free as without it.
// That every execution begins like one of these was tried. On the nine programs of
// C11Tester and PCTWM all rates were then above every published one, but that tells of the
// repetition alone: seqlock showed 70 behaviours in 1,000 executions, not 613.
type Auto struct {
	seed   uint64
	adapts bool
	arms   [numArms]arm
	known  [][]int32 // executions that show errors

	r          Rand
	current    int     // arm
	replayed   []int32 // what is left of a known execution
	random     Random
	contention contentionFirst
	pct        PCT
	pctwm      PCTWM
	mine       []Sample // of one arm
}

// The arms of the portfolio.
const (
	contentionArm    = iota
	contentionAnyArm // without the preference for the initial content
	randomArm
	pctArm
	pctwmArm
	numArms
)

// shares are how many of 32 executions each arm gets before anything is known. Random has 5:
// with 1, 3 or 4 what it finds in 2 of 100 executions of benchmarks/sampling/turnstile.c is
// missed on one seed of ten. It costs rate: of dekker-fences 59% of executions show the bug so,
// and 67% with 1.
var shares = [numArms]int{contentionArm: 23, contentionAnyArm: 2, randomArm: 5, pctArm: 1, pctwmArm: 1}

// The depths and histories that PCT and PCTWM are drawn with.
const (
	maxPCTDepth   = 3 // from 1
	maxPCTWMDepth = 3 // from 0
	maxHistory    = 2 // from 1
)

// An arm is one strategy of the portfolio.
type arm struct {
	weight int // it is drawn in proportion to
	yield  int // share of its executions that behaved as none before, of yieldUnit
}

const yieldUnit = 1024

// NewAuto returns an Auto. Execution i depends on seed, i and the lengths of
// earlier executions; if it adapts, also on what they found.
func NewAuto(seed uint64, adapts bool) *Auto {
	s := &Auto{seed: seed, adapts: adapts}
	for i := range s.arms {
		s.arms[i] = arm{weight: shares[i] * yieldUnit, yield: yieldUnit}
	}
	return s
}

// Begin draws the arm of execution run and starts it.
func (s *Auto) Begin(run int) bool {
	s.r = NewRand(s.seed, uint64(run))
	s.current = s.draw()
	if s.replayed = nil; run < len(s.known) {
		s.replayed = s.known[run]
	}
	s.contention.surw.Begin()
	switch s.current {
	case contentionArm, contentionAnyArm:
		s.contention.begin(s.r, s.current == contentionAnyArm)
	case randomArm:
		s.random.r = s.r
	case pctArm:
		depth := 1 + s.r.Intn(maxPCTDepth)
		s.pct.begin(s.r, depth)
	case pctwmArm:
		depth, history := s.r.Intn(maxPCTWMDepth+1), 1+s.r.Intn(maxHistory)
		s.pctwm.begin(s.r, depth, history)
	}
	return true
}

func (s *Auto) draw() int {
	sum := 0
	for i := range s.arms {
		sum += s.arms[i].weight
	}
	x := s.r.Intn(sum)
	for i := range s.arms {
		if x -= s.arms[i].weight; x < 0 {
			return i
		}
	}
	return 0
}

// Inform makes the first executions those that are known to show errors.
func (s *Auto) Inform(buggy [][]int32) { s.known = buggy }

// Choose answers as in the known execution, then as the arm of the execution does.
func (s *Auto) Choose(c *interp.Choice) int {
	if len(s.replayed) > 0 {
		k := int(s.replayed[0])
		if s.replayed = s.replayed[1:]; k < c.N {
			return k
		}
		s.replayed = nil
	}
	switch s.current {
	case contentionArm, contentionAnyArm:
		return s.contention.Choose(c)
	case pctArm:
		return s.pct.Choose(c)
	case pctwmArm:
		return s.pctwm.Choose(c)
	}
	return s.random.Choose(c)
}

// Sink returns what has to see the events.
func (s *Auto) Sink() trace.Sink { return (*autoSink)(s) }

// autoSink gives the events to those arms that want them.
type autoSink Auto

func (s *autoSink) Begin() { s.pctwm.views.Begin() }

func (s *autoSink) Event(e *trace.Event) {
	s.contention.surw.Event(e)
	if s.current == pctwmArm {
		(*pctwmSink)(&s.pctwm).Event(e)
	}
}

// Sample notes which arm ran, its length, and the work of each thread.
func (s *Auto) Sample(dst *Sample) {
	s.contention.surw.sample(dst)
	dst.Arm, dst.Length = s.current, 0
	switch s.current {
	case pctArm:
		dst.Length = s.pct.decisions
	case pctwmArm:
		dst.Length = s.pctwm.events
	}
}

// Learn refines the estimates of all arms and, if it adapts, their weights.
func (s *Auto) Learn(batch []Sample) {
	s.contention.surw.learn(batch)
	s.pct.Learn(s.of(pctArm, batch))
	s.pctwm.Learn(s.of(pctwmArm, batch))
	if !s.adapts {
		return
	}
	for i := range s.arms {
		fresh := 0
		mine := s.of(i, batch)
		for k := range mine {
			if mine[k].Fresh {
				fresh++
			}
		}
		a := &s.arms[i]
		if len(mine) > 0 {
			a.yield += (fresh*yieldUnit/len(mine) - a.yield) / 4
		}
		a.weight = shares[i] * max(a.yield, yieldUnit/32)
	}
}

// of returns the samples of one arm, valid until the next call.
func (s *Auto) of(arm int, batch []Sample) []Sample {
	s.mine = slices.Grow(s.mine[:0], len(batch))
	for i := range batch {
		if batch[i].Arm == arm {
			s.mine = append(s.mine, batch[i])
		}
	}
	return s.mine
}
