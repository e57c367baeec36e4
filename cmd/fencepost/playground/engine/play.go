package engine

import "fencepost/interp/play"

// game returns the game that is played.
func (s *session) game() (*play.Game, error) {
	var program *play.Program
	if s.isLitmus() {
		p, err := play.Open(s.name(), []byte(s.Source))
		if err != nil {
			return nil, err
		}
		program = p
	} else {
		p, err := s.compile("")
		if err != nil {
			return nil, err
		}
		if program, err = play.FromCode(p); err != nil {
			return nil, err
		}
	}
	return program.Game(s.Model, s.Goal)
}

// play tells what the moves lead to.
func (s *session) play() (*Answer, error) {
	g, err := s.game()
	if err != nil {
		return nil, err
	}
	out := s.ok("play")
	out.Game, err = g.Play(s.ctx, s.Moves)
	return out, err
}

// hint tells moves that go on from those made and reach the goal; none if there are none.
func (s *session) hint() (*Answer, error) {
	g, err := s.game()
	if err != nil {
		return nil, err
	}
	out := s.ok("play")
	out.Moves, err = g.Solve(s.ctx, s.Moves)
	return out, err
}
