package engine

import "fencepost/interp/play"

// game is the request of a game.
func (s *session) game() play.Request {
	return play.Request{File: s.name(), Text: s.Source, Model: s.Model, Goal: s.Goal, Moves: s.Moves}
}

// play tells what the moves lead to.
func (s *session) play() (*Answer, error) {
	state, err := play.Run(s.ctx, s.game())
	if err != nil {
		return nil, err
	}
	out := s.ok("play")
	out.Game = state
	return out, nil
}

// hint tells moves that go on from those made and reach the goal; none if there are none.
func (s *session) hint() (*Answer, error) {
	p, err := play.Open(s.name(), []byte(s.Source))
	if err != nil {
		return nil, err
	}
	g, err := p.Game(s.Model, s.Goal)
	if err != nil {
		return nil, err
	}
	out := s.ok("play")
	out.Moves, err = g.Solve(s.ctx, s.Moves)
	return out, err
}
