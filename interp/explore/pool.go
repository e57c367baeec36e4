package explore

import (
	"context"
	"maps"
	"slices"

	"fencepost/interp/code"
	"fencepost/models/axiom"
)

// A pool is the workers of one exploration and the subtrees they share.
type pool struct {
	ctx   context.Context
	o     Options
	model *axiom.Model
}

func newPool(ctx context.Context, o Options) *pool { return &pool{ctx: ctx, o: o} }

func (p *pool) stopped() bool { return p.ctx.Err() != nil }

func (p *pool) share(x *explorer) {}

func (p *pool) run(prog *code.Program, m *axiom.Model) (*Report, error) {
	p.model = m
	x := newExplorer(p.ctx, prog, m, p.o, p)
	x.newFrame()
	err := x.explore()
	if err != nil && err != errStopped {
		return nil, err
	}
	y := &x.tally
	r := &Report{Model: m.Name, Executions: y.executions, Blocked: y.blocked, Bounded: y.bounded, Outcomes: y.outcomes,
		Complete: err == nil && y.bounded == 0}
	for _, k := range slices.Sorted(maps.Keys(y.errors)) {
		r.Errors = append(r.Errors, *y.errors[k])
	}
	return r, nil
}
