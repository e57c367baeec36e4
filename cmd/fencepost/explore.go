package main

import (
	"slices"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/explore"
	"fencepost/models"

	"github.com/spf13/cobra"
)

// exploreFlags holds the flags of explore.
type exploreFlags struct {
	flags.Settings
	models  []string                 // empty: by the program's language
	pages   map[string]*models.Model // of names of models that are files
	rs      string                   // release sequences of c11
	why     string
	observe []string
	format  string
	dot     string
	max     int
	unroll  int
	spec    string // of linearizability

	liveness bool

	bound   int // rounds
	atExit  string
	noIdle  bool
	noTwins bool
	count   string
	inOrder bool
	ordered bool
	every   bool

	link     bool
	estimate bool
	untilBug bool
	files    outputs.Formats
	known    outputs.Baseline
	traces   bool
	single   bool // one program
}

func newExplore(a *app) *cobra.Command {
	var x exploreFlags
	cmd := &cobra.Command{
		Use:   "explore FILE...",
		Short: "Explore every execution of C programs and litmus tests",
		Long: `Explore goes through every execution of a program under a memory model: each class
of executions in which all reads read from the same stores exactly once. It counts
the classes, lists the distinct final states, and reports the errors. If it ends by
itself, nothing is left to find.

The models are sc, tso, pso, pslo and c11, the language's model without load
buffering; the default is c11, and tso for x86 assembly. A loop that only waits is
taken as waiting; one that does more and may go on for ever is gone round 3 times,
which the verdict tells, unless --unroll gives a bound. --bound 2 explores what can
happen when the threads run twice in turn, each as far as what it reads is written.

Of a value from outside (__VERIFIER_nondet_int() and such) that its function only compares
with constants, one stands for all that no comparison tells apart. Of any other the
constants of the program, their neighbours and the bounds are taken, and the verdict tells
that this is a sample.

A FILE is a C program, a litmus test in herd's format for C, X86, X86_64, AArch64,
ARM, PPC or RISCV (its name ends in .litmus), or a folder of such tests. Several are
shown as a table.

Litmus tests, and C programs whose main starts threads and joins them, are explored
under models written in cat, too, by their candidate executions: C under c11orig, C11
as first formalised, with load buffering, and imm; assembly by default under armv8,
armv7, power or riscv, and C by the mapping that compilers use for these; the Linux
kernel's C under lkmm, its model, or by its own mapping; and each under a FILE.cat of
your own, whose includes -I finds. A read may then read a store
that program order, without a dependency, only brings later. --why names the rule
that forbids a state of either, and shows the cycle. Under imm and the models of
machines other C programs are explored, too, with calls, loops, a heap and locks.
Dependencies are those of the program as written: a compiler may drop that of v - v.
Data races are looked for under imm, not under the models of machines, and what waits
for ever under neither: c11 tells both.

Executions in which every read reads from the same store count as one, whatever the
order of the stores, and may end in several final states; --count co counts each order.
Where what a program does depends on that order in other ways, as with memory that is
freed under a hardware model and not ordered by other means, each order counts. Operations
that commute count once, in whatever order they come: read-modify-writes of one kind whose
results nobody uses, or make no difference, as those of references that are not the last,
and critical sections of a lock on separate data; --no-commuting takes each order.
Of threads that do the same, only one order is taken where that leaves less to explore
(--no-symmetry takes each). Arguments that only select what one of them accesses alone may
differ.

Of a program, the final states tell the values of the globals that --observe names,
with or without their namespace, or of all but those of 8 bytes if they are few, when
all threads have ended, which is noted where main returns, or exit is called, before.
With --at-exit stop an execution has a final state for each way in which it may have
ended then.

Exit status:
  0  every execution was explored and none has a bug
  1  an execution has a bug, or the condition of a litmus test, one with forall or
     ~exists, does not hold
  2  the command line or an input is wrong
  3  a time limit, an interrupt or a bound cut the search short, or no execution
     completed; no bug was found
  4  a program uses what is not supported
` + exit.FaultHelp,
		Example: flags.Example(
			"fencepost explore --model all --observe r1,r2 benchmarks/litmus/SB.c",
			"fencepost explore --linearizable queue benchmarks/linearizable/queue.c",
			"fencepost explore --until-bug --model tso benchmarks/relaxer/dekker.c",
			"fencepost explore --liveness --unroll 2 benchmarks/liveness/tas.c",
			"fencepost explore --format herd SB.litmus",
			"fencepost explore --model armv8 --why '1:X0=1; 1:X2=0' MP.litmus",
			"fencepost explore --model c11 --timeout 1m litmus-tests/",
			"fencepost explore --checkpoint coa.ck -D N=5 benchmarks/explore/coa.c",
		),
		Args: flags.Some("a FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.explore(args, &x) },
	}
	f := cmd.Flags()
	x.pages = map[string]*models.Model{}
	flags.ExploreModels(f, &x.models, x.pages)
	flags.ExploreSequences(f, &x.rs)
	x.RunFlags(f)
	f.StringSliceVar(&x.observe, "observe", nil, "make outcomes of the final values of the globals `NAME,...`")
	f.Var(flags.NewChoice(&x.format, "text", "herd"), "format", "text, or of litmus tests herd's log")
	f.BoolVar(&x.link, "link", false, "several C files are one program, not one each")
	f.StringVar(&x.dot, "dot", "", "draw an execution with each outcome and each error to `FILE`, in Graphviz's language")
	f.StringVar(&x.why, "why", "", "tell why it does not end in `STATE`: of a litmus test such as '1:r0=1; [x]=2', or the word condition; of a C program such as 'r1=0 r2=0'")
	f.Var(flags.NewRange(&x.max, 0, 0, flags.MaxCount), "executions", "end after `N` executions; 0 is no bound")
	f.BoolVar(&x.untilBug, "until-bug", false, "end the search under a model at the first execution that shows an error; one worker searches")
	f.Var(flags.NewRange(&x.unroll, 0, 0, flags.MaxCount), "unroll", "end an execution in which a loop goes round more than `N` times; 0 is no bound")
	flags.SpecificationFlag(f, &x.spec)
	f.BoolVar(&x.liveness, "liveness", false, "look for threads that never get on, too: starvation and livelocks; see fencepost help liveness")
	f.Var(flags.NewRange(&x.bound, 0, 0, flags.MaxCount), "bound", "leave out what needs more than `N` rounds of the threads, run in turn; 0 is no bound")
	f.BoolVar(&x.noIdle, "no-skip-idle", false, "follow also reads after which a thread can only wait, and iterations that change nothing")
	f.BoolVar(&x.noTwins, "no-symmetry", false, "count executions apart in which threads that do the same are exchanged")
	f.Var(flags.NewChoice(&x.count, "rf", "co"), "count", "count executions once if in them every read reads from the same store (rf), or apart if stores are in another order as well (co)")
	f.BoolVar(&x.inOrder, "no-barriers", false, "count executions apart in which threads arrive at a barrier in another order, or learn later that a signal woke them")
	f.BoolVar(&x.ordered, "no-commuting", false, "count executions apart in which operations that commute come in another order: read-modify-writes whose results make no difference, critical sections on separate data")
	f.BoolVar(&x.every, "no-narrowing", false, "of a litmus test with more candidate executions than 100,000 count all, and list all final states")
	var always bool
	f.BoolVar(&always, "skip-idle", true, "")
	f.Lookup("skip-idle").Hidden = true // what it asked for is the default
	f.Var(flags.NewChoice(&x.atExit, "finish", "stop"), "at-exit", "final states when main returns: threads first finish, or stop anywhere")
	x.AllFlag(f, "tell everything: the executions, drawn in columns, and up to 200 outcomes")
	f.StringVar(&x.Out, "out", "", "write witness files of outcomes and errors to `DIR`")
	x.files.Flags(f)
	x.known.Flags(f)
	a.watchFlag(f)
	f.BoolVar(&x.traces, "traces", false, "with --json: also the executions that end in errors, for the report command")
	f.BoolVar(&x.estimate, "estimate", false, "first tell on the error output how many executions to expect, and for how long")
	x.WorkersFlag(f)
	a.work.Flags(f)
	a.work.CheckpointFlags(f)
	flags.Complete(cmd)
	return cmd
}

// reductions returns which executions stand for others.
func (x *exploreFlags) reductions() explore.Reductions {
	r := explore.AllReductions()
	r.SkipIdle, r.Symmetry, r.Barriers, r.ReadsFrom, r.Commuting = !x.noIdle, !x.noTwins, !x.inOrder, x.count == "rf", !x.ordered
	return r
}

// check checks flags against each other and the inputs.
func (x *exploreFlags) check(files []string) error {
	if err := x.known.Check(); err != nil {
		return err
	}
	switch single := x.link || len(files) == 1; {
	case x.files.Besides("html") && !single:
		return failure.Usagef("--sarif and --junit are for one C program or litmus test")
	case x.traces && (!single || litmus.IsFile(files[0])):
		return failure.Usagef("--traces is for one C program")
	case x.files.Path("html") != "" && !single:
		return failure.Usagef("--html is for one C program or litmus test")
	case x.known.Path != "" && (!single || litmus.IsFile(files[0])):
		return failure.Usagef("--baseline is for one C program")
	case x.liveness && slices.ContainsFunc(files, litmus.IsFile):
		return failure.Usagef("--liveness is for C programs: a litmus test has no loops")
	case x.link && slices.ContainsFunc(files, litmus.IsFile):
		return failure.Usagef("--link is for C files")
	case x.traces && !x.JSON:
		return failure.Usagef("--traces adds to the document of --json, which is not asked for")
	}
	return nil
}
