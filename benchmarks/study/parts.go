package study

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/models/c11"
	"fencepost/phase2/ablation"
)

// PartsOptions are the settings of a study of the parts of strategy.Auto.
type PartsOptions struct {
	Options
	Repeats int // with seeds of their own, at least 2
	// Off are the sets of parts to switch off, by name; nil: each alone and all, and where
	// nothing is known of an exploration, each other one.
	Off [][]string
	// Done, if not nil, is told how many programs are done, from several goroutines.
	Done func(done, total int)
}

// DefaultRepeats is how often a study of parts measures.
const DefaultRepeats = 5

// Parts is what a study of the parts of strategy.Auto measured: of two sets of programs, those
// of C11Tester and PCTWM, and benchmarks/sampling, which nothing was tuned on.
type Parts struct {
	Options  PartsOptions
	Programs [2]int
	Rows     []PartsRow // the first has every part on; the last is strategy.Random
}

// A PartsRow is what campaigns with some parts off gave.
type PartsRow struct {
	Off []string
	// Base is the row that the differences are to.
	Base    int
	Figures [2]PartsFigures
}

// PartsFigures are of one set of programs: means over the repeats.
type PartsFigures struct {
	Rate   ablation.Mean // share of the executions that show a bug, over the programs
	Errors ablation.Mean // distinct errors found
}

// Pays reports whether a part pays, by more than three standard errors in some figure.
func (r *PartsRow) Pays() bool {
	return slices.ContainsFunc(r.Figures[:], func(f PartsFigures) bool { return f.Rate.Pays() || f.Errors.Pays() })
}

// knownPart is the part of what an exploration found.
const knownPart = "Known"

// MeasureParts measures campaigns with parts of strategy.Auto off. The error is of a name
// in PartsOptions.Off, of a program, or of ctx.
func MeasureParts(ctx context.Context, o PartsOptions) (*Parts, error) {
	out := &Parts{Options: o}
	if err := out.settings(); err != nil {
		return nil, err
	}
	var cells []*partsCell
	for set, folder := range []string{"c11", "sampling"} {
		names, err := fs.Glob(benchmarks.Files, folder+"/*.c")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			p, err := Compile(folder, strings.TrimSuffix(path.Base(name), ".c"))
			if err != nil {
				return nil, err
			}
			cells = append(cells, &partsCell{program: p, set: set})
			out.Programs[set]++
		}
	}
	var next, done atomic.Int64
	errs := make([]error, len(cells))
	campaign.Parallel(max(1, min(o.Workers, len(cells))), func(int) {
		for i := int(next.Add(1)) - 1; i < len(cells) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
			errs[i] = cells[i].measure(ctx, out)
			if n := int(done.Add(1)); o.Done != nil {
				o.Done(n, len(cells))
			}
		}
	})
	for _, err := range append(errs, ctx.Err()) {
		if err != nil {
			return nil, err
		}
	}
	out.sum(cells)
	return out, nil
}

// settings makes the rows.
func (s *Parts) settings() error {
	var names []string
	for _, part := range strategy.AllParts().Switches() {
		names = append(names, part.Name)
	}
	s.Rows = []PartsRow{{}}
	for _, off := range s.Options.Off {
		for _, name := range off {
			if !slices.Contains(names, name) {
				return fmt.Errorf("unknown part %q: choose %s", name, strings.Join(names, ", "))
			}
		}
		s.Rows = append(s.Rows, PartsRow{Off: off})
	}
	if s.Options.Off == nil {
		s.Rows = append(s.Rows, PartsRow{Off: []string{knownPart}})
		for _, name := range names {
			if name != knownPart {
				s.Rows = append(s.Rows, PartsRow{Off: []string{knownPart, name}, Base: 1})
			}
		}
		s.Rows = append(s.Rows, PartsRow{Off: names, Base: 1})
	}
	s.Rows = append(s.Rows, PartsRow{Off: []string{"random"}})
	return nil
}

// A partsCell is a program.
type partsCell struct {
	program *code.Program
	set     int
	results [][]partsResult // by row and repeat
}

type partsResult struct {
	rate   float64
	errors int
}

// measure runs the campaigns of a program.
func (c *partsCell) measure(ctx context.Context, s *Parts) error {
	o := &s.Options
	known := campaign.Scout(ctx, c.program, c11.Model, o.Machine)
	for i := range s.Rows {
		var results []partsResult
		for repeat := range o.Repeats {
			seed := o.Seed + uint64(repeat)
			parts := strategy.AllParts()
			for _, part := range parts.Switches() {
				*part.On = !slices.Contains(s.Rows[i].Off, part.Name)
			}
			r, err := campaign.Run(ctx, c.program, c11.Model, campaign.Options{
				Strategy: func() interp.Strategy {
					if i == len(s.Rows)-1 {
						return strategy.NewRandom(seed)
					}
					auto := strategy.NewAutoOf(seed, parts)
					auto.Inform(known)
					return auto
				},
				Runs: o.Runs, Workers: 1, Machine: o.Machine,
			})
			if err != nil {
				return err
			}
			results = append(results, partsResult{float64(r.Buggy) / float64(max(1, r.Runs)), len(r.Findings)})
		}
		c.results = append(c.results, results)
	}
	return ctx.Err()
}

// sum fills in the figures of the rows.
func (s *Parts) sum(cells []*partsCell) {
	for set := range s.Programs {
		of := func(row int, value func(partsResult) float64) []float64 {
			sums := make([]float64, s.Options.Repeats)
			for _, c := range cells {
				for k, r := range c.results[row] {
					if c.set == set {
						sums[k] += value(r)
					}
				}
			}
			return sums
		}
		rate := func(r partsResult) float64 { return r.rate / float64(max(1, s.Programs[set])) }
		errors := func(r partsResult) float64 { return float64(r.errors) }
		for i := range s.Rows {
			r := &s.Rows[i]
			r.Figures[set] = PartsFigures{
				Rate:   ablation.MeanOf(of(r.Base, rate), of(i, rate)),
				Errors: ablation.MeanOf(of(r.Base, errors), of(i, errors)),
			}
		}
	}
}
