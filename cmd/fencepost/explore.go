package main

import (
	"slices"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
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
	cmd := help.Describe(&cobra.Command{
		Use:   "explore FILE...",
		Short: "Explore every execution of C programs and litmus tests",
		Args:  flags.Some("a FILE"),
		RunE:  func(_ *cobra.Command, args []string) error { return a.explore(args, &x) },
	})
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
