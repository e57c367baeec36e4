package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suite"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/llvm"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/trace"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// weakerFlags are the flags of commands that try programs with weaker orders: one, or the harnesses
// of a suite together.
type weakerFlags struct {
	flags.Settings
	suite        suite.Flags
	files        outputs.Formats
	prove, tests int
}

func (x *weakerFlags) flags(f *pflag.FlagSet) {
	x.ProgramFlags(f, c11.Model)
	f.Lookup("model").Value.(*flags.Models).From = slices.Concat(phase2.Models(), fences.Machines())
	x.WorkersFlag(f)
	x.files.Flags(f, "html", "sarif", "markdown", "github")
	f.Var(flags.NewRange(&x.prove, defaultProof, 0, flags.MaxCount), "prove", "explore at most `N` executions to prove a choice of orders; 0 is none")
	f.Var(flags.NewRange(&x.tests, fences.DefaultTests, 1, flags.MaxCount), "test-executions", "test a choice of orders that cannot be proved by `N` executions")
	x.suite.ChoiceFlags(f)
	project.ForSuites(f, "json", "quiet", "verbose", "html", "sarif", "markdown", "github")
}

// arguments takes the FILEs of a program, or those of a suite.
func (x *weakerFlags) arguments(a *app, cmd *cobra.Command, args []string) error {
	err := a.programsOrSuite(cmd, args, &x.suite)
	if !a.isSuite && !x.suite.Each && x.suite.Run != "" {
		return failure.Usagef("--run is for the harnesses of a %s: not for one program", project.Name)
	}
	return err
}

// A weakening is one program, or are the harnesses of a suite, and how they are tried with weaker orders.
type weakening struct {
	programs []report.TestedProgram
	clients  []fences.Client
	settings []*flags.Settings // of each
	ctx      context.Context
	done     func() // to be called when all is tried
}

// begin compiles the programs of a command.
func (x *weakerFlags) begin(a *app, cmd *cobra.Command, paths []string) (*weakening, error) {
	list := []project.Harness{{Files: paths}}
	if a.isSuite {
		var err error
		if list, err = a.chosen(&x.suite); err == nil {
			var notes []string
			list, notes, err = suite.JudgesOrders(list)
			for _, note := range notes {
				if !x.Quiet {
					fmt.Fprintln(a.stderr, note)
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	ctx, m, done := a.metered(&x.Settings)
	w := &weakening{ctx: ctx, done: done}
	for i := range list {
		own := x
		if h := &list[i]; a.isSuite {
			own = x.forHarness(a, cmd, h)
		}
		if len(own.Models) != 1 {
			w.done()
			return nil, inHarness(list[i].Name, failure.Usagef("%s looks at one model at a time: give it by --model", cmd.Name()))
		}
		err := w.add(a, own, &list[i], func(p witness.Progress) {
			m.Show(terminal.Stage{Name: own.Models[0].Name, Executions: p.Executions, Detail: fmt.Sprintf("%s%d choices of orders tried", heading(list[i].Name), p.Done)})
		})
		if err == nil && language(own.Models[0]) != language(w.clients[0].Model) {
			err = failure.Usagef("%s looks at one model at a time, and the harnesses have %s and %s: give --model", cmd.Name(), w.clients[0].Model.Name, own.Models[0].Name)
		}
		if err != nil {
			w.done()
			return nil, inHarness(list[i].Name, err)
		}
	}
	return w, nil
}

// forHarness returns the flags of a harness: those of the project's file, and behind them the command line's.
func (x *weakerFlags) forHarness(a *app, cmd *cobra.Command, h *project.Harness) *weakerFlags {
	own, line := &weakerFlags{}, &cobra.Command{}
	own.flags(line.Flags())
	if slices.ContainsFunc(h.Files, llvm.Takes) {
		_ = flags.TakeCXX20(line) // the flags have a model
	}
	given := suite.Given(cmd, a.suite.given, func(f *pflag.Flag) bool { return line.Flags().Lookup(f.Name) != nil && !project.IsForSuites(f) })
	for _, word := range slices.Concat(h.Flags, given) {
		name, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		_ = line.Flags().Set(name, value) // it was set once, without an error
	}
	own.Timeout, own.JSON, own.Quiet, own.Verbose = x.Timeout, x.JSON, x.Quiet, x.Verbose
	return own
}

// add compiles a program.
func (w *weakening) add(a *app, x *weakerFlags, h *project.Harness, progress func(witness.Progress)) error {
	if err := x.ModelFlag.Load(func(path string) (*models.Model, error) { return a.in.Page(a.reading(), path) }); err != nil {
		return err
	}
	p, err := a.in.Compile(a.reading(), h.Files, &x.Settings)
	if err != nil {
		return err
	}
	o := fences.Options{Tests: x.tests, Compile: x.CompileOptions(), Progress: progress}
	if o.Campaign, err = x.Campaign(); err != nil {
		return err
	}
	if err := o.ProveBy(w.ctx, p, x.Models[0], x.prove); err != nil {
		return err
	}
	w.programs = append(w.programs, report.TestedProgram{Harness: h.Name, Program: p})
	w.clients = append(w.clients, fences.Client{Program: p, Model: x.Models[0], Options: o})
	w.settings = append(w.settings, &x.Settings)
	return nil
}

// language returns the name of a model, which is the same of C and of C++.
func language(m *models.Model) string {
	if m == c11.CXX20 {
		m = c11.Model
	}
	return m.Name
}

// heading begins a text that is about a harness.
func heading(harness string) string {
	if harness == "" {
		return ""
	}
	return harness + ": "
}

// failed returns the failure that an error of the programs is.
func (w *weakening) failed(err error) error {
	var own *fences.ClientError
	if errors.As(err, &own) {
		return inHarness(w.programs[own.Program].Harness, err)
	}
	return err
}

// inHarness returns the failure of a harness: without it nothing is known of the suite's orders.
func inHarness(name string, err error) error {
	if name == "" {
		return err
	}
	f := *failure.Of(err)
	f.Diagnostics = append(slices.Clone(f.Diagnostics), trace.Diagnostic{Message: fmt.Sprintf("without the harness %s nothing is known of the orders: mend it, or choose others by --run", name)})
	return &f
}
