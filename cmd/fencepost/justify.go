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
)

// justifyFlags holds the flags of justify.
type justifyFlags struct {
	settings
	prove, tests int
	diff         bool
}

func newJustify(a *app) *cobra.Command {
	var x justifyFlags
	cmd := &cobra.Command{
		Use:   "justify FILE...",
		Short: "Say why each memory order is needed, or may be weaker",
		Long: `Justify goes through the memory orders of a program: those of its atomic operations
and of its C11 fences. Of each it says one of these:

  needed       an execution goes wrong with the next weaker order. It is kept: explain
               NUMBER tells it. An order may be needed only as soon as others are
               weakened, which is said.
  may be weaker
               a weaker order is enough, and which. All these changes together leave
               nothing that goes wrong: the diff makes them. It is proved, by exploring
               all executions, or tested.
  no order is weaker      these are listed with --verbose alone
  not reached  no execution gets there: the program is no test of it
  not decided  the bounds ended the search

That is for what this program does: an order of a queue is justified by the clients of
the queue that the program has. Look at a program that is right: of another one justify
shows what goes wrong, and check looks for a fix.

Exit status:
  0  every order was looked at
  1  something goes wrong with the orders as they are
  2  the command line or an input is wrong
  3  a time limit or an interrupt cut the work short
  4  the program uses C that is not supported
` + faultHelp,
		Example: example(
			"fencepost justify benchmarks/verdicts/mailbox.c",
			"fencepost justify --diff benchmarks/verdicts/deque.c | patch -p1",
		),
		Args:              program,
		ValidArgsFunction: completeFiles("c", "cpp", "cc", "cxx", "rs", "ll"),
		RunE: func(_ *cobra.Command, args []string) error {
			if x.diff && x.json {
				return usagef("--diff and --json print different things: the document holds the change")
			}
			if len(x.models) != 1 {
				return usagef("justify looks at one model at a time")
			}
			return a.justify(args, &x)
		},
	}
	f := cmd.Flags()
	x.programFlags(f, c11.Model)
	f.Lookup("model").Value.(*modelList).from = slices.DeleteFunc(phase2.Models(), func(m *models.Model) bool { return !m.Native })
	x.workersFlag(f)
	f.BoolVar(&x.diff, "diff", false, "print only the change to the weaker orders, for patch -p1")
	f.Var(newRange(&x.prove, defaultProof, 0, maxCount), "prove", "explore at most `N` executions to prove a choice of orders; 0 is none")
	f.Var(newRange(&x.tests, fences.DefaultTests, 1, maxCount), "test-executions", "test a choice of orders that cannot be proved by `N` executions")
	completeFlags(cmd)
	return cmd
}

func (a *app) justify(paths []string, x *justifyFlags) error {
	campaign, err := x.campaign()
	if err != nil {
		return err
	}
	p, err := a.compile(paths, &x.settings)
	if err != nil {
		return err
	}
	ctx, cancel := a.limited(&x.settings)
	defer cancel()
	m := a.newMeter(&x.settings)
	defer m.close(a, &x.settings)
	o := fences.Options{Campaign: campaign, Tests: x.tests, Compile: x.compileOptions()}
	if x.prove > 0 {
		o.Prove = fences.Explorer(campaign.Machine, x.prove, false)
	}
	o.Progress = func(p witness.Progress) {
		m.show(stage{name: x.models[0].Name, executions: p.Executions, detail: fmt.Sprintf("%d choices of orders tried", p.Done)})
	}
	r, err := fences.Justify(ctx, p, x.models[0], o)
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
	keep(slices.DeleteFunc(list, func(n numbered) bool { return n.witness == nil }), &x.settings)
	res := report.FromJustification(out, status(r.Wrong != nil, r.Incomplete != ""))
	if x.diff && r.Wrong == nil {
		if out.Change == nil {
			a.status = statuses[res.Status]
			return nil
		}
		return a.showDiff(out.Change)
	}
	return a.show(res, &x.settings, x.verbose)
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
