package strategy

import (
	"fencepost/interp"
	"fencepost/trace"
)

type Habit struct {
	Uniform bool // weights by remaining work
	Stores  int  // eighths: stores first
	Old     int  // eighths of executions...
	Mode    int
	Speed   int
	RMW     bool
	Late    int
}

type Auto struct {
	seed  uint64
	H     Habit
	r     Rand
	flow  flow
	first bool
	old   int
}

func NewAuto(seed uint64, h Habit) *Auto { return &Auto{seed: seed, H: h} }

func (s *Auto) Begin(run int) bool {
	s.r = NewRand(s.seed, uint64(run))
	s.flow.start(&s.r, s.H.Speed)
	s.first = s.r.Intn(8) < s.H.Stores
	switch s.H.Mode {
	case 0: // uniform reads
		s.old = 0
	case 1:
		s.old = 8
	case 2:
		s.old = []int{0, 8}[s.r.Intn(2)]
	case 3:
		s.old = 4
	case 4:
		s.old = s.r.Intn(9)
	case 5:
		s.old = []int{0, 7}[s.r.Intn(2)]
	}
	return true
}

func (s *Auto) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		if s.first {
			n := 0
			pick := -1
			for k, a := range c.Actions {
				if a.Store == 0 {
					op := c.Machine.Next(a.Thread)
					if op.Kind == trace.Store && op.Order != trace.SeqCst || s.H.RMW && op.Kind == trace.RMW {
						if n++; s.r.Intn(n) == 0 {
							pick = k
						}
					}
				}
			}
			if pick >= 0 {
				return pick
			}
		}
		if !s.H.Uniform {
			return s.r.Intn(c.N)
		}
		return s.flow.pick(c, &s.r)
	case interp.ReadFrom:
		if !c.Repeats && s.r.Intn(8) < s.old {
			return 0
		}
		return s.r.Intn(c.N)
	}
	return s.r.Intn(c.N)
}

func (s *Auto) Sink() trace.Sink { return &s.flow }

func (s *Auto) Sample(dst *Sample) { s.flow.sample(dst) }

func (s *Auto) Learn(batch []Sample) { s.flow.learn(batch) }
