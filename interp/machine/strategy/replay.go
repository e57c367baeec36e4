package strategy

import "fencepost/interp"

// Replay answers with a recorded schedule, in one execution.
type Replay struct {
	choices []int32
	next    int
	strayed bool
}

// NewReplay returns a Replay of choices, and keeps the slice.
func NewReplay(choices []int32) *Replay { return &Replay{choices: choices} }

// Begin allows execution 0 only.
func (s *Replay) Begin(run int) bool {
	s.next, s.strayed = 0, false
	return run == 0
}

// Choose returns the recorded answer, or 0 if there is none or it does not fit.
func (s *Replay) Choose(c *interp.Choice) int {
	if s.next == len(s.choices) || int(s.choices[s.next]) >= c.N || s.choices[s.next] < 0 {
		s.strayed = true
		return 0
	}
	s.next++
	return int(s.choices[s.next-1])
}

// Followed reports whether the execution just run asked for exactly the recorded choices.
// If not, the schedule belongs to another program or is damaged.
func (s *Replay) Followed() bool { return !s.strayed && s.next == len(s.choices) }
