package lessons

import (
	"context"

	"fencepost/phase2/repair"
)

// A Learnt is a lesson with all its right answers.
type Learnt struct {
	*Lesson
	Answer   *Answer
	Moves    []int        // moves that reach the goal of its game; nil: there are none
	Buffers  []BufferTest // under BufferMachines, if the lesson has buffers
	Menu     *repair.Menu // nil: the lesson has no repair
	Cheapest []int        // choice in Menu
	Cost     int
	Transfer []Option // of the transfer; nil: there is none
}

// Learn computes the right answers to all questions of a lesson. It returns the error of Answer, or
// an error if a step of the lesson is impossible.
func (l *Lesson) Learn(ctx context.Context) (*Learnt, error) {
	out := &Learnt{Lesson: l}
	var err error
	if out.Answer, err = l.Answer(ctx); err != nil {
		return nil, err
	}
	if out.Moves, err = l.Reach(ctx); err != nil {
		return nil, err
	}
	if l.Buffers != nil {
		if out.Buffers, err = bufferTable(ctx); err != nil {
			return nil, err
		}
	}
	if l.Repair != nil {
		r, err := l.OpenRepair()
		if err != nil {
			return nil, err
		}
		out.Menu = r.Menu
		if out.Cheapest, out.Cost, err = r.Cheapest(ctx); err != nil {
			return nil, err
		}
	}
	if l.Transfer != nil {
		if out.Transfer, err = l.Transfer.Answer(ctx); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Reach returns moves that reach the goal of the game; nil if no execution does.
func (l *Lesson) Reach(ctx context.Context) ([]int, error) {
	g, err := l.Program.Game(l.Play.Model, l.Play.Goal)
	if err != nil {
		return nil, err
	}
	return g.Solve(ctx, nil)
}
