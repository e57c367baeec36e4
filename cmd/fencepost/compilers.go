package main

import (
	"io"
	"runtime"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/compilers"
	"fencepost/interp/compilers/native"
	"fencepost/interp/search/candidates"
	"fencepost/models/synth"

	"github.com/spf13/cobra"
)

// compilersFlags holds the flags of compilers.
type compilersFlags struct {
	flags.Settings
	commands, maps, assembly []string
	model                    string
	size, rmws, times        int
	forms, reduce, maximal   bool
	html, junit              string
}

func newCompilers(a *app) *cobra.Command {
	var x compilersFlags
	cmd := help.Describe(&cobra.Command{
		Use:               "compilers [FILE.c...]",
		Short:             "Test compilers: does their assembly do only what C11 allows",
		ValidArgsFunction: flags.Files("c"),
		RunE:              func(_ *cobra.Command, args []string) error { return a.compilers(args, &x) },
	})
	f := cmd.Flags()
	f.StringArrayVar(&x.commands, "cc", nil, "a compiler with its flags, `COMMAND`; may be given several times")
	f.StringArrayVar(&x.maps, "map", nil, "a mapping: a `FILE`, or "+strings.Join(compilers.Mappings(), ", "))
	f.StringArrayVar(&x.assembly, "assembly", nil, "`MACHINE:FILE.s` that was made of the test: "+strings.Join(compilers.Machines(), ", "))
	f.Var(flags.NewModelChoice(&x.model, "c11orig", "c11"), "model", "memory model of C")
	f.Var(flags.NewRange(&x.size, 4, 2, synth.MaxEvents), "size", "tests of up to `N` events")
	f.Var(flags.NewRange(&x.rmws, 1, 0, synth.MaxEvents), "rmws", "at most `N` read-modify-writes in a test")
	f.BoolVar(&x.maximal, "maximal", false, "maximal tests: count which orders become stronger than asked for")
	f.BoolVar(&x.forms, "forms", false, "each test also in the other forms")
	f.BoolVar(&x.reduce, "reduce", false, "make the first failure of each compiler smaller, as long as it fails")
	f.Var(flags.NewRange(&x.times, 0, 0, flags.MaxCount), "run", "run each test `N` times on this processor; without --cc by gcc -O2")
	f.StringVar(&x.html, "html", "", "also write a page to `FILE`: source, assembly, outcome and why of some tests")
	f.StringVar(&x.junit, "junit", "", "also write the outcome to `FILE` as JUnit XML")
	x.ReportFlags(f)
	x.WorkersFlag(f)
	return cmd
}

func (a *app) compilers(files []string, x *compilersFlags) error {
	ctx, cancel := a.limited()
	defer cancel()
	model, err := candidates.Lookup(x.model)
	if err != nil {
		return err
	}
	if x.times > 0 && len(x.commands) == 0 {
		x.commands = []string{"gcc -O2"}
	}
	list, missing, err := a.in.Compilers(ctx, x.commands, x.maps, x.assembly)
	if err != nil {
		return failure.OrLate(ctx, err, "the compilers were asked for their machines")
	}
	if len(x.assembly) > 0 && len(files) != 1 {
		return failure.Usagef("--assembly is made of one FILE.c, which is to be given, too")
	}
	var tests []*compilers.Test
	if len(files) > 0 {
		tests, err = a.in.CompilerTests(ctx, files, model)
	} else {
		tests = compilers.Synthesise(ctx, x.model, synth.Options{Size: x.size, MaxRMWs: x.rmws, Maximal: x.maximal, Workers: x.processors()}, x.forms)
	}
	if err != nil {
		return failure.OrLate(ctx, err, "the tests were made")
	}
	meter := a.newMeter(&x.Settings)
	defer a.endMeter(meter, &x.Settings)
	if x.times > 0 {
		seen, err := compilers.RunNatively(ctx, list, tests, model, x.times, func(done, total int) {
			meter.Show(terminal.Stage{Name: "tests", Done: done, Total: total})
		})
		if err != nil {
			return failure.Usagef("--run: %v", err)
		}
		return a.show(report.FromNative("compilers", x.model, seen, report.StatusOf(native.Forbidden(seen), ctx.Err() != nil)), &x.Settings, false)
	}
	o := compilers.Options{Model: model, Workers: x.processors(), Reduce: x.reduce, Progress: func(done, total int) {
		meter.Show(terminal.Stage{Name: "files", Done: done, Total: total})
	}}
	if x.html != "" {
		o.Examples = []string{"MP", "SB", "IRIW"}
	}
	rows, err := compilers.Run(ctx, list, tests, o)
	incomplete := ctx.Err() != nil
	if err != nil && !incomplete {
		return failure.Usagef("%v", err)
	}
	failed := slices.ContainsFunc(rows, func(r *compilers.Row) bool { return len(r.Failures) > 0 })
	out, err := report.FromCompilers(rows, x.model, len(tests), missing, report.StatusOf(failed, incomplete))
	if err != nil {
		return err
	}
	body := out.Body.(*report.Compilers)
	if x.html != "" {
		a.files.To(x.html, body.WritePage)
	}
	if x.junit != "" {
		a.files.To(x.junit, func(w io.Writer) error { return body.WriteJUnit(w, a.elapsed()) })
	}
	if err := a.show(out, &x.Settings, x.Verbose); err != nil {
		return err
	}
	if compared := func(r *compilers.Row) bool { return r.Tests > 0 }; !incomplete && !slices.ContainsFunc(rows, compared) {
		a.status = exit.Unsupported
	}
	return nil
}

// processors is how many of them work.
func (x *compilersFlags) processors() int { return min(x.Workers, runtime.GOMAXPROCS(0)) }
