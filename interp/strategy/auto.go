package strategy

import (
	"fencepost/interp"
	"fencepost/trace"
)

type Habit struct {
	Exec  int // eighths of executions that use W
	Step  int // eighths of steps
	Kind  int // what goes first
	Old   int // eighths
	New   int
	Speed int
}

type Auto struct {
	seed  uint64
	H     Habit
	r     Rand
	flow  flow
	first int
	set   []int
}

func NewAuto(seed uint64, h Habit) *Auto { return &Auto{seed: seed, H: h} }

func (s *Auto) Begin(run int) bool {
	s.r = NewRand(s.seed, uint64(run))
	s.flow.start(&s.r, s.H.Speed)
	s.first = 0
	if s.r.Intn(8) < s.H.Exec {
		s.first = s.H.Step
	}
	return true
}

func (s *Auto) in(c *interp.Choice, k int) bool {
	a := c.Actions[k]
	if a.Store != 0 {
		return true
	}
	op := c.Machine.Next(a.Thread)
	switch s.H.Kind {
	case 0:
		return op.Kind == trace.Store && op.Order != trace.SeqCst
	case 1:
		return op.Kind == trace.Store || op.Kind == trace.RMW || op.Kind == trace.Create
	case 2:
		return op.Kind != trace.Load
	case 3:
		return !(op.Kind == trace.Load && op.Order != trace.Plain)
	case 4:
		return op.Kind == trace.Store && op.Order != trace.SeqCst && op.Order != trace.Plain
	case 5:
		return (op.Kind == trace.Store || op.Kind == trace.RMW) && op.Order != trace.Plain || op.Kind == trace.Create
	}
	return false
}

func (s *Auto) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		s.set = s.set[:0]
		if s.r.Intn(8) < s.first {
			for k := range c.Actions {
				if s.in(c, k) {
					s.set = append(s.set, k)
				}
			}
		}
		if len(s.set) == 0 {
			for k := range c.Actions {
				s.set = append(s.set, k)
			}
		}
		return s.flow.pick(c, s.set, &s.r)
	case interp.ReadFrom:
		if c.Op.Kind != trace.Load || c.Op.Order >= trace.Acquire {
			break
		}
		if !c.Repeats && c.Store(0) == 0 && s.r.Intn(8) < s.H.Old {
			return 0
		}
		if s.r.Intn(8) < s.H.New {
			return c.N - 1
		}
	}
	return s.r.Intn(c.N)
}

func (s *Auto) Sink() trace.Sink { return &s.flow }

func (s *Auto) Sample(dst *Sample) { s.flow.sample(dst) }

func (s *Auto) Learn(batch []Sample) { s.flow.learn(batch) }
