// Package weaken compiles the programs that a command tries with weaker memory orders: one program,
// or the harnesses of a suite together. Each harness has flags of its own, but all have one model.
package weaken

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/inputs"
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

// Flags are the flags of commands that try programs with weaker orders.
type Flags struct {
	flags.Settings
	Suite        suite.Flags
	Files        outputs.Formats
	prove, tests int
}

// Flags adds the flags.
func (x *Flags) Flags(f *pflag.FlagSet) {
	x.ProgramFlags(f, c11.Model)
	f.Lookup("model").Value.(*flags.Models).From = slices.Concat(phase2.Models(), fences.Machines())
	x.WorkersFlag(f)
	x.Files.Flags(f, "html", "sarif", "markdown", "github")
	f.Var(flags.NewRange(&x.prove, fences.DefaultProof, 0, flags.MaxCount), "prove", "explore at most `N` executions to prove a choice of orders; 0 is none")
	f.Var(flags.NewRange(&x.tests, fences.DefaultTests, 1, flags.MaxCount), "test-executions", "test a choice of orders that cannot be proved by `N` executions")
	x.Suite.ChoiceFlags(f)
	project.ForSuites(f, "json", "quiet", "verbose", "html", "sarif", "markdown", "github")
}

// Programs are the programs, and how they are tried.
type Programs struct {
	Tested   []report.TestedProgram
	Clients  []fences.Client
	Settings []*flags.Settings // of each
}

// A Compiler compiles the programs of a command.
type Compiler struct {
	Command *cobra.Command
	Given   []string // the command line without the settings of the project's file
	In      *inputs.Reader
	Reading context.Context // of reading and compiling
	Meter   *terminal.Meter
}

// Compile compiles the harnesses of a list, or a program, which is a harness without a name. Trying them
// ends with ctx.
func (c *Compiler) Compile(ctx context.Context, x *Flags, list []project.Harness) (*Programs, error) {
	w := &Programs{}
	for i := range list {
		if err := c.add(ctx, w, x, &list[i]); err != nil {
			return nil, inHarness(list[i].Name, err)
		}
	}
	return w, nil
}

// add compiles a harness.
func (c *Compiler) add(ctx context.Context, w *Programs, x *Flags, h *project.Harness) error {
	name := ""
	if h.Name != "" {
		x, name = c.forHarness(x, h), h.Name+": "
	}
	if len(x.Models) != 1 {
		return failure.Usagef("%s looks at one model at a time: give it by --model", c.Command.Name())
	}
	if err := x.ModelFlag.Load(func(path string) (*models.Model, error) { return c.In.Page(c.Reading, path) }); err != nil {
		return err
	}
	p, err := c.In.Compile(c.Reading, h.Files, &x.Settings)
	if err != nil {
		return err
	}
	m := x.Models[0]
	o := fences.Options{Tests: x.tests, Compile: x.CompileOptions(), Progress: func(p witness.Progress) {
		c.Meter.Show(terminal.Stage{Name: m.Name, Executions: p.Executions, Detail: fmt.Sprintf("%s%d choices of orders tried", name, p.Done)})
	}}
	if o.Campaign, err = x.Campaign(); err != nil {
		return err
	}
	if err := o.ProveBy(ctx, p, m, x.prove); err != nil {
		return err
	}
	if len(w.Clients) > 0 && language(m) != language(w.Clients[0].Model) {
		return failure.Usagef("%s looks at one model at a time, and the harnesses have %s and %s: give --model", c.Command.Name(), w.Clients[0].Model.Name, m.Name)
	}
	w.Tested = append(w.Tested, report.TestedProgram{Harness: h.Name, Program: p})
	w.Clients = append(w.Clients, fences.Client{Program: p, Model: m, Options: o})
	w.Settings = append(w.Settings, &x.Settings)
	return nil
}

// forHarness returns the flags of a harness. Those of the project's file come first. Those of the command
// line come after them.
func (c *Compiler) forHarness(x *Flags, h *project.Harness) *Flags {
	own, line := &Flags{}, &cobra.Command{}
	own.Flags(line.Flags())
	if slices.ContainsFunc(h.Files, llvm.Takes) {
		_ = flags.TakeCXX20(line) // the flags have a model
	}
	given := suite.Given(c.Command, c.Given, func(f *pflag.Flag) bool { return line.Flags().Lookup(f.Name) != nil && !project.IsForSuites(f) })
	for _, word := range slices.Concat(h.Flags, given) {
		name, value, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		_ = line.Flags().Set(name, value) // it was set once, without an error
	}
	own.Timeout, own.JSON, own.Quiet, own.Verbose = x.Timeout, x.JSON, x.Quiet, x.Verbose
	return own
}

// language returns the name of a model, which is the same of C and of C++.
func language(m *models.Model) string {
	if m == c11.CXX20 {
		m = c11.Model
	}
	return m.Name
}

// Failed returns the failure that an error of the programs is.
func (w *Programs) Failed(err error) error {
	if own, ok := errors.AsType[*fences.ClientError](err); ok {
		return inHarness(w.Tested[own.Program].Harness, err)
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
