package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/trace"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// testFlags holds the flags of commands that test by many executions.
type testFlags struct {
	settings
	strategy string
	depth    int
	history  int
	untilBug bool
	files    outputs
}

// Parameters of the strategies that have any, unless the flags say otherwise.
const (
	defaultDepth   = 3
	defaultHistory = 2
)

// strategyFlags adds the flags that choose the strategy.
func (t *testFlags) strategyFlags(f *pflag.FlagSet) {
	f.Var(newChoice(&t.strategy, "auto", "random", "pct", "pctwm"), "strategy", "what makes the choices of an execution")
	f.Var(newRange(&t.depth, defaultDepth, 0, 1000), "depth", "pct, pctwm: how many choices a bug depends on")
	f.Var(newRange(&t.history, defaultHistory, 1, 1000), "history", "pctwm: from how many of the newest stores a read chooses")
}

func newTest(a *app) *cobra.Command {
	var (
		t   testFlags
		all bool
	)
	cmd := &cobra.Command{
		Use:   "test FILE",
		Short: "Test a C program by many executions under one memory model",
		Long: `Test executes FILE many times under one memory model and reports every error
once: how often it showed, the first execution that showed it, and the shortest,
made shorter where that is possible and drawn in columns. Under c11, C11's own
model, data races are errors, too, and below the columns stands what is decided of
the modification orders and what synchronises; --json has it as relations.

The strategies that choose are

  auto    a portfolio of the others and one of its own; it has no parameter
  random  every choice at random
  pct     random priorities, with --depth points at which one drops
  pctwm   random priorities; threads learn of others' stores only at --depth
          points, from the --history newest

` + exitHelp,
		Example: example(
			"fencepost test benchmarks/c11/seqlock.c",
			"fencepost test --strategy pctwm --depth 2 --history 1 benchmarks/c11/mcs-lock.c",
			"fencepost test --model tso --until-bug --out witnesses benchmarks/relaxer/dekker.c",
		),
		Args:              exactly("one FILE"),
		ValidArgsFunction: completeFiles("c"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := t.checkStrategy(cmd.Flags()); err != nil {
				return err
			}
			model, err := t.oneModel(cmd)
			if err != nil {
				return err
			}
			return a.test(args[0], &t, model, all)
		},
	}
	f := cmd.Flags()
	t.programFlags(f, c11.Model)
	t.allowC11(f)
	t.strategyFlags(f)
	f.Var(newRange(&t.runs, campaign.DefaultRuns, 1, maxCount), "runs", "execute the program `N` times")
	f.BoolVar(&t.untilBug, "until-bug", false, "end at the first execution that shows an error")
	f.StringVar(&t.out, "out", "", "write witness files to `DIR`")
	f.BoolVar(&all, "all", false, "draw every execution in full")
	t.files.flags(f)
	t.workersFlag(f)
	completeFlags(cmd)
	return cmd
}

// checkStrategy refuses parameters that the strategy does not have.
func (t *testFlags) checkStrategy(f *pflag.FlagSet) error {
	switch {
	case f.Changed("depth") && t.strategy != "pct" && t.strategy != "pctwm":
		return usagef("--depth: strategy %s has no depth", t.strategy)
	case f.Changed("history") && t.strategy != "pctwm":
		return usagef("--history: strategy %s has no history", t.strategy)
	case t.strategy == "pct" && t.depth == 0:
		return usagef("--depth 0: pct needs at least 1")
	}
	return nil
}

// newStrategy makes the strategy of one worker. adapts says whether auto learns
// from what it finds.
func (t *testFlags) newStrategy(adapts bool) interp.Strategy {
	switch t.strategy {
	case "random":
		return strategy.NewRandom(t.seed)
	case "pct":
		return strategy.NewPCT(t.seed, t.depth)
	case "pctwm":
		return strategy.NewPCTWM(t.seed, t.depth, t.history)
	}
	return strategy.NewAuto(t.seed, adapts)
}

// describe tells the strategy for a report.
func (t *testFlags) describe() report.Strategy {
	s := report.Strategy{Name: t.strategy}
	switch t.strategy {
	case "pct":
		s.Depth = &t.depth
	case "pctwm":
		s.Depth, s.History = &t.depth, &t.history
	}
	return s
}

func (a *app) test(path string, t *testFlags, model *models.Model, all bool) error {
	machine, err := t.machineOptions()
	if err != nil {
		return err
	}
	prog, err := a.compile(path, &t.settings)
	if err != nil {
		return err
	}
	if err := makeDir(t.out); err != nil {
		return err
	}
	ctx, cancel := a.limited(&t.settings)
	defer cancel()
	meter := a.newMeter(&t.settings)
	r, err := campaign.Run(ctx, prog, model, campaign.Options{
		Strategy: func() interp.Strategy { return t.newStrategy(true) },
		Runs:     t.runs, Workers: t.workers, UntilBug: t.untilBug, Machine: machine,
		Progress: meter.tests(model.Name, t.runs),
	})
	meter.close(a, &t.settings)
	if err != nil {
		return err
	}
	found := findings(prog, model, machine, r)
	w := report.Witnesses{Files: map[*witness.Witness]string{}}
	if err := saveFindings(prog, model, found, w.Files, &t.settings); err != nil {
		return err
	}
	if !t.quiet || t.files.executions() {
		var list []*witness.Witness
		for _, f := range found {
			list = append(list, f.Witness)
		}
		w.Executions = repeatAll(prog, list)
	}
	out := report.FromTest(r, found, t.describe(), t.seed, t.runs, w, status(len(r.Findings) > 0, r.Incomplete != ""))
	if err := t.files.write(out); err != nil {
		return err
	}
	return a.show(out, &t.settings, all)
}

// findings makes the witnesses of a campaign: its shortest executions, run
// again and made shorter where that is possible.
func findings(p *code.Program, m *models.Model, o interp.Options, r *campaign.Report) []witness.Finding {
	var list []witness.Finding
	sampler := phase2.NewSampler(p, m, phase2.Options{Machine: o})
	machine := interp.New(p, m, o)
	ctx := context.Background()
	for i := range r.Findings {
		f := &r.Findings[i]
		var rec trace.Recorder
		res, _ := witness.Replay(ctx, machine, f.Witness.Choices, &rec)
		w := sampler.Minimise(ctx, sampler.Witness(res, rec.Events), f.Error)
		e := w.Error
		if f.Error.Kind == interp.DataRace {
			if e = witness.Race(ctx, machine, w.Choices, f.Error.Key()); e == nil {
				panic("a recorded execution does not show its race")
			}
		}
		list = append(list, witness.Finding{Error: e, Count: f.Count, First: f.First, Witness: w})
	}
	return list
}

// saveFindings writes the witnesses of a campaign, if asked to: c11-error-1.json.
func saveFindings(p *code.Program, m *models.Model, found []witness.Finding, files map[*witness.Witness]string, s *settings) error {
	if s.out == "" {
		return nil
	}
	for i := range found {
		w := found[i].Witness
		files[w] = filepath.Join(s.out, fmt.Sprintf("%s-error-%d.json", m.Name, i+1))
		if err := saveWitness(files[w], w, p, s.compileOptions(), s.seed); err != nil {
			return err
		}
	}
	return nil
}

// tests returns a function that is told of the progress of a testing campaign.
func (m *meter) tests(name string, runs int) func(*campaign.Report) {
	return func(r *campaign.Report) {
		rate := float64(r.Runs) / max(time.Since(m.start).Seconds(), 1e-3)
		m.show(stage{
			name: name, done: r.Runs, total: runs, executions: r.Runs,
			detail: fmt.Sprintf("%.0f a second, %d bugs, %d behaviours", rate, len(r.Findings), r.Behaviours),
		})
	}
}
