package strategy

import (
	"slices"

	"fencepost/interp"
	"fencepost/trace"
)

// Auto is a portfolio without parameters: nearly all executions are run by contention-first,
// which finds most bugs of most programs, one of 8 by PCT and one of 32 by PCTWM, of random
// depth and history, which find what contention-first is blind to.
//
// If an exploration found errors (Inform), executions begin like ones that show them: all
// executions if there is nothing else to find, otherwise three of four.
//
// What each of its parts is worth stands in ablation.txt, with the command that makes it.
// These were tried and did not pay by more than noise: executions of Random, and
// a share for each strategy that grows as long as it shows new behaviours.
type Auto struct {
	seed  uint64
	parts AutoParts

	r          Rand
	current    arm
	known      *Knowledge
	near       nearKnown
	contention contentionFirst
	pct        PCT
	pctwm      PCTWM
	mine       []Sample // of one arm
}

// An arm is a strategy of the portfolio.
type arm int8

const (
	contentionArm arm = iota
	pctArm
	pctwmArm
)

// In 32nds, how many executions PCT and PCTWM run, and with what.
const (
	pctShare   = 4
	pctwmShare = 1

	maxPCTDepth   = 3 // from 1
	maxPCTWMDepth = 3 // from 0
	maxHistory    = 2 // from 1
)

// NewAuto returns an Auto. Execution i depends on seed, i and the lengths of
// earlier executions.
func NewAuto(seed uint64) *Auto { return NewAutoOf(seed, AllParts()) }

// NewAutoOf returns an Auto of some parts.
func NewAutoOf(seed uint64, parts *AutoParts) *Auto {
	s := &Auto{seed: seed, parts: *parts}
	s.contention.parts = &s.parts
	return s
}

// Begin draws what runs execution run and starts it.
func (s *Auto) Begin(run int) bool {
	s.r = NewRand(s.seed, uint64(run))
	s.current = s.draw()
	s.near.begin(&s.r, s.known)
	s.contention.surw.Begin()
	switch s.current {
	case contentionArm:
		s.contention.begin(s.r)
	case pctArm:
		depth := 1 + s.r.Intn(maxPCTDepth)
		s.pct.begin(s.r, depth)
	case pctwmArm:
		depth, history := s.r.Intn(maxPCTWMDepth+1), 1+s.r.Intn(maxHistory)
		s.pctwm.begin(s.r, depth, history)
	}
	return true
}

func (s *Auto) draw() arm {
	switch x := s.r.Intn(32); {
	case x < pctShare && s.parts.PCT:
		return pctArm
	case x >= pctShare && x < pctShare+pctwmShare && s.parts.PCTWM:
		return pctwmArm
	}
	return contentionArm
}

// Choose repeats a known execution or answers as the execution's strategy does.
func (s *Auto) Choose(c *interp.Choice) int {
	if s.near.leads() {
		if k, ok := s.near.choose(c); ok {
			return k
		}
	}
	switch s.current {
	case pctArm:
		return s.pct.Choose(c)
	case pctwmArm:
		return s.pctwm.Choose(c)
	}
	return s.contention.Choose(c)
}

// Inform lets executions begin like those that are known to show an error.
func (s *Auto) Inform(k *Knowledge) {
	if s.parts.Known && len(k.Buggy) > 0 {
		s.known = k
	}
}

// Sink returns what has to see the events.
func (s *Auto) Sink() trace.Sink { return (*autoSink)(s) }

// autoSink gives the events to those that want them.
type autoSink Auto

func (s *autoSink) Begin() { s.pctwm.views.Begin() }

func (s *autoSink) Event(e *trace.Event) {
	s.contention.surw.Event(e)
	if s.current == pctwmArm {
		(*pctwmSink)(&s.pctwm).Event(e)
	}
}

// Sample notes the work of each thread and, of an execution that is all PCT's or PCTWM's,
// its length.
func (s *Auto) Sample(dst *Sample) {
	s.contention.surw.sample(dst)
	dst.arm, dst.Length = s.current, 0
	switch {
	case s.near.began:
		dst.arm = contentionArm
	case s.current == pctArm:
		dst.Length = s.pct.decisions
	case s.current == pctwmArm:
		dst.Length = s.pctwm.events
	}
}

// Learn refines the estimates of all strategies.
func (s *Auto) Learn(batch []Sample) {
	s.contention.surw.learn(batch)
	s.pct.Learn(s.of(pctArm, batch))
	s.pctwm.Learn(s.of(pctwmArm, batch))
}

// of returns the samples of one arm, valid until the next call.
func (s *Auto) of(a arm, batch []Sample) []Sample {
	s.mine = slices.Grow(s.mine[:0], len(batch))
	for i := range batch {
		if batch[i].arm == a {
			s.mine = append(s.mine, batch[i])
		}
	}
	return s.mine
}
