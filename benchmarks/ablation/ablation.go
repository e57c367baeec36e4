// Package ablation measures the worth of each heuristic of package bias. It compares trials
// with every heuristic on with trials in which some are off, on the programs for which the
// heuristics were made (benchmarks/relaxer and benchmarks/c11), and on programs on which
// nothing was tuned (benchmarks/heldout, and the wrong ones of benchmarks/verdicts).
//
// Only cycles that some setting confirms count. Everything is repeated with other seeds,
// the same for all settings. The noise is the standard error of the difference over the
// repeats. RELAXER (ISSTA 2011) has no such study.
package ablation

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/bias"
	"fencepost/predict"
	"fencepost/trace/lists"
)

// Options configure a study.
type Options struct {
	Seed       uint64
	Repeats    int // number, each with its own seeds, at least 2
	Executions int // number in a trial of several
	Cycles     int // bound for each program and model
	// Off are the sets of heuristics to switch off, by the names of their switches; nil:
	// each alone, and all together.
	Off     [][]string
	Workers int // number of programs at a time; results do not depend on it
	// Progress, if not nil, is called with the number of finished programs, from several
	// goroutines.
	Progress func(done, total int)
}

// Defaults of Options.
const (
	DefaultRepeats    = 5
	DefaultExecutions = 20
	DefaultCycles     = 24
)

// A Set is a set of programs.
type Set uint8

// The sets of programs.
const (
	Tuned Set = iota
	HeldOut
	sets
)

// A Study is the result of Run.
type Study struct {
	Seed    uint64
	Repeats int
	Tables  []Table
}

// A Table compares settings under models of one kind, in trials of one length.
type Table struct {
	C11        bool         // under C11; otherwise under the hardware models
	Executions int          // number in a trial
	Measured   [sets]Sample // sizes of the samples
	Rows       []Row        // the first has every heuristic on
}

// A Sample is the size of a sample.
type Sample struct {
	Programs int // number of pairs of a program and a model
	Cycles   int // number of cycles that some setting confirmed
}

// A Row is the result of trials with some heuristics off.
type Row struct {
	Off     []string
	Figures [sets]Figures
}

// Figures are the result for one set of programs: means over the repeats, and the
// differences to the trials with every heuristic on.
type Figures struct {
	Share     Mean // of trials that create a cycle, over all cycles
	Confirmed Mean // number of cycles
	Bugs      Mean // number of errors and data races that SC does not show
}

// A Mean is a mean over the repeats.
type Mean struct {
	Value float64
	Lost  float64 // by switching off
	Noise float64 // standard error of Lost
}

// Pays reports whether the loss is more than noise: above three standard errors.
func (m Mean) Pays() bool { return m.Lost > 3*m.Noise && m.Lost > 0 }

// Pays reports whether the heuristics that are off in this row pay.
func (r *Row) Pays() bool {
	return slices.ContainsFunc(r.Figures[:], func(f Figures) bool { return f.Share.Pays() || f.Bugs.Pays() })
}

// Run measures the heuristics. It returns a table for the hardware models and a table for C11. Each
// has trials of one execution and trials of several. It returns an error for an unknown name in
// Options.Off, or the error of ctx.
func Run(ctx context.Context, programs []Program, o Options) (*Study, error) {
	off, err := o.settings()
	if err != nil {
		return nil, err
	}
	var cells []*cell
	for _, p := range programs {
		for _, m := range p.Models {
			if names := off[m == c11.Model]; len(names) > 1 {
				cells = append(cells, &cell{program: p, model: m, off: names})
			}
		}
	}
	var next, done atomic.Int64
	errs := make([]error, len(cells))
	campaign.Parallel(max(1, min(o.Workers, len(cells))), func(int) {
		for i := int(next.Add(1)) - 1; i < len(cells) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
			errs[i] = cells[i].measure(ctx, &o)
			if n := int(done.Add(1)); o.Progress != nil {
				o.Progress(n, len(cells))
			}
		}
	})
	if err := cmp.Or(append(errs, ctx.Err())...); err != nil {
		return nil, err
	}
	study := &Study{Seed: o.Seed, Repeats: o.Repeats}
	for _, native := range []bool{false, true} {
		for k, executions := range o.lengths() {
			if slices.ContainsFunc(cells, func(c *cell) bool { return (c.model == c11.Model) == native }) {
				study.Tables = append(study.Tables, newTable(cells, native, k, executions, off[native]))
			}
		}
	}
	return study, nil
}

// lengths returns the lengths of trials.
func (o *Options) lengths() [2]int { return [2]int{1, o.Executions} }

// settings returns the sets of switched-off heuristics, under C11 (true) and not; the first
// set is empty.
func (o *Options) settings() (map[bool][][]string, error) {
	off := map[bool][][]string{false: {nil}, true: {nil}}
	all := map[bool][]string{}
	for _, s := range bias.Default().Switches() {
		for _, native := range []bool{false, true} {
			if native && s.C11 || !native && s.Hardware {
				all[native] = append(all[native], s.Name)
			}
		}
	}
	list := o.Off
	if list == nil {
		for _, native := range []bool{false, true} {
			for _, name := range all[native] {
				off[native] = append(off[native], []string{name})
			}
			off[native] = append(off[native], all[native])
		}
	}
	for _, names := range list {
		for _, name := range names {
			if !slices.Contains(all[false], name) && !slices.Contains(all[true], name) {
				return nil, fmt.Errorf("unknown heuristic %q: choose %s", name, strings.Join(append(all[false], all[true]...), ", "))
			}
		}
		for native, known := range all {
			if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(known, name) }) {
				off[native] = append(off[native], names)
			}
		}
	}
	return off, nil
}

// A cell is a program under a model.
type cell struct {
	program Program
	model   *models.Model
	off     [][]string
	cycles  int // number of cycles that some setting confirmed
	// by length of trials, setting and repeat
	results [2][][]result
}

// A result is the result of the trials of one repeat.
type result struct {
	share     float64 // summed over the cycles
	confirmed int
	bugs      int
}

// measure makes the trials of a cell. Cycles that no setting confirms in the first repeat
// are left out of the others, and of the figures.
func (c *cell) measure(ctx context.Context, o *Options) error {
	po := phase2.Options{Seed: o.Seed, Models: []*models.Model{c.model}, Predict: predict.Options{MaxLen: c.program.MaxLen}, Parameters: bias.Default()}
	r, pr, err := phase2.Predict(ctx, c.program.Code, po)
	if err != nil {
		return err
	}
	known := r.ErrorKeys()
	cycles := sample(pr.Cycles(c.model), o.Cycles, o.Seed)
	var samplers [2]*phase2.Sampler
	for k, executions := range o.lengths() {
		po.Executions = executions
		samplers[k] = phase2.NewSampler(c.program.Code, c.model, po)
		c.results[k] = make([][]result, len(c.off))
	}
	creatable := make([]bool, len(cycles))
	for repeat := range o.Repeats {
		for k, s := range samplers {
			trials := o.Executions / o.lengths()[k]
			for n, names := range c.off {
				*po.Parameters = *bias.Default()
				for _, s := range po.Parameters.Switches() {
					if slices.Contains(names, s.Name) {
						*s.On = false
					}
				}
				var res result
				bugs := map[string]bool{}
				for i, cycle := range cycles {
					if repeat > 0 && !creatable[i] {
						continue
					}
					conf := phase2.Confirmation{Cycle: cycle}
					for trial := range trials {
						if err := s.Trial(ctx, &conf, i, repeat*trials+trial, known); err != nil {
							return err
						}
					}
					res.share += float64(conf.Confirmations) / float64(trials)
					if conf.Confirmations > 0 {
						res.confirmed++
						creatable[i] = true
					}
					for _, f := range append(conf.Errors, conf.Races...) {
						bugs[f.Error.Key()] = true
					}
				}
				res.bugs = len(bugs)
				c.results[k][n] = append(c.results[k][n], res)
			}
		}
	}
	c.cycles = lists.Count(creatable, func(ok bool) bool { return ok })
	return nil
}

// sample draws n cycles of a list, or returns all.
func sample(list []predict.Cycle, n int, seed uint64) []predict.Cycle {
	list = slices.Clone(list)
	r := strategy.NewRand(seed)
	for i := range min(n, len(list)) {
		k := i + r.Intn(len(list)-i)
		list[i], list[k] = list[k], list[i]
	}
	return list[:min(n, len(list))]
}
