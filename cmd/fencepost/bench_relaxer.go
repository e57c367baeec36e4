package main

import (
	"fmt"
	"path"
	"strconv"
	"sync"
	"time"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"

	"github.com/spf13/cobra"
)

// executionsOfATrial is how often the paper's test scripts run the program.
const executionsOfATrial = 100

// Before the trials so many executions are explored, and after so many trials that did not
// confirm a cycle it is given up unless one of the executions has it.
const (
	proofFirst = 60_000
	giveUp     = 5
)

func newBenchRelaxer(a *app) *cobra.Command {
	var s flags.Settings
	cmd := &cobra.Command{
		Use:   "relaxer [PROGRAM...]",
		Short: "Table 1 of RELAXER (ISSTA 2011)",
		Long: `Relaxer repeats Table 1 of RELAXER (ISSTA 2011): for each program how many cycles
are predicted, and for each memory model how many of them are confirmed, how
many are buggy, and the mean probability that a trial, which is 100 executions,
confirms a cycle that one did. The published numbers stand in brackets.

The numbers of cycles depend on how the programs are written and on what counts
as a statement; the probabilities can be compared. Ours also confirms cycles that
are hard to confirm and pull a mean down: the median is shown too.

Phase 1 is the recorded executions, as many as --sc-executions says, and what is predicted
from them; phase 2 a trial for one cycle, in the mean: the time of all trials under the model
by their number, so that more --workers make it shorter. The paper's are a run of the test
script, 100 executions, on a machine of 2011. Where a time limit ended the trials, the
table says "cut", and so it does of the programs that were not come to.

Most predicted cycles cannot happen. So the first ` + strconv.Itoa(proofFirst) + ` executions under each model,
or as many as --prove says, are explored. Where they are all, a cycle that none has
cannot happen, and no trials are made of it; a cycle that one has is confirmed if the
machine runs it, even if no trial does, but then is in neither mean nor median. Other
cycles are given up after ` + strconv.Itoa(giveUp) + ` trials that did not confirm them.

` + exit.Help,
		Example: flags.Example("fencepost bench relaxer --timeout 10m", "fencepost bench relaxer --trials 10 dekker bakery", "fencepost bench relaxer --prove 1000000 msn"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.benchRelaxer(args, &s)
		},
	}
	f := cmd.Flags()
	s.ProgramFlags(f, models.Relaxed()...)
	s.PredictFlags(f)
	s.ConfirmFlags(f)
	s.WorkersFlag(f)
	s.ProveFlag(f)
	if e := f.Lookup("prove"); e.Value.Set(strconv.Itoa(proofFirst)) == nil {
		e.DefValue = e.Value.String()
	}
	for _, name := range []string{"out", "model", "define", "include", "mapping", "coarse", "max-len"} {
		// It fails only for a flag that does not exist.
		_ = f.MarkHidden(name)
	}
	if e := f.Lookup("executions"); e.Value.Set(fmt.Sprint(executionsOfATrial)) == nil {
		e.DefValue = e.Value.String()
	}
	flags.Complete(cmd)
	return cmd
}

func (a *app) benchRelaxer(names []string, s *flags.Settings) error {
	all, err := benchmarks.Table1()
	if err != nil {
		return err
	}
	rows, err := selectNamed(all, names, func(r benchmarks.Table1Row) string { return r.Name })
	if err != nil {
		return err
	}
	o, err := s.Campaign()
	if err != nil {
		return err
	}
	o.ProveFirst, o.Prove, o.GiveUp, o.CountsOnly = s.Prove, 0, giveUp, true
	ctx, cancel := a.limited()
	defer cancel()
	table := &report.Table1{Seed: s.Seed, Trials: s.Trials, Executions: s.Executions}
	for _, row := range rows {
		file := path.Join("relaxer", row.Name+".c")
		src, err := benchmarks.Files.ReadFile(file)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			table.Add(row, string(src), nil, report.Table1Times{})
			continue
		}
		prog, err := cfront.Compile(file, src, cfront.Options{})
		if err != nil {
			return err
		}
		if !s.Quiet {
			fmt.Fprintf(a.stderr, "%s ...\n", row.Name)
		}
		m := a.newMeter(s)
		w := newStopwatch(m.Tell, o.Runs)
		o.Progress = w.tell
		r, err := phase2.Check(ctx, prog, o)
		a.endMeter(m, s)
		if err != nil {
			return err
		}
		table.Add(row, string(src), r, w.times)
		table.Incomplete = witness.Limit(ctx)
	}
	return a.showStudy("relaxer", table, table.Incomplete != "", s)
}

// A stopwatch tells how long the phases of a campaign take, by their progress.
type stopwatch struct {
	mu    sync.Mutex
	next  func(witness.Progress)
	runs  int // that are recorded
	begun time.Time
	stage string
	times report.Table1Times
}

func newStopwatch(next func(witness.Progress), runs int) *stopwatch {
	return &stopwatch{next: next, runs: runs, begun: time.Now(), times: report.Table1Times{Phase2: map[string]time.Duration{}}}
}

// tell is told of progress.
func (w *stopwatch) tell(p witness.Progress) {
	w.next(p)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch _, model := models.Lookup(p.Stage); {
	case p.Stage == models.SC.Name:
		if p.Done <= w.runs {
			w.times.Phase1 = time.Since(w.begun)
		}
	case model && p.Stage != w.stage:
		w.stage, w.begun = p.Stage, time.Now()
	case model:
		w.times.Phase2[p.Stage] = time.Since(w.begun)
	}
}
