package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

// fenceFlags holds the flags of fences.
type fenceFlags struct {
	settings
	places []string
	infer  bool
	robust bool
	diff   bool
	costs  string
	prove  int
	tests  int
	weaken bool
}

// defaultProof is how many executions are explored to prove a placement.
const defaultProof = 20_000

func newFences(a *app) *cobra.Command {
	var x fenceFlags
	cmd := &cobra.Command{
		Use:   "fences FILE...",
		Short: "Compare placements of fences, or infer the cheapest that works",
		Long: `Fences runs FILE with different fences under each memory model, and shows for
each placement how many cycles are predicted, confirmed and buggy, and how many
fences a run executes. Without --place it compares the program as it is written,
without its fences, without each of them, and with one after every access.

A placement is none, all, as-written, or a list of fences to add or to leave out:
  --place 'dekker.c:66=sl,before:dekker.c:68:9=ll'   FILE:LINE[:COL]=KIND
  --place 'without:dekker.c:67'

With --infer it searches instead for a cheapest set of fences, beside those that
the program has, with which no execution ends in an error, or with --robust none
violates sequential consistency. It says whether that is proved, by exploring
every execution, or only tested; it shows what goes wrong without each fence, and
the change of the source. A cost is given to each execution of a fence.

With --infer --model c11 it searches for memory orders: it strengthens a cheapest
set of those that are too weak, then tells which are stronger than the program
needs. Costs are given to the orders in the source. What is proved is proved by
exploring under rc11. A program needs only what it does itself: a lock may need
more than a test of it shows. c11 and rc11 let no store overtake an earlier load, as some
machines do: --model armv8, armv7, power or riscv infers the orders with which no
assertion fails on that machine, the program being compiled by the mapping that
fencepost models prints. That is for small programs, whose main starts threads that
call nothing, joins them, and asserts. It is proved, or exit status 3 says why not.

Exit status:
  0  the placements were compared; or fences or orders that suffice were found
  1  with --infer: something goes wrong that no fences or orders forbid
  2  the command line or an input is wrong
  3  a time limit or an interrupt cut the work short
  4  the program uses C that is not supported
 70  internal error`,
		Example: example(
			"fencepost fences --model tso -D FIXED benchmarks/relaxer/dekker.c",
			"fencepost fences --infer --model tso benchmarks/relaxer/dekker.c",
			"fencepost fences --infer --model pso --diff benchmarks/relaxer/msn.c | patch -p1",
			"fencepost fences --infer --model c11 benchmarks/c11/rwlock.c",
			"fencepost fences --infer --model armv8 --diff LB.c",
		),
		Args:              program,
		ValidArgsFunction: completeFiles("c"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := x.check(); err != nil {
				return err
			}
			return a.fences(args, &x)
		},
	}
	f := cmd.Flags()
	x.programFlags(f, models.TSO, models.PSO, models.PSLO)
	f.Lookup("model").Value.(*modelList).from = slices.Concat(phase2.Models(), machines)
	x.predictFlags(f)
	x.confirmFlags(f)
	x.workersFlag(f)
	f.StringArrayVar(&x.places, "place", nil, "compare the placement `SPEC`; may be given several times")
	f.BoolVar(&x.infer, "infer", false, "search for a cheapest placement that works")
	f.BoolVar(&x.robust, "robust", false, "with --infer: no violation of sequential consistency may be left")
	f.BoolVar(&x.diff, "diff", false, "print only the change of the source, for patch -p1")
	f.StringVar(&x.costs, "cost", "", "what executing a fence of each kind costs, or with c11 each memory order")
	f.Lookup("cost").DefValue = defaultFenceCosts + " or " + defaultOrderCosts
	f.Var(newRange(&x.prove, defaultProof, 0, maxCount), "prove", "with --infer: explore at most `N` executions to prove the result; 0 is none")
	f.Var(newRange(&x.tests, fences.DefaultTests, 1, maxCount), "tests", "with c11: test orders that cannot be proved by `N` executions")
	f.BoolVar(&x.weaken, "weaken", false, "with c11: let the change weaken what is stronger than needed, too")
	completeFlags(cmd)
	return cmd
}

// What fences and memory orders cost unless --cost says otherwise.
const (
	defaultFenceCosts = "sl=10,ss=2,ll=2"
	defaultOrderCosts = "relaxed=0,acquire=1,release=1,acq_rel=2,seq_cst=10"
)

// orders reports whether memory orders are inferred, not fences.
func (x *fenceFlags) orders() bool {
	return slices.ContainsFunc(x.models, func(m *models.Model) bool { return m.Native })
}

// check checks flags against each other.
func (x *fenceFlags) check() error {
	switch {
	case x.infer && len(x.places) > 0:
		return usagef("--infer searches for a placement: it takes no --place")
	case x.orders() && !x.infer:
		return usagef("--model %s is for --infer, which infers memory orders", x.models[0].Name)
	case x.orders() && len(x.models) > 1:
		return usagef("c11 and the machines of today infer memory orders, other models fences: give one --model")
	case x.orders() && x.robust:
		return usagef("--robust is about fences: %s has no use for it", x.models[0].Name)
	case x.weaken && !x.orders():
		return usagef("--weaken is about memory orders: it needs --infer --model c11")
	case x.robust && !x.infer:
		return usagef("--robust says what --infer is to find")
	case x.diff && x.infer && len(x.models) != 1:
		return usagef("--diff prints one change: give one --model")
	case x.diff && !x.infer && len(x.places) != 1:
		return usagef("--diff prints one change: give one --place, or --infer")
	case x.diff && x.json:
		return usagef("--diff and --json print different things: the document of --infer holds the change")
	}
	return nil
}

// weights parses --cost into the weights of fences or of memory orders.
func (x *fenceFlags) weights(o *fences.Options) error {
	fence, order := fences.DefaultWeights, fences.DefaultOrderWeights
	o.Weights, o.OrderWeights = &fence, &order
	if x.costs == "" {
		return nil
	}
	form, places := defaultFenceCosts, map[string]*int{}
	for _, k := range []trace.FenceKind{trace.LoadLoad, trace.StoreStore, trace.StoreLoad} {
		places[k.String()] = &fence[k]
	}
	if x.orders() {
		form, places = defaultOrderCosts, map[string]*int{}
		for _, k := range []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst} {
			places[k.String()] = &order[k]
		}
	}
	for _, part := range strings.Split(x.costs, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(value)
		if places[name] == nil || err != nil || n < 0 || n > 1_000_000 {
			return usagef("--cost %s: must be a list such as %s", x.costs, form)
		}
		*places[name] = n
	}
	order[trace.Consume] = order[trace.Acquire]
	if !order.Valid() {
		return usagef("--cost %s: a stronger order cannot cost less than a weaker one", x.costs)
	}
	return nil
}

func (a *app) fences(paths []string, x *fenceFlags) error {
	campaign, err := x.campaign()
	if err != nil {
		return err
	}
	o := fences.Options{Robust: x.robust, Compile: x.compileOptions()}
	if err := x.weights(&o); err != nil {
		return err
	}
	prog, err := a.compile(paths, &x.settings)
	if err != nil {
		return err
	}
	a.witnessDir(x.out)
	ctx, cancel := a.limited(&x.settings)
	defer cancel()
	m := a.newMeter(&x.settings)
	defer m.close(a, &x.settings)
	o.Campaign = campaign
	if x.orders() {
		return a.inferOrders(ctx, prog, x, o, m)
	}
	if x.infer {
		return a.infer(ctx, prog, x, o, m)
	}
	return a.compare(ctx, prog, x, o, m)
}

func (a *app) compare(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *meter) error {
	list := fences.Placements(prog)
	if len(x.places) > 0 {
		list = nil
	}
	for _, spec := range x.places {
		pl, err := fences.Parse(prog, spec)
		if err != nil {
			return usagef("--place %s: %v", spec, err)
		}
		list = append(list, pl)
	}
	if x.diff {
		c, err := fences.Write(prog, list[0], x.compileOptions())
		if err != nil {
			return err
		}
		return a.showDiff(c)
	}
	o.Progress = func(p witness.Progress) { m.show(stage{name: "placements", done: p.Done, total: len(list)}) }
	rows, err := fences.Compare(ctx, prog, list, o)
	if err != nil {
		return err
	}
	incomplete := witness.Limit(ctx)
	for i := range rows {
		incomplete = cmp.Or(incomplete, rows[i].Report.Incomplete)
	}
	return a.show(report.FromComparison(prog, rows, x.seed, incomplete, status(false, incomplete != "")), &x.settings, false)
}

// showDiff prints a change; what it does not hold goes to the error output.
func (a *app) showDiff(c *fences.Change) error {
	for _, note := range c.Notes {
		fmt.Fprintln(a.stderr, note)
	}
	return a.writeExactly(c.Diff)
}

func (a *app) infer(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *meter) error {
	var (
		list            []report.Inferred
		bug, incomplete bool
	)
	if x.prove > 0 {
		o.Prove = fences.Explorer(o.Campaign.Machine, x.prove, x.robust)
	}
	for _, model := range x.models {
		o.Progress = func(p witness.Progress) {
			m.show(stage{name: model.Name, executions: p.Executions, detail: fmt.Sprintf("%d placements tried, %d executions went wrong, trying %d fences", p.Done, p.Buggy, p.Changes)})
		}
		one, err := a.inferOne(ctx, prog, model, x, o)
		if err != nil {
			return err
		}
		list = append(list, *one)
		bug = bug || one.Result == nil
		incomplete = incomplete || one.Result != nil && one.Result.Incomplete != ""
	}
	out := report.FromInference(prog, list, x.seed, x.robust, status(bug, incomplete))
	return a.showChange(out, list[0].Change, x)
}

// showChange prints what was inferred, or only the change if that is asked for and
// nothing is wrong.
func (a *app) showChange(out *report.Result, c *fences.Change, x *fenceFlags) error {
	if x.diff && c != nil && out.Status == report.OK {
		return a.showDiff(c)
	}
	x.quiet = x.quiet || x.diff
	return a.show(out, &x.settings, x.verbose)
}

// inferOne infers a placement for one model, and writes the change and the
// witnesses that are asked for.
func (a *app) inferOne(ctx context.Context, prog *code.Program, m *models.Model, x *fenceFlags, o fences.Options) (*report.Inferred, error) {
	out := &report.Inferred{Model: m}
	r, err := fences.Infer(ctx, prog, m, o)
	var (
		unsupported *interp.UnsupportedError
		sc          *fences.SCError
	)
	switch {
	case errors.As(err, &unsupported):
		return nil, err
	case errors.As(err, &sc):
		out.None, out.Wrong = err, sc.Err
		return out, nil
	case err != nil:
		out.None = err
		errors.As(err, &out.Wrong)
		return out, nil
	}
	out.Result = r
	if r.Incomplete != "" {
		return out, nil
	}
	if out.Change, err = fences.Write(prog, r.Placement, x.compileOptions()); err != nil {
		return nil, err
	}
	if x.out == "" {
		return out, nil
	}
	for i := range r.Removals {
		path, err := a.saveRemoval(ctx, prog, r, i, x)
		if err != nil {
			return nil, err
		}
		out.Files = append(out.Files, path)
	}
	return out, nil
}

// saveRemoval writes the witness of what goes wrong without a fence: a witness
// of the changed source without it. The path is empty if there is none.
func (a *app) saveRemoval(ctx context.Context, prog *code.Program, r *fences.Result, i int, x *fenceFlags) (string, error) {
	if r.Removals[i].Witness == nil {
		return "", nil
	}
	without := fences.Placement{Add: slices.Delete(slices.Clone(r.Placement.Add), i, i+1)}
	c, err := fences.Write(prog, without, x.compileOptions())
	if err != nil {
		return "", err
	}
	return a.saveWithout(ctx, x, r.Removals[i].Witness, c.Program, r.Model, i)
}

// saveWithout writes what goes wrong without the i-th part of a change, as a
// witness of the changed source p. The path is empty if p does not do the same.
func (a *app) saveWithout(ctx context.Context, x *fenceFlags, of *witness.Witness, p *code.Program, m *models.Model, i int) (string, error) {
	w, ok := fences.Rebase(ctx, of, p)
	if !ok {
		return "", nil
	}
	path := filepath.Join(x.out, fmt.Sprintf("%s-without-%d.json", m.Name, i+1))
	a.saveWitness(path, w, p, x.compileOptions(), x.seed)
	return path, nil
}
