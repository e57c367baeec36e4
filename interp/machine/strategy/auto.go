package strategy

import (
	"slices"

	"fencepost/interp"
	"fencepost/trace"
)

// Auto is a portfolio without parameters. Each execution is run by one of its strategies,
// drawn at random. Mostly that is contention-first with drawn parameters, which finds most
// bugs of most programs. Prefix replay repeats an earlier execution that showed an error in
// a new way up to a random point, and continues by contention-first. Random, and PCT and
// PCTWM of random depth and history, are drawn now and then: they find the errors that
// contention-first misses. Fuzzers begin with inputs that did something new; RFF (Wolff et
// al., ASPLOS 2024) does so with schedules.
//
// If it adapts, it draws strategies and parameters that showed errors more often, as long
// as that costs no new behaviours: see mixture. One execution in six is drawn without that
// knowledge, except for the prefixes. If an exploration found errors (Inform), the first
// executions replay them, one each.
//
// Its detection rates, and the variants that were left out, stand in
// docs/notes/strategy.md.
type Auto struct {
	seed     uint64
	adapts   bool
	arms     mixture
	settings [numParameters]mixture // of the parameters of contention-first
	known    [][]int32              // executions that show errors
	prefixes [][]int32              // executions for prefix replay: the last that showed an error in a new way
	oldest   int                    // index of the oldest in prefixes
	taught   int                    // number of batches

	r          Rand
	current    int                 // arm
	setting    [numParameters]int8 // parameters of contention-first
	replayed   []int32             // rest of a known execution
	random     Random
	contention contentionFirst
	pct        PCT
	pctwm      PCTWM
	mine       []Sample // samples of one arm
}

// The arms of the portfolio.
const (
	contentionArm = iota
	randomArm
	pctArm
	pctwmArm
	prefixArm // as contentionArm if there is nothing to replay
	numArms
)

// shares are the executions, of 36, that each arm gets before anything is known. Random has
// 5: with 1, 3 or 4, and nothing learned of errors, an error that it finds in 2 of 100
// executions of benchmarks/sampling/turnstile.c is missed on one seed of ten.
var shares = [numArms]int{contentionArm: 25, randomArm: 5, pctArm: 1, pctwmArm: 1, prefixArm: 4}

// The ranges of depths and histories of PCT and PCTWM.
const (
	maxPCTDepth   = 3 // from 1
	maxPCTWMDepth = 3 // from 0
	maxHistory    = 2 // from 1
)

// unlearned: one in this many executions is drawn without what was learned.
const unlearned = 6

// maxPrefixes bounds the executions for prefix replay.
const maxPrefixes = 64

// NewAuto returns an Auto. Execution i depends on seed, i and the lengths of earlier
// executions; if it adapts, also on their errors and behaviours.
func NewAuto(seed uint64, adapts bool) *Auto {
	s := &Auto{seed: seed, adapts: adapts, arms: newMixture(shares[:])}
	for h := range s.settings {
		s.settings[h] = newMixture(parameters[h].shares)
	}
	return s
}

// Begin draws the arm of execution run and starts it.
func (s *Auto) Begin(run int) bool {
	s.r = NewRand(s.seed, uint64(run))
	fixed := s.r.Intn(unlearned) == 0
	s.current = s.arms.draw(&s.r, fixed)
	s.replayed = nil
	switch {
	case run < len(s.known):
		s.current, s.replayed = prefixArm, s.known[run]
	case s.current == prefixArm && len(s.prefixes) == 0:
		s.current = contentionArm
	case s.current == prefixArm:
		from := s.prefixes[s.r.Intn(len(s.prefixes))]
		s.replayed = from[:max(s.r.Intn(len(from)+1), s.r.Intn(len(from)+1), s.r.Intn(len(from)+1))]
	}
	s.contention.surw.Begin()
	s.contention.startup.Begin()
	switch s.current {
	case contentionArm, prefixArm:
		s.drawSetting(fixed)
		s.contention.begin(s.r, s.setting)
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

// drawSetting draws the parameters of contention-first; the usual ones if nothing is
// learned.
func (s *Auto) drawSetting(fixed bool) {
	s.setting = [numParameters]int8{}
	for h := range s.settings {
		if s.adapts {
			s.setting[h] = int8(s.settings[h].draw(&s.r, fixed))
		}
	}
}

// Inform sets the executions to replay first.
func (s *Auto) Inform(buggy [][]int32) { s.known = buggy }

// ReplaysPrefix implements PrefixReplayer.
func (s *Auto) ReplaysPrefix() bool { return s.current == prefixArm }

// Choose answers by the known execution, if it replays one, and then by its arm.
func (s *Auto) Choose(c *interp.Choice) int {
	if len(s.replayed) > 0 {
		k := int(s.replayed[0])
		if s.replayed = s.replayed[1:]; k < c.N {
			return k
		}
		s.replayed = nil
	}
	switch s.current {
	case contentionArm, prefixArm:
		return s.contention.Choose(c)
	case pctArm:
		return s.pct.Choose(c)
	case pctwmArm:
		return s.pctwm.Choose(c)
	}
	return s.random.Choose(c)
}

// Sink returns the sink that must receive the events.
func (s *Auto) Sink() trace.Sink { return (*autoSink)(s) }

// autoSink passes the events to the arms that need them.
type autoSink Auto

func (s *autoSink) Begin() { s.pctwm.views.Begin() }

func (s *autoSink) Event(e *trace.Event) {
	s.contention.surw.Event(e)
	s.contention.startup.Event(e)
	if s.current == pctwmArm {
		(*pctwmSink)(&s.pctwm).Event(e)
	}
}

// Sample notes the arm, its parameters, its length, and the work of each thread.
func (s *Auto) Sample(dst *Sample) {
	s.contention.surw.sample(dst)
	dst.Arm, dst.setting, dst.Length = s.current, s.setting, 0
	switch s.current {
	case pctArm:
		dst.Length = s.pct.decisions
	case pctwmArm:
		dst.Length = s.pctwm.events
	}
}

// Learn updates the estimates of all arms and, if it adapts, their weights.
func (s *Auto) Learn(batch []Sample) {
	s.contention.surw.learn(batch)
	s.pct.Learn(s.samplesOf(pctArm, batch))
	s.pctwm.Learn(s.samplesOf(pctwmArm, batch))
	if !s.adapts {
		return
	}
	s.taught++
	power := 6 + 2*s.taught
	s.arms.count(batch, func(x *Sample) int { return x.Arm })
	s.arms.weigh(power)
	mine := s.samplesOf(contentionArm, batch)
	for h := range s.settings {
		s.settings[h].count(mine, func(x *Sample) int { return int(x.setting[h]) })
		s.settings[h].weigh(power)
	}
	for i := range batch {
		if x := &batch[i]; x.Choices != nil {
			s.keep(x.Choices)
		}
	}
}

// keep adds an execution for prefix replay, replacing the oldest if there are maxPrefixes.
func (s *Auto) keep(choices []int32) {
	if len(s.prefixes) < maxPrefixes {
		s.prefixes = append(s.prefixes, choices)
		return
	}
	s.prefixes[s.oldest] = choices
	s.oldest = (s.oldest + 1) % maxPrefixes
}

// samplesOf returns the samples of one arm, valid until the next call.
func (s *Auto) samplesOf(arm int, batch []Sample) []Sample {
	s.mine = slices.Grow(s.mine[:0], len(batch))
	for i := range batch {
		if batch[i].Arm == arm {
			s.mine = append(s.mine, batch[i])
		}
	}
	return s.mine
}
