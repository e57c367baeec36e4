package main

import (
	"context"
	"errors"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/compilers/native"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/candidates"

	"github.com/spf13/cobra"
)

// nativeFlags holds the flags of native.
type nativeFlags struct {
	flags.Settings
	times int
}

func newNative(a *app) *cobra.Command {
	var x nativeFlags
	cmd := help.Describe(&cobra.Command{
		Use:               "native TEST.litmus...",
		Short:             "Run litmus tests of x86 on this processor",
		Args:              flags.Some("a litmus test"),
		ValidArgsFunction: flags.Files("litmus"),
		RunE:              func(_ *cobra.Command, args []string) error { return a.native(args, &x) },
	})
	f := cmd.Flags()
	x.ReportFlags(f)
	f.Var(flags.NewRange(&x.times, 100_000, 1, flags.MaxCount), "executions", "run each test `N` times")
	return cmd
}

func (a *app) native(paths []string, x *nativeFlags) error {
	if err := native.Available(); err != nil {
		return failure.Usagef("%v", err)
	}
	files, err := litmus.Files(paths)
	if err != nil {
		return err
	}
	ctx, m, end := a.metered(&x.Settings)
	defer end()
	const model = "tso"
	var list []*native.Comparison
	failures := inputFailures{app: a}
	for i, path := range files {
		if witness.Limit(ctx) != "" {
			break
		}
		m.Show(terminal.Stage{Name: "tests", Done: i, Total: len(files)})
		one, err := a.nativeTest(ctx, path, model, x.times)
		switch {
		case ctx.Err() != nil:
		case err != nil && len(files) == 1:
			return err
		case err != nil:
			failures.add(err)
		default:
			list = append(list, one)
		}
	}
	status := failures.status(native.Forbidden(list), witness.Limit(ctx) != "")
	return failures.show(report.FromNative("native", model, list, status, failures.diagnostics...), &x.Settings)
}

// nativeTest runs one test and holds what was seen against a model.
func (a *app) nativeTest(ctx context.Context, path, model string, times int) (*native.Comparison, error) {
	test, err := a.in.LitmusTest(a.reading(), path)
	if err != nil {
		return nil, err
	}
	m, err := candidates.Lookup(model)
	if err != nil {
		return nil, err
	}
	c, err := native.Compare(ctx, test, m, times)
	var unsupported *isa.Unsupported
	switch {
	case errors.As(err, &unsupported):
		return nil, err
	case err != nil:
		return nil, failure.Inputf(path, "%v", err)
	}
	return c, nil
}
