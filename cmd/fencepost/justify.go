package main

import (
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
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
	cmd := help.Describe(&cobra.Command{
		Use:               "justify [FILE...]",
		Short:             "Say why each memory order is needed, or may be weaker",
		Args:              func(cmd *cobra.Command, args []string) error { return a.weakerArgs(cmd, args, &x.Flags) },
		ValidArgsFunction: flags.Sources(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if lists.Count([]bool{x.diff, x.comments, x.check, x.JSON}, func(asked bool) bool { return asked }) > 1 {
				return failure.Usagef("--diff, --comments, --check and --json print different things: give one")
			}
			return a.justify(cmd, args, &x)
		},
	})
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
