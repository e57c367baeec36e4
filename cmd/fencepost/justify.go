package main

import (
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/weaken"
	"fencepost/interp/machine/witness"
	"fencepost/phase2/fences"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

// justifyFlags holds the flags of justify.
type justifyFlags struct {
	weaken.Flags
	diff, comments, check bool
}

func newJustify(a *app) *cobra.Command {
	var x justifyFlags
	cmd := &cobra.Command{
		Use:   "justify [FILE...]",
		Short: "Say why each memory order is needed, or may be weaker",
		Long: `Justify goes through the memory orders of a program, those of its atomic operations
and of its C11 fences, and through its fences of hardware. Of each it says one of these:

  needed       an execution goes wrong with the next weaker order. It is kept: explain
               NUMBER tells it. An order may be needed only as soon as others are
               weakened, which is said. Where it can be seen, the operations follow that
               it pairs with: that read, or write, what it orders.
  may be weaker
               a weaker order is enough, and which; or the fence may go. All these
               changes together leave nothing that goes wrong: the diff makes them. It is
               proved, by exploring all executions, or tested.
  no order is weaker      these are listed with --verbose alone
  not reached  no execution gets there: the program is no test of it
  not decided  the bounds ended the search

That is for what this program does: an order of a queue is justified by the clients of
the queue that the program has. Look at a program that is right: of another one justify
shows what goes wrong, and check looks for a fix. Accesses at one place of the source,
of a template or of a function that is put into its callers, are one.

Without a FILE the harnesses of fencepost.toml are looked at together, by what they have
of the source in common: an order is needed if one of them needs it, it is not reached
if none gets there, and the weaker orders hold in all of them. Harnesses that are
expected to go wrong, and litmus tests, say nothing of orders. --run chooses others.

--comments prints a change that writes the reasons into the source, as comments that
begin with "// order:". They name functions and expressions, no lines, so that they
stay when other lines change. --check compares: what such comments say that is not true
any more, or no comment says yet, is the change that it prints, and the exit status is 1.

Exit status:
  0  every order was looked at
  1  something goes wrong with the orders as they are; or with --check a comment is not
     what it should be
  2  the command line or an input is wrong
  3  a time limit or an interrupt cut the work short, or no execution completed
  4  the program uses C that is not supported
` + exit.FaultHelp,
		Example: flags.Example(
			"fencepost justify benchmarks/verdicts/mailbox.c",
			"fencepost justify --diff benchmarks/verdicts/deque.c | patch -p1",
			"fencepost justify --comments benchmarks/verdicts/mailbox.c",
			"fencepost justify --model tso -D FIXED benchmarks/relaxer/dekker.c",
			"fencepost justify --each benchmarks/verdicts/mailbox.c benchmarks/verdicts/spsc.c",
		),
		Args:              func(cmd *cobra.Command, args []string) error { return a.weakerArgs(cmd, args, &x.Flags) },
		ValidArgsFunction: flags.Sources(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if lists.Count([]bool{x.diff, x.comments, x.check, x.JSON}, func(asked bool) bool { return asked }) > 1 {
				return failure.Usagef("--diff, --comments, --check and --json print different things: give one")
			}
			return a.justify(cmd, args, &x)
		},
	}
	f := cmd.Flags()
	x.Flags.Flags(f)
	f.BoolVar(&x.diff, "diff", false, "print only the change to the weaker orders, for patch -p1")
	f.BoolVar(&x.comments, "comments", false, "print only the change that writes the reasons into the source")
	f.BoolVar(&x.check, "check", false, "fail if the comments are not those that --comments writes")
	flags.Complete(cmd)
	return cmd
}

func (a *app) justify(cmd *cobra.Command, paths []string, x *justifyFlags) error {
	ctx, w, end, err := a.weaker(cmd, paths, &x.Flags)
	if err != nil {
		return err
	}
	defer end()
	r, err := fences.JustifyAll(ctx, w.Clients)
	if err != nil {
		return w.Failed(err)
	}
	out := &report.JustifiedSource{Programs: w.Tested, Seed: x.Seed, Result: r}
	if out.Change, err = fences.WriteAll(w.Clients, r.Enough); err != nil {
		return err
	}
	var list []replay.Numbered
	for i := range r.Orders {
		number := 0
		if o := &r.Orders[i]; o.Witness != nil {
			list = append(list, replay.Numbered{Witness: o.Witness, Program: o.Changed, Settings: w.Settings[o.Program]})
			number = len(list)
		}
		out.Executions = append(out.Executions, number)
	}
	res := report.FromJustification(out, report.StatusOf(len(r.Wrong) > 0, r.Incomplete != ""))
	if x.Files.Executions() {
		for i := range r.Orders {
			o := &r.Orders[i]
			if o.Witness == nil {
				continue
			}
			if e := replay.All(ctx, o.Changed, []*witness.Witness{o.Witness})[o.Witness]; e != nil {
				res.ShowExecution(i, o.Changed, o.Witness, e)
			}
		}
	}
	x.Files.Write(&a.files, res, a.elapsed())
	replay.Keep(list, &x.Settings)
	switch {
	case len(r.Wrong) > 0:
	case x.diff:
		a.status = res.Status.Exit()
		if out.Change == nil {
			return nil
		}
		return a.showDiff(out.Change)
	case x.comments, x.check:
		return a.showComments(res, x.check)
	}
	return a.show(res, &x.Settings, x.Verbose)
}

// showComments prints the change that makes the comments of the source the reasons of its orders.
// Where they have to be that already, a change is a failure.
func (a *app) showComments(res *report.Result, check bool) error {
	diff, notes := res.Body.(*report.Justified).Comments()
	a.status = res.Status.Exit()
	if check && diff != "" && res.Status == report.OK {
		a.status = report.Bug.Exit()
	}
	return a.showDiff(&fences.Change{Diff: diff, Notes: notes})
}
