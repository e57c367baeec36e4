package main

import (
	"fmt"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suite"
	"fencepost/interp/machine/witness"
	"fencepost/models/c11"
	"fencepost/phase2/verdict"

	"github.com/spf13/cobra"
)

func newCheck(a *app) *cobra.Command {
	var (
		s      flags.Settings
		files  outputs.Formats
		traces bool
		known  outputs.Baseline
		many   suite.Flags
	)
	cmd := help.Describe(&cobra.Command{
		Use:               "check [FILE...]",
		Short:             "Find the bugs that relaxed memory causes in a C or C++ program",
		Args:              func(cmd *cobra.Command, args []string) error { return a.programsOrSuite(cmd, args, &many) },
		ValidArgsFunction: flags.Sources(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.isSuite {
				return a.runSuite(cmd, &s, &many, files, known)
			}
			for _, name := range suite.SuiteOnly {
				if cmd.Flags().Changed(name) {
					return failure.Usagef("--%s is for the harnesses of a %s, or with --each: not for one program", name, project.Name)
				}
			}
			if traces && !s.JSON {
				return failure.Usagef("--traces adds to the document of --json, which is not asked for")
			}
			if err := known.Check(); err != nil {
				return err
			}
			return a.check(args, &s, checkOutput{files, traces, known})
		},
	})
	f := cmd.Flags()
	s.ProgramFlags(f)
	s.AllowC11(f)
	s.AutoModels(f)
	s.BudgetFlag(f)
	s.PredictFlags(f)
	s.AutoLength(f)
	s.ConfirmFlags(f)
	s.WorkersFlag(f)
	s.ProveFlag(f)
	s.FailOnFlag(f)
	s.RacesFlag(f)
	s.AllFlag(f, "tell everything: executions, cycles, what was reached")
	f.BoolVar(&s.Stats, "stats", false, "tell how much was done: what was reached, and executions and cycles by model")
	files.Flags(f)
	known.Flags(f)
	a.watchFlag(f)
	a.work.Flags(f)
	f.BoolVar(&traces, "traces", false, "with --json: also the executions, for the report command")
	many.Flags(f)
	flags.Complete(cmd)
	return cmd
}

// A checkOutput says what check shows.
type checkOutput struct {
	files  outputs.Formats
	traces bool
	known  outputs.Baseline
}

// check is the whole pipeline.
func (a *app) check(paths []string, s *flags.Settings, show checkOutput) error {
	prog, o, err := a.begin(paths, s)
	if err != nil {
		return err
	}
	if a.recall(prog) {
		return nil
	}
	ctx, cancel := a.limited()
	defer cancel()
	m := a.newMeter(s)
	o.Progress = m.Tell
	answer, err := cluster.RunVerdict(ctx, a.work.Remote(), prog, verdict.Options{
		Campaign: o, Native: s.Native, Compile: s.CompileOptions(), Explore: verdict.DefaultExplore, Mend: true,
		Budget: s.Budget,
	})
	a.endMeter(m, s)
	if err != nil {
		return err
	}
	if s.Verbose {
		a.tellPhases(answer)
	}
	if s.RacesOnly {
		answer.Unseen = append([]string{report.Assertions}, answer.Unseen...)
	}
	r := answer.Report

	w := report.Witnesses{Files: map[*witness.Witness]string{}}
	save := outputs.Saver{Files: &a.files, Program: prog, Settings: s, Paths: w.Files}
	shown := report.ShownWitnesses(r)
	if x := answer.Buffering; x != nil && x.Witness != nil {
		shown = append(shown, x.Witness)
		save.Save(x.Witness, witness.ErrorName(c11.IMM.Name, 1))
	}
	save.SaveCampaign(r)
	if !s.Quiet && !s.JSON || show.traces || show.files.Executions() {
		w.Executions = replay.All(ctx, prog, shown)
	}
	violated := s.FailOn == flags.OnViolation && r.Confirmed()
	bug := answer.Conclusion == verdict.Buggy || violated
	out := report.FromAnswer(answer, s.Given(paths), w, report.StatusOf(bug, answer.Conclusion == verdict.Incomplete))
	if err := a.recognise(&show.known, out, r.Incomplete != "", !violated); err != nil {
		return err
	}
	if show.traces {
		if err := out.AddTraces(); err != nil {
			return err
		}
	}
	show.files.Write(&a.files, out, a.elapsed())
	a.keepLast(prog, out, s)
	return a.show(out, s, s.All)
}

// tellPhases says what each phase of check took, what each search explored, and the whole.
func (a *app) tellPhases(answer *verdict.Answer) {
	var took time.Duration
	for _, p := range answer.Phases {
		fmt.Fprintf(a.stderr, "%-18s %12d units  %8s", p.Name, p.Units, p.Time.Round(time.Millisecond))
		if p.Estimated > 0 {
			fmt.Fprintf(a.stderr, ", estimates %d units", p.Estimated)
		}
		fmt.Fprintln(a.stderr)
		took += p.Time
	}
	for _, e := range answer.Searches {
		fmt.Fprintf(a.stderr, "%-18s %12d executions explored", "search "+e.Model, e.Executions)
		if e.Begun > 1 {
			fmt.Fprintf(a.stderr, ", %d count: begun %d times", e.Counted, e.Begun)
		}
		fmt.Fprintln(a.stderr)
	}
	fmt.Fprintf(a.stderr, "%-18s %12d units  %8s\n", "check", answer.Units, took.Round(time.Millisecond))
}
