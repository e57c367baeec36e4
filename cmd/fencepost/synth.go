package main

import (
	"runtime"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/search"
	"fencepost/models/cat"
	"fencepost/models/synth"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

// synthFlags holds the flags of synth.
type synthFlags struct {
	flags.Settings
	model    string
	includes []string
	size     int
	families bool
	dir      string
	options  synth.Options
}

func newSynth(a *app) *cobra.Command {
	var x synthFlags
	cmd := help.Describe(&cobra.Command{
		Use:   "synth",
		Short: "Find the minimal litmus tests of a memory model",
		Args:  flags.None,
		RunE:  func(*cobra.Command, []string) error { return a.synth(&x) },
	})
	f := cmd.Flags()
	f.StringVar(&x.model, "model", "c11orig", "memory model: "+strings.Join(synthNames(), ", ")+", or a model in cat, `FILE.cat`")
	f.StringSliceVarP(&x.includes, "include", "I", nil, "search `DIR` for what FILE.cat includes")
	f.Var(flags.NewRange(&x.size, 4, 1, synth.MaxEvents), "size", "number of events of a test")
	f.Var(flags.NewRange(&x.options.MaxRMWs, 1, 0, synth.MaxEvents), "rmws", "at most `N` read-modify-writes in a test")
	f.BoolVar(&x.options.AnyLocations, "any-locations", false, "tests of a single location, too")
	f.BoolVar(&x.options.Maximal, "maximal", false, "maximal tests: an execution that is allowed, and that each stronger order of an event forbids")
	f.BoolVar(&x.families, "families", false, "count the tests by family instead of listing them")
	f.StringVarP(&x.dir, "out", "o", "", "write the tests to the new folder `DIR`")
	x.ReportFlags(f)
	return cmd
}

func (a *app) synth(x *synthFlags) error {
	m, err := synthModel(x.model, x.includes)
	if err != nil {
		return err
	}
	if x.options.Maximal && !m.Orders() {
		return failure.Usagef("--maximal: the tests of model %s have no orders", m.Name)
	}
	meter := a.newMeter(&x.Settings)
	ctx, cancel := a.limited()
	defer cancel()
	first, o := x.size, x.options
	if x.families {
		first = min(4, x.size)
	}
	o.Workers = runtime.GOMAXPROCS(0)
	r := report.Synthesis{Families: x.families}
	for o.Size = first; o.Size <= x.size; o.Size++ {
		o.Progress = func(done, total int) {
			meter.Show(terminal.Stage{Name: "size", Done: done, Total: total, Detail: "shapes of programs"})
		}
		r.Results = append(r.Results, synth.Run(ctx, m, o))
	}
	a.endMeter(meter, &x.Settings)
	if x.dir != "" {
		if err := synth.WriteDir(x.dir, report.SynthTest, r.Results...); err != nil {
			return failure.Unwritten(x.dir, err)
		}
	}
	return a.show(report.FromSynthesis(&r, report.StatusOf(false, !r.Complete())), &x.Settings, false)
}

func synthNames() []string {
	return lists.Map(synth.Models(), func(m *synth.Model) string { return m.Name })
}

// synthModel returns the model of a name, or of a file in cat.
func synthModel(name string, includes []string) (*synth.Model, error) {
	if m, ok := synth.Lookup(name); ok {
		return m, nil
	}
	if !search.IsFile(name) {
		return nil, failure.Usagef("--model %s: choose from %s, or give a FILE.cat", name, strings.Join(synthNames(), ", "))
	}
	page, err := cat.Load(name, includes...)
	if err != nil {
		return nil, err
	}
	m, err := synth.FromCat(page)
	if err != nil {
		return nil, failure.Usagef("--model %v", err)
	}
	return m, nil
}
