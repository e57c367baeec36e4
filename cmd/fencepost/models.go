package main

import (
	"context"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/candidates"
	"fencepost/interp/litmus"
	"fencepost/models/cat"

	"github.com/spf13/cobra"
)

func newModels(a *app) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "models [NAME]",
		Short: "List the memory models and the mappings of C11 memory orders, or print a model as text",
		Long: `Models lists the memory models, strongest first: what each may reorder, and
which fences matter to it. C11 is the language's own. Below stand the mappings,
which say what fences a C11 memory order puts around an access when a program runs
under one of the others, and what it becomes on machines of today. At the end stand
litmus tests that tell C11 as first formalised from C11 as it was repaired.

With a NAME it prints that model as a page in cat, the language of herd. There are
` + catNames() + `.

` + exitHelp,
		Example: example("fencepost models", "fencepost models --json", "fencepost models armv8"),
		Args:    cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 1:
				return usagef("models takes one name, not %d", len(args))
			case len(args) == 1:
				text, ok := cat.Text(args[0])
				if !ok {
					return usagef("unknown model %q: there are %s", args[0], catNames())
				}
				out := report.New("models", report.OK)
				out.Body = &report.ModelText{Model: args[0], Text: text}
				return a.show(out, &s, false)
			}
			list, err := differ(a.ctx)
			if err != nil {
				return err
			}
			return a.show(report.FromModels(list), &s, false)
		},
	}
	s.outputFlags(cmd.Flags())
	return cmd
}

// catNames lists the models that are pages of text.
func catNames() string {
	names := cat.Names()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// A difference is a test by which c11orig and rc11 differ, and the reason.
type difference struct{ source, reason string }

var differences = []difference{
	{`C LB
{ }
P0 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
exists (0:r0=1 /\ 1:r0=1)
`, "Each load reads a store that program order only brings later. rc11 forbids a cycle of program order and reads-from, so that no value comes out of thin air; the machines forbid it only along dependencies."},
	{`C IRIW+acq+sc
{ }
P0 (atomic_int* x) {
  atomic_store(x, 1);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_acquire);
  int r1 = atomic_load(y);
}
P2 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load(x);
}
P3 (atomic_int* y) {
  atomic_store(y, 1);
}
exists (1:r0=1 /\ 1:r1=0 /\ 2:r0=1 /\ 2:r1=0)
`, "In c11orig all of happens-before counts in the order of seq_cst operations. Power with the full fence behind each seq_cst access does not keep that. In rc11 a path of happens-before counts only if it begins and ends in program order or stays at one location."},
	{`C RWC+fences
{ }
P0 (atomic_int* x) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r1 = atomic_load_explicit(y, memory_order_relaxed);
}
P2 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0 /\ 2:r0=0)
`, "The fences of c11orig do not order what is read through a third thread; rc11's do, as the full fences of all machines do."},
}

// differ finds out under which models the tests of differences may end as asked.
func differ(ctx context.Context) ([]report.Difference, error) {
	var list []report.Difference
	for _, d := range differences {
		test, err := litmus.Parse("models", []byte(d.source))
		if err != nil {
			return nil, err
		}
		out := report.Difference{Test: test.Name, Source: d.source, Reason: d.reason, Allowed: []string{}, Forbidden: []string{}}
		for _, name := range []string{"rc11", "c11orig", "armv8", "armv7", "power", "riscv"} {
			ok, err := allows(ctx, name, test)
			switch {
			case err != nil:
				return nil, err
			case ok:
				out.Allowed = append(out.Allowed, name)
			default:
				out.Forbidden = append(out.Forbidden, name)
			}
		}
		list = append(list, out)
	}
	return list, nil
}

// allows reports whether an execution of a test satisfies its condition under a model.
func allows(ctx context.Context, name string, test *litmus.Test) (found bool, err error) {
	m, err := candidates.Lookup(name)
	if err != nil {
		return false, err
	}
	p, err := m.Program(test)
	if err != nil {
		return false, err
	}
	_, err = candidates.Run(ctx, p, candidates.Options{Model: m, Each: func(x *candidates.Execution) { found = found || test.Satisfies(x) }})
	return found, err
}
