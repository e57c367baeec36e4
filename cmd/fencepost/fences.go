package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fencepost/cmd/fencepost/internal/report"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models"
	"fencepost/models/axiom"
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
}

// defaultProof is how many executions are explored to prove a placement.
const defaultProof = 20_000

func newFences(a *app) *cobra.Command {
	var x fenceFlags
	cmd := &cobra.Command{
		Use:   "fences FILE",
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

Exit status:
  0  the placements were compared; or fences that suffice were found
  1  with --infer: something goes wrong that no fences forbid
  2  the command line or an input is wrong
  3  a time limit or an interrupt cut the work short
  4  the program uses C that is not supported
 70  internal error`,
		Example: example(
			"fencepost fences --model tso -D FIXED benchmarks/relaxer/dekker.c",
			"fencepost fences --infer --model tso benchmarks/relaxer/dekker.c",
			"fencepost fences --infer --model pso --diff benchmarks/relaxer/msn.c | patch -p1",
		),
		Args:              exactly("one FILE"),
		ValidArgsFunction: completeFiles("c"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := x.check(); err != nil {
				return err
			}
			return a.fences(args[0], &x)
		},
	}
	f := cmd.Flags()
	x.programFlags(f, models.TSO, models.PSO, models.PSLO)
	x.predictFlags(f)
	x.confirmFlags(f)
	x.workersFlag(f)
	f.StringArrayVar(&x.places, "place", nil, "compare the placement `SPEC`; may be given several times")
	f.BoolVar(&x.infer, "infer", false, "search for a cheapest placement that works")
	f.BoolVar(&x.robust, "robust", false, "with --infer: no violation of sequential consistency may be left")
	f.BoolVar(&x.diff, "diff", false, "print only the change of the source, for patch -p1")
	f.StringVar(&x.costs, "cost", "sl=10,ss=2,ll=2", "what executing a fence of each kind costs")
	f.Var(newRange(&x.prove, defaultProof, 0, maxCount), "prove", "with --infer: explore at most `N` executions to prove the result; 0 is none")
	completeFlags(cmd)
	return cmd
}

// check checks flags against each other.
func (x *fenceFlags) check() error {
	switch {
	case x.infer && len(x.places) > 0:
		return usagef("--infer searches for a placement: it takes no --place")
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

// weights parses --cost.
func (x *fenceFlags) weights() (*fences.Weights, error) {
	w := fences.DefaultWeights
	for _, part := range strings.Split(x.costs, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(value)
		kind := trace.NoFence
		for _, k := range []trace.FenceKind{trace.LoadLoad, trace.StoreStore, trace.StoreLoad} {
			if k.String() == name {
				kind = k
			}
		}
		if kind == trace.NoFence || err != nil || n < 0 || n > 1_000_000 {
			return nil, usagef("--cost %s: must be a list such as sl=10,ss=2,ll=2", x.costs)
		}
		w[kind] = n
	}
	return &w, nil
}

func (a *app) fences(path string, x *fenceFlags) error {
	campaign, err := x.campaign()
	if err != nil {
		return err
	}
	o := fences.Options{Robust: x.robust}
	if o.Weights, err = x.weights(); err != nil {
		return err
	}
	prog, err := a.compile(path, &x.settings)
	if err != nil {
		return err
	}
	if err := makeDir(x.out); err != nil {
		return err
	}
	ctx, cancel := a.limited(&x.settings)
	defer cancel()
	m := a.newMeter(&x.settings)
	defer m.close(a, &x.settings)
	o.Campaign = campaign
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
	o.Progress = func(p fences.Progress) { m.show(stage{name: "placements", done: p.Placements, total: len(list)}) }
	rows, err := fences.Compare(ctx, prog, list, o)
	if err != nil {
		return err
	}
	out := &report.Comparisons{Program: prog, Source: report.NewSource(prog), Seed: x.seed, Planned: len(list), List: rows, Style: a.style}
	for i := range rows {
		if rows[i].Report.Incomplete != "" && out.Incomplete == "" {
			out.Incomplete = rows[i].Report.Incomplete
		}
	}
	if why := whyEnded(ctx); why != "" {
		out.Incomplete = why
	}
	code, word := status(false, out.Incomplete != "")
	a.status = code
	if x.json {
		return report.WriteJSON(a.stdout, out.Document(word))
	}
	return out.WriteText(a.stdout)
}

// showDiff prints a change; what it does not hold goes to the error output.
func (a *app) showDiff(c *fences.Change) error {
	for _, note := range c.Notes {
		fmt.Fprintln(a.stderr, note)
	}
	_, err := fmt.Fprint(a.stdout, c.Diff)
	return err
}

func (a *app) infer(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *meter) error {
	out := &report.Inferences{Program: prog, Source: report.NewSource(prog), Seed: x.seed, Robust: x.robust, Style: a.style}
	if x.prove > 0 && !x.robust {
		o.Prove = x.prover(o.Campaign.Machine)
	}
	for _, model := range x.models {
		o.Progress = func(p fences.Progress) {
			m.show(stage{name: model.Name, executions: p.Executions, detail: fmt.Sprintf("%d placements tried, %d executions went wrong, trying %d fences", p.Placements, p.Caught, p.Fences)})
		}
		one, err := inferOne(ctx, prog, model, x, o)
		if err != nil {
			return err
		}
		out.List = append(out.List, *one)
	}
	code, word := status(out.HasBug(), out.IsIncomplete())
	a.status = code
	switch {
	case x.diff && out.List[0].Change != nil && code == exitOK:
		return a.showDiff(out.List[0].Change)
	case x.json:
		return report.WriteJSON(a.stdout, out.Document(word))
	case x.quiet || x.diff:
		return out.WriteQuiet(a.stdout)
	}
	return out.WriteText(a.stdout)
}

// inferOne infers a placement for one model, and writes the change and the
// witnesses that are asked for.
func inferOne(ctx context.Context, prog *code.Program, m models.Model, x *fenceFlags, o fences.Options) (*report.Inference, error) {
	out := &report.Inference{Model: m}
	r, err := fences.Infer(ctx, prog, m, o)
	var (
		unsupported *phase2.UnsupportedError
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
		path, err := saveRemoval(ctx, prog, r, i, x)
		if err != nil {
			return nil, err
		}
		out.Files = append(out.Files, path)
	}
	return out, nil
}

// saveRemoval writes the witness of what goes wrong without a fence: a witness
// of the changed source without it. The path is empty if there is none.
func saveRemoval(ctx context.Context, prog *code.Program, r *fences.Result, i int, x *fenceFlags) (string, error) {
	if r.Removals[i].Witness == nil {
		return "", nil
	}
	without := fences.Placement{Add: slices.Delete(slices.Clone(r.Placement.Add), i, i+1)}
	c, err := fences.Write(prog, without, x.compileOptions())
	if err != nil {
		return "", err
	}
	w, ok := fences.Rebase(ctx, r.Removals[i].Witness, c.Program)
	if !ok {
		return "", nil
	}
	path := filepath.Join(x.out, fmt.Sprintf("%s-without-%d.json", r.Model.Name, i+1))
	return path, saveWitness(path, w, c.Program, x.compileOptions(), x.seed)
}

// prover explores every execution of a program, one worker alone so that a
// bound always ends at the same one.
func (x *fenceFlags) prover(machine interp.Options) fences.Prover {
	if x.mapping == models.C11.Name {
		machine.Mapping = nil
	}
	return func(ctx context.Context, p *code.Program, m models.Model) fences.Proof {
		rules, ok := axiom.Lookup(m.Name)
		if !ok {
			return fences.Proof{Limit: "there are no axioms of the model"}
		}
		found, err := explore.Run(ctx, p, rules, explore.Options{Machine: machine, Workers: 1, MaxExecutions: int64(x.prove)})
		if err != nil {
			return fences.Proof{Limit: err.Error()}
		}
		proof := fences.Proof{Complete: found.Complete}
		if len(found.Errors) > 0 {
			proof.Err = found.Errors[0].Error
		}
		switch {
		case found.Complete:
		case found.Executions+found.Blocked >= int64(x.prove):
			proof.Limit = fmt.Sprintf("%d executions were explored (--prove)", x.prove)
		default:
			proof.Limit = "some executions were cut short"
		}
		return proof
	}
}
