package main

import (
	"context"
	"fmt"
	"slices"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/fences"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// weakerFlags are the flags of commands that try a program with weaker orders.
type weakerFlags struct {
	settings
	files        outputs
	prove, tests int
}

func (x *weakerFlags) flags(f *pflag.FlagSet) {
	x.programFlags(f, c11.Model)
	f.Lookup("model").Value.(*modelList).from = slices.Concat(phase2.Models(), fences.Machines())
	x.workersFlag(f)
	x.files.flags(f, "html", "sarif", "markdown", "github")
	f.Var(newRange(&x.prove, defaultProof, 0, maxCount), "prove", "explore at most `N` executions to prove a choice of orders; 0 is none")
	f.Var(newRange(&x.tests, fences.DefaultTests, 1, maxCount), "test-executions", "test a choice of orders that cannot be proved by `N` executions")
}

// A weakening is a program, and how it is tried with weaker orders.
type weakening struct {
	program *code.Program
	model   *models.Model
	options fences.Options
	ctx     context.Context
	done    func() // to be called when all is tried
}

// begin compiles the program of a command.
func (x *weakerFlags) begin(a *app, paths []string) (*weakening, error) {
	p, err := a.compile(paths, &x.settings)
	if err != nil {
		return nil, err
	}
	w := &weakening{program: p, model: x.models[0], options: fences.Options{Tests: x.tests, Compile: x.compileOptions()}}
	if w.options.Campaign, err = x.campaign(); err != nil {
		return nil, err
	}
	ctx, cancel := a.limited(&x.settings)
	m := a.newMeter(&x.settings)
	w.ctx, w.done = ctx, func() { m.close(a, &x.settings); cancel() }
	w.options.Progress = func(p witness.Progress) {
		m.show(stage{name: w.model.Name, executions: p.Executions, detail: fmt.Sprintf("%d choices of orders tried", p.Done)})
	}
	if err := w.options.ProveBy(ctx, p, w.model, x.prove); err != nil {
		w.done()
		return nil, err
	}
	return w, nil
}

// one is the complaint of several models.
func (x *weakerFlags) one(command string) error {
	if len(x.models) != 1 {
		return usagef("%s looks at one model at a time", command)
	}
	return nil
}

// justifyFlags holds the flags of justify.
type justifyFlags struct {
	weakerFlags
	diff, comments, check bool
}

func newJustify(a *app) *cobra.Command {
	var x justifyFlags
	cmd := &cobra.Command{
		Use:   "justify FILE...",
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
shows what goes wrong, and check looks for a fix.

--comments prints a change that writes the reasons into the source, as comments that
begin with "// order:". They name functions and expressions, no lines, so that they
stay when other lines change. --check compares: what such comments say that is not true
any more, or no comment says yet, is the change that it prints, and the exit status is 1.

Exit status:
  0  every order was looked at
  1  something goes wrong with the orders as they are; or with --check a comment is not
     what it should be
  2  the command line or an input is wrong
  3  a time limit or an interrupt cut the work short
  4  the program uses C that is not supported
` + faultHelp,
		Example: example(
			"fencepost justify benchmarks/verdicts/mailbox.c",
			"fencepost justify --diff benchmarks/verdicts/deque.c | patch -p1",
			"fencepost justify --comments benchmarks/verdicts/mailbox.c",
			"fencepost justify --model tso -D FIXED benchmarks/relaxer/dekker.c",
		),
		Args:              program,
		ValidArgsFunction: completeFiles("c", "cpp", "cc", "cxx", "rs", "ll"),
		RunE: func(_ *cobra.Command, args []string) error {
			asked := 0
			for _, flag := range []bool{x.diff, x.comments, x.check, x.json} {
				if flag {
					asked++
				}
			}
			if asked > 1 {
				return usagef("--diff, --comments, --check and --json print different things: give one")
			}
			if err := x.one("justify"); err != nil {
				return err
			}
			return a.justify(args, &x)
		},
	}
	f := cmd.Flags()
	x.flags(f)
	f.BoolVar(&x.diff, "diff", false, "print only the change to the weaker orders, for patch -p1")
	f.BoolVar(&x.comments, "comments", false, "print only the change that writes the reasons into the source")
	f.BoolVar(&x.check, "check", false, "fail if the comments are not those that --comments writes")
	completeFlags(cmd)
	return cmd
}

func (a *app) justify(paths []string, x *justifyFlags) error {
	of, err := x.begin(a, paths)
	if err != nil {
		return err
	}
	defer of.done()
	ctx, p, o := of.ctx, of.program, of.options
	r, err := fences.Justify(ctx, p, of.model, o)
	if err != nil {
		return err
	}
	out := &report.JustifiedProgram{Program: p, Seed: x.seed, Result: r}
	if len(r.Enough) > 0 {
		if out.Change, err = fences.WriteOrders(p, r.Enough, o.Compile); err != nil {
			return err
		}
	}
	list, err := certificates(ctx, p, r, &o)
	if err != nil {
		return err
	}
	for i, k := 0, 0; i < len(list); i++ {
		number := 0
		if list[i].witness != nil {
			k++
			number = k
		}
		out.Executions = append(out.Executions, number)
	}
	res := report.FromJustification(out, status(r.Wrong != nil, r.Incomplete != ""))
	if x.files.executions() {
		for i, n := range list {
			if n.witness == nil {
				continue
			}
			if e := replayAll(ctx, n.program, []*witness.Witness{n.witness})[n.witness]; e != nil {
				res.ShowExecution(i, n.program, n.witness, e)
			}
		}
	}
	x.files.write(a, res)
	keep(slices.DeleteFunc(list, func(n numbered) bool { return n.witness == nil }), &x.settings)
	switch {
	case r.Wrong != nil:
	case x.diff:
		a.status = statuses[res.Status]
		if out.Change == nil {
			return nil
		}
		return a.showDiff(out.Change)
	case x.comments, x.check:
		return a.showComments(res, x.check)
	}
	return a.show(res, &x.settings, x.verbose)
}

// showComments prints the change that makes the comments of the source the reasons of its orders.
// Where they have to be that already, a change is a failure.
func (a *app) showComments(res *report.Result, check bool) error {
	diff, notes := res.Body.(*report.Justified).Comments()
	a.status = statuses[res.Status]
	if check && diff != "" && res.Status == report.OK {
		a.status = statuses[report.Bug]
	}
	return a.showDiff(&fences.Change{Diff: diff, Notes: notes})
}

// certificates returns for each order the execution that goes wrong without it.
func certificates(ctx context.Context, p *code.Program, r *fences.Justified, o *fences.Options) ([]numbered, error) {
	list := make([]numbered, len(r.Orders))
	for i := range r.Orders {
		w, changed, err := r.Orders[i].Execution(ctx, p, o.Compile)
		if err != nil {
			return nil, err
		}
		list[i] = numbered{w, changed}
	}
	return list, nil
}
