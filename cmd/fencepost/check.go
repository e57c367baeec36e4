package main

import (
	"fmt"
	"path/filepath"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/machine/witness"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/verdict"

	"github.com/spf13/cobra"
)

func newCheck(a *app) *cobra.Command {
	var (
		s      settings
		files  outputs
		traces bool
		known  knownFlags
		suite  suiteFlags
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
are data races in C11. --racy-plain relaxed takes their plain accesses for relaxed
atomics; --volatile relaxed, or acq-rel, does so with volatile ones.

FILE is a C11 program with threads, or - for the standard input. Without a FILE, check
runs the harnesses of fencepost.toml, in the working directory or above it: fencepost
help ci tells of suites.

` + exitHelp,
		Example: example(
			"fencepost check benchmarks/relaxer/dekker.c",
			"fencepost check --model tso -D FIXED benchmarks/relaxer/dekker.c",
			"fencepost check --model tso --prove 9999 -D FIXED benchmarks/litmus/SB.c",
			"fencepost check --model tso --out witnesses --json benchmarks/relaxer/dekker.c",
			"fencepost check --html page.html benchmarks/relaxer/dekker.c",
			"fencepost check --each benchmarks/litmus/SB.c benchmarks/litmus/MP.c",
		),
		Args: func(cmd *cobra.Command, args []string) error {
			if suite.each && len(args) == 0 {
				return usagef("--each needs a FILE")
			}
			if a.isSuite = a.findSuite(args, &suite); a.isSuite {
				return nil
			}
			if len(args) == 0 {
				return usagef("check needs a FILE, or a %s with harnesses, here or in a folder above: fencepost init writes one", project.Name)
			}
			return program(cmd, args)
		},
		ValidArgsFunction: flags.Files("c", "cpp", "cc", "cxx", "rs", "ll"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if a.isSuite {
				return a.runSuite(cmd, &s, &suite, files, known)
			}
			for _, name := range ofSuites {
				if cmd.Flags().Changed(name) {
					return usagef("--%s is for the harnesses of a %s, or with --each: not for one program", name, project.Name)
				}
			}
			if traces && !s.json {
				return usagef("--traces adds to the document of --json, which is not asked for")
			}
			if err := known.check(); err != nil {
				return err
			}
			return a.check(args, &s, checkOutput{files, traces, known})
		},
	}
	f := cmd.Flags()
	s.programFlags(f)
	s.allowC11(f)
	s.autoModels(f)
	s.budgetFlag(f)
	s.predictFlags(f)
	s.autoLength(f)
	s.confirmFlags(f)
	s.workersFlag(f)
	s.proveFlag(f)
	s.failOnFlag(f)
	s.racesFlag(f)
	s.allFlag(f, "tell everything: executions, cycles, what was reached")
	f.BoolVar(&s.stats, "stats", false, "tell how much was done: what was reached, and executions and cycles by model")
	files.flags(f)
	known.flags(f)
	a.watchFlag(f)
	a.elsewhereFlags(f)
	f.BoolVar(&traces, "traces", false, "with --json: also the executions, for the report command")
	suite.flags(f)
	flags.Complete(cmd)
	return cmd
}

// A checkOutput says what check shows.
type checkOutput struct {
	files  outputs
	traces bool
	known  knownFlags
}

// check is the whole pipeline.
func (a *app) check(paths []string, s *settings, show checkOutput) error {
	prog, o, err := a.begin(paths, s)
	if err != nil {
		return err
	}
	if a.recall(prog) {
		return nil
	}
	ctx, cancel := a.limited(s)
	defer cancel()
	m := a.newMeter(s)
	o.Progress = m.Tell
	answer, err := cluster.RunVerdict(ctx, a.have(), prog, verdict.Options{
		Campaign: o, Native: s.native, Compile: s.compileOptions(), Explore: verdict.DefaultExplore, Mend: true,
		Budget: s.budget,
	})
	a.endMeter(m, s)
	if err != nil {
		return err
	}
	if s.verbose {
		a.tellPhases(answer)
	}
	if s.racesOnly {
		answer.Unseen = append([]string{report.Assertions}, answer.Unseen...)
	}
	r := answer.Report

	w := report.Witnesses{Files: map[*witness.Witness]string{}}
	shown := report.ShownWitnesses(r)
	if x := answer.Buffering; x != nil && x.Witness != nil {
		shown = append(shown, x.Witness)
		if s.out != "" {
			w.Files[x.Witness] = filepath.Join(s.out, witness.ErrorName(c11.IMM.Name, 1))
			a.writeWitness(w.Files[x.Witness], x.Witness.File(prog, s.compileOptions(), o.Seed))
		}
	}
	if s.out != "" {
		a.saveWitnesses(r, w.Files, s)
	}
	if !s.quiet && !s.json || show.traces || show.files.executions() {
		w.Executions = replayAll(ctx, prog, shown)
	}
	violated := s.failOn == onViolation && confirmed(r)
	bug := answer.Conclusion == verdict.Buggy || violated
	out := report.FromAnswer(answer, s.given(paths), w, status(bug, answer.Conclusion == verdict.Incomplete))
	if err := show.known.apply(a, out, r.Incomplete != "", !violated); err != nil {
		return err
	}
	if show.traces {
		if err := out.AddTraces(); err != nil {
			return err
		}
	}
	show.files.write(a, out)
	a.keepLast(prog, out, s)
	return a.show(out, s, s.all)
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

// confirmed reports whether any cycle was confirmed.
func confirmed(r *phase2.Report) bool {
	for i := range r.Models {
		if r.Models[i].Confirmed() > 0 {
			return true
		}
	}
	return false
}
