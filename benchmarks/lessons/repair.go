package lessons

import (
	"context"

	"fencepost/phase2/repair"
)

// An OpenRepair is the menus of a lesson.
type OpenRepair struct {
	Menu *repair.Menu

	lesson *Lesson
	column string
}

// OpenRepair returns the menus of a lesson that has a repair.
func (l *Lesson) OpenRepair() (*OpenRepair, error) {
	m, err := repair.Lookup(l.Repair.Model)
	if err != nil {
		return nil, err
	}
	return &OpenRepair{repair.New(l.Program.Code, m), l, m.Name}, nil
}

// A Trial is the result of a choice.
type Trial struct {
	Repaired bool      `json:"repaired"` // no execution reaches the goal
	Cost     int       `json:"cost"`
	Outcomes []Outcome `json:"outcomes"` // under the model of the repair
}

// Try explores every execution of the program with an option chosen in each menu.
func (r *OpenRepair) Try(ctx context.Context, chosen []int) (*Trial, error) {
	p, cost, err := r.Menu.Apply(chosen)
	if err != nil {
		return nil, err
	}
	var a Answer
	rows, err := r.lesson.explore(ctx, p, []string{r.column}, &a)
	if err != nil {
		return nil, err
	}
	return &Trial{len(a.Has) == 0, cost, rows}, nil
}

// Cheapest returns the cheapest choice that package fences infers, and its cost, with which
// a trial is compared.
func (r *OpenRepair) Cheapest(ctx context.Context) (chosen []int, cost int, err error) {
	p := r.lesson.Program
	wrong := p.Code
	if p.Test != nil {
		goal, err := p.Goal(r.lesson.Predict.Goal)
		if err != nil {
			return nil, 0, err
		}
		wrong = p.Test.Forbidding(goal)
	}
	m, err := repair.Lookup(r.lesson.Repair.Model)
	if err != nil {
		return nil, 0, err
	}
	return repair.New(wrong, m).Cheapest(ctx)
}
