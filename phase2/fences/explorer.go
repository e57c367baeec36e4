package fences

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Explorer returns a Prover that explores at most limit executions with one worker, so that
// the bound always ends the search at the same execution. With robust it also checks that
// each execution is sequentially consistent.
func Explorer(machine interp.Options, limit int, robust bool) Prover {
	return func(ctx context.Context, p *code.Program, m *models.Model) Proof {
		rules := axiom.Of(m)
		o := explore.Options{Machine: machine, Workers: 1, MaxExecutions: int64(limit), UnrollEndless: explore.DefaultUnroll}
		violates := false
		if !robust {
			o.Reductions = explore.AllReductions()
		} else {
			o.Each = func(e *explore.Execution) { violates = violates || !e.Graph().Execution().SC() }
		}
		found, err := explore.Run(ctx, p, rules, o)
		if err != nil {
			return Proof{Limit: err.Error()}
		}
		proof := proofOf(found, m, limit, robust, violates)
		if proof.Err != nil {
			var rec trace.Recorder
			if mc, res, err := explore.Linearise(ctx, p, m, machine, &found.Errors[0], &rec); err == nil {
				proof.Run = witness.Record(ctx, mc, res.Choices())
			}
		}
		if m.LoadBuffering && proof.Err == nil && !robust {
			proof.buffered(ctx, p, m, machine, limit)
		}
		return proof
	}
}

// buffered extends a proof about executions without load buffering to those with it.
func (x *Proof) buffered(ctx context.Context, p *code.Program, m *models.Model, machine interp.Options, limit int) {
	rules, err := candidates.Lookup(m.Name)
	if err != nil {
		x.Complete, x.Limit = false, err.Error()
		return
	}
	r, err := buffering.Run(ctx, p, rules, buffering.Options{Machine: machine, MaxExecutions: int64(limit), UntilError: true})
	switch {
	case err != nil:
		x.Complete, x.Limit = false, err.Error()
	case len(r.Errors) > 0:
		x.Complete, x.Err = false, r.Errors[0].Error
	case !r.Complete:
		x.Complete, x.Limit = false, cmp.Or(r.Incomplete, "some executions with load buffering were not explored")
	case r.SharesPlain:
		x.Complete, x.Limit = false, "whether load buffering leads to data races was not asked"
	}
	x.Model = m.Name
}

// proofOf returns what an exploration of at most limit executions proves.
func proofOf(found *explore.Report, m *models.Model, limit int, robust, violates bool) Proof {
	// A thread that waits may read a value that SC does not allow before it continues. No
	// complete explored execution shows that read.
	proof := Proof{
		Complete: found.Complete, Violates: violates,
		Robust: robust && found.Complete && !violates && found.Blocked == 0,
	}
	if rules := axiom.Of(m); rules.Hardware != m {
		proof.Model = rules.Name
	}
	if len(found.Errors) > 0 {
		proof.Err = found.Errors[0].Error
	}
	if none := found.NoneEnded(); none != "" {
		proof.Complete, proof.Robust, proof.Limit = false, false, none
		return proof
	}
	switch {
	case found.Complete && robust && found.Blocked > 0:
		proof.Limit = "threads wait, and what they may read meanwhile is not explored"
	case found.Complete:
	case found.Executions+found.Blocked >= int64(limit):
		proof.Limit = fmt.Sprintf("%d executions were explored (--prove)", limit)
	case len(found.Endless) > 0:
		proof.Limit = fmt.Sprintf("what may go on for ever was left after %d iterations, at %s", explore.DefaultUnroll, strings.Join(found.Endless, ", "))
	default:
		proof.Limit = cmp.Or(found.Omits(), witness.CutShort)
	}
	return proof
}
