package search

import (
	"context"
	_ "embed"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace/lists"
)

// Beyond names behaviour that a machine, with the mapping of C11 orders to fences, allows and c11
// forbids: litmus tests, and accesses that the creation or the join of a thread should order. The
// list is empty for a machine that preserves all the order that pslo preserves. The error is that
// of ctx.
func Beyond(ctx context.Context, m *models.Model) (list []string, err error) {
	if m.PPO.Includes(models.PSLO.PPO) {
		return nil, nil
	}
	for text := range strings.SplitSeq(synchronising, "\n\n") {
		t, err := litmus.Parse("models", []byte(text))
		if err != nil {
			return nil, err
		}
		found, err := Ends(ctx, t, m)
		if err != nil {
			return nil, err
		}
		if found {
			list = append(list, t.Name)
		}
	}
	return slices.Concat(list,
		lists.If(!m.PPO.Keeps(models.W, models.Create, false), "stores before a thread is created, unseen by it"),
		lists.If(!m.PPO.Keeps(models.Join, models.R, false), "stores of a thread that was joined, unseen"),
	), nil
}

// synchronising has the shapes by which orders and fences of C11 order accesses: litmus tests whose
// conditions c11 forbids.
//
//go:embed synchronising.txt
var synchronising string

// Ends runs all executions of a machine, and reports whether one satisfies the condition of a
// litmus test when it ends. The error is that of ctx.
func Ends(ctx context.Context, t *litmus.Test, m *models.Model) (bool, error) {
	machine, all := interp.New(t.Program, m, interp.Options{}), &strategy.DFS{Reduced: true}
	for n := 0; all.Begin(n); n++ {
		switch r := machine.Run(ctx, all, nil); {
		case r.Outcome == interp.Interrupted:
			return false, ctx.Err()
		case r.Outcome == interp.Completed && t.Satisfies(machine):
			return true, nil
		}
	}
	return false, nil
}
