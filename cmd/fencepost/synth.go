package main

import (
	"runtime"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
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
	cmd := &cobra.Command{
		Use:   "synth",
		Short: "Find the minimal litmus tests of a memory model",
		Long: `Synth finds the minimal litmus tests of a memory model: the programs of exactly
N events with an execution that the model forbids, and that each weakening of any
one event would allow: to delete it, to give it a memory order one step weaker, or,
under sc and tso, to split a read-modify-write. Fences are events; under sc and
tso a read-modify-write counts as two.

With --maximal it finds the opposite (thesis, section 8.2): an execution that the
model allows, and that each order one step stronger forbids. Of what a compiler
makes of such a test that cannot end so, an order is stronger than was asked for:
fencepost compilers --maximal counts them.

With --families it counts the tests of sizes 4 to N by the name of their critical
cycle, beside Table 3 of Adolfsson's thesis (Uppsala 2022).

The thesis (Table 2) has 90, 472 and 2463 programs of sizes 4 to 6, where a test with
a read-modify-write is one for each of six functions. Ours are 90, 528 and 1875. What
is known of the difference: its canonicaliser, litmustestgen's, sorts threads by
events and orders alone, and numbers locations as they come, so that a test with two
threads alike in these may count twice. Such are IRIW, IRWIW, IRRWIW, 3.2W, Z6.4 and
Z6.5, of which Table 3 has two each for our one; so it may have 1961 for 1875. If a
read whose source is deleted keeps its place before later writes in coherence, too, as
litmustestgen has it, there are 90, 453 and 1459 programs, and 90 without leaving
single locations out. No other reading that was tried (of fr, coherence, atomicity and
initial values, 60 together) gives 472 or 2463 either.

With -o it makes a folder with each test as JSON and, under c11orig and c11, as
programs whose final values tell the forbidden execution, in herd's format and in C
with POSIX threads. A test with a read-modify-write becomes one for each of the six
functions, and one for each legal pair of orders of a compare-exchange.

A FILE.cat is a model of your own. If it speaks of C11 orders, its tests have them;
otherwise they have plain accesses and, if it knows one, the full fence.

` + exit.Help,
		Example: flags.Example("fencepost synth --model c11orig --size 4",
			"fencepost synth --model tso --size 4 --any-locations --json",
			"fencepost synth --model c11orig --size 5 -o tests",
			"fencepost synth --families --size 6 --rmws 0"),
		Args: flags.None,
		RunE: func(*cobra.Command, []string) error { return a.synth(&x) },
	}
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
