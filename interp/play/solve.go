package play

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
)

// Bounds of Solve.
const (
	solveSteps = 5_000
	maxTries   = 20_000 // bound of the executions
	moreTries  = 500    // bound of the executions that search for a shorter solution
)

// Solve returns further moves that reach the goal, the shortest that a bounded search
// finds; nil if no execution reaches it. The error is that of Play, or says that the search
// reached its bound.
func (g *Game) Solve(ctx context.Context, moves []int) ([]int, error) {
	if g.goal.text == "" {
		return nil, fmt.Errorf("there is no goal")
	}
	if _, err := g.Play(ctx, moves); err != nil {
		return nil, err
	}
	var (
		o      = g.options
		search = &strategy.DFS{Reduced: true}
		best   []int
		cut    = false
	)
	o.MaxSteps = solveSteps
	m := interp.New(g.program.Code, g.model, o)
	for n, until := 0, maxTries; search.Begin(n); n++ {
		if n == until {
			cut = best == nil
			break
		}
		p := &player{moves: append([]int(nil), moves...), rec: &g.rec, rest: search}
		res, err := g.run(ctx, m, p)
		if err != nil {
			return nil, err
		}
		cut = cut || res.Outcome == interp.OutOfSteps
		if g.goal.reached(m, res) && (best == nil || len(p.moves) < len(best)) {
			if best == nil {
				until = min(maxTries, n+moreTries)
			}
			best = p.moves
		}
	}
	if best == nil && cut {
		return nil, fmt.Errorf("no way to the goal was found in %d executions, and there are more", maxTries)
	}
	return best, nil
}
