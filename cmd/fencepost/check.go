package main

import (
	"fmt"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
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
	cmd := &cobra.Command{
		Use:   "check [FILE...]",
		Short: "Find the bugs that relaxed memory causes in a C or C++ program",
		Long: `Check says whether FILE is wrong, how far that is sure, and how to mend it:

  BUGGY     an execution goes wrong; each cause has the change that mends it, if
            one was found
  PROVED    all executions were explored under the models named: none goes wrong
  TESTED    no execution that was made goes wrong; others were not looked at

It explores all executions first, where there are few. It records executions under
sequential consistency, predicts the critical cycles that would violate it, and for
each memory model runs the program again so as to make each happen. Under c11, C11's
own model, stores wait in no buffer; a load may read an old store instead, and data
races are errors, too. If nothing goes wrong it explores all executions under the
other models, as far as --budget allows.

The answer is one screen: the errors, why, the change that mends them, and the verdict
last. --all adds the executions, the cycles, and what was reached; --stats only how much
was done.

With --model auto a program that includes <fencepost.h> is looked at under tso, pso
and pslo, any other under c11, too; one with the Linux kernel's headers under lkmm,
the kernel's own model, as far as it can be (fencepost explore --model lkmm): what that
allows is told, what it forbids is no bug, and a fix is in the kernel's words.

With --prove N it explores at most N executions under each hardware model, after
the trials, for the cycles that were not confirmed. An execution that has one, and
that the model's machine runs, confirms it; of the others it tells whether they cannot
happen, since no execution has them, or that it is not known. --all lists them.
Iterations of a spin loop that change nothing are not explored, but their reads are
counted: a cycle that only they may make is not known.

Programs older than C11 have plain or volatile variables and fences of their own, which
are data races in C11; so are seqlocks of C++ and Rust with plain data. --racy-plain
relaxed takes their plain accesses for relaxed atomics, copies of structures too;
--volatile relaxed, or acq-rel, does so with volatile ones.

FILE is a C11 program with threads, or - for the standard input. Without a FILE, check
runs the harnesses of fencepost.toml, in the working directory or above it: fencepost
help ci tells of suites.

` + exit.Help,
		Example: flags.Example(
			"fencepost check benchmarks/relaxer/dekker.c",
			"fencepost check --model tso -D FIXED benchmarks/relaxer/dekker.c",
			"fencepost check --model tso --prove 9999 -D FIXED benchmarks/litmus/SB.c",
			"fencepost check --model tso --out witnesses --json benchmarks/relaxer/dekker.c",
			"fencepost check --html page.html benchmarks/relaxer/dekker.c",
			"fencepost check --each benchmarks/litmus/SB.c benchmarks/litmus/MP.c",
		),
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
	}
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
