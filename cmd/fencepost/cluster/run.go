package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/verdict"
)

// RunTests runs a campaign of tests with the results of an engine; if e is nil it runs
// here. The errors are those of the engine and of campaign.Join.
func RunTests(ctx context.Context, e Engine, p *code.Program, m *models.Model, o campaign.Options) (*campaign.Report, error) {
	if e == nil {
		return campaign.Run(ctx, p, m, o)
	}
	const stage = "test"
	w := &Tests{p, m, o, campaign.New(p, m, o)}
	if err := e.Offer(ctx, stage, w); err != nil {
		return nil, err
	}
	parts, err := e.Parts(ctx, stage)
	if err != nil && !errors.Is(err, ErrLeft) {
		return nil, err
	}
	return w.Join(ctx, parts)
}

// RunVerdict computes the answer for a program, with the trials of cycles from an engine;
// if e is nil everything runs here. It asks for trials of longer cycles when they are
// needed. The errors are those of the engine and of verdict.Run.
func RunVerdict(ctx context.Context, e Engine, p *code.Program, o verdict.Options) (*verdict.Answer, error) {
	if e == nil {
		return verdict.Run(ctx, p, o)
	}
	var before *Cycles
	stage := func(maxLen int) string { return fmt.Sprintf("cycles of %d", maxLen) }
	list, lengths := verdict.Trials(ctx, p, o)
	for i, t := range list {
		before = &Cycles{trials: t, before: before}
		if err := e.Offer(ctx, stage(lengths[i]), before); err != nil {
			return nil, err
		}
	}
	have := map[int][]*phase2.Part{}
	take := func(maxLen int) error {
		done, err := e.Parts(ctx, stage(maxLen))
		if err == nil {
			have[maxLen], err = parts[phase2.Part](done)
		}
		return err
	}
	if err := take(lengths[0]); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	o.Campaign.Parts = func(maxLen int) []*phase2.Part {
		if have[maxLen] == nil && failed == nil {
			if failed = take(maxLen); failed != nil {
				cancel()
			}
		}
		return have[maxLen]
	}
	answer, err := verdict.Run(ctx, p, o)
	return answer, cmp.Or(failed, err)
}

// OfferSearches offers the searches of an exploration under some models, as stages whose
// names begin with base. many says that the command also explores other programs.
func OfferSearches(ctx context.Context, e Engine, x *search.Exploration, names []string, o search.Options, base string, many bool) error {
	o.Estimated, o.Progress = nil, nil
	for _, name := range x.Named(names, &o) {
		if err := e.Offer(ctx, searchStage(base, name), &Search{x, name, o, many}); err != nil {
			return err
		}
	}
	return nil
}

// SearchesOf returns a function that returns the parts of an offered search by the name of
// its model. If a search is not complete, one part says so.
func SearchesOf(ctx context.Context, e Engine, base string) func(model string) ([]*search.Part, error) {
	return func(model string) ([]*search.Part, error) {
		done, err := e.Parts(ctx, searchStage(base, model))
		left := errors.Is(err, ErrLeft)
		if err != nil && !left {
			return nil, err
		}
		list, err := parts[search.Part](done)
		if left {
			list = append(list, search.Unfinished())
		}
		return list, err
	}
}

func searchStage(base, model string) string { return base + " " + model }
