package study

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
	"fencepost/trace/lists"
)

// An Application is one application, with a client of a few threads.
type Application struct {
	Name         string                `json:"name"`
	Left         *string               `json:"left"` // why it was not run, or null
	Rate         *Rate                 `json:"rate"` // executions with an error, or null
	Bugs         []string              `json:"bugs"` // kinds of errors
	Milliseconds *float64              `json:"milliseconds"`
	Megabytes    *float64              `json:"megabytes"` // memory of the process, or null
	Published    ApplicationsPublished `json:"published"`
}

// ApplicationsPublished is the papers' result for an application: the time of its driver,
// or its amount of work.
type ApplicationsPublished struct {
	Found   string              `json:"found"`
	Unit    string              `json:"unit"` // empty: it was not measured
	Drivers []ApplicationDriver `json:"drivers"`
}

// An ApplicationDriver is the papers' result for an application's driver under a tool, with
// the relative standard deviation. Texts are empty where the paper has none.
type ApplicationDriver struct {
	Tool string `json:"tool"`
	One  string `json:"one"` // on one core
	All  string `json:"all"` // on all cores
}

func newApplication(a *benchmarks.Application) *Application {
	out := &Application{Name: a.Name, Bugs: []string{}, Published: ApplicationsPublished{Found: a.Found, Unit: a.Unit}}
	for i, d := range a.Drivers {
		out.Published.Drivers = append(out.Published.Drivers, ApplicationDriver{benchmarks.ApplicationTools[i], d.One, d.All})
	}
	return out
}

// Applications tests applications under C++20, whose sources lie in a folder. Those that are not there, or that
// do not compile, have a row that says so.
func Applications(ctx context.Context, programs []benchmarks.Application, folder string, o Options) (list []Application, err error) {
	for _, a := range programs {
		row := newApplication(&a)
		why := left(&a, folder)
		var p *code.Program
		if why == "" {
			if p, err = compileApplication(ctx, &a, folder); err != nil {
				why, err = err.Error(), nil
			}
		}
		if why != "" {
			row.Left = &why
		} else {
			err = row.test(ctx, p, o)
		}
		if err != nil || ctx.Err() != nil {
			return list, err
		}
		list = append(list, *row)
	}
	return list, nil
}

// left says why an application is not run, or nothing.
func left(a *benchmarks.Application, folder string) string {
	if a.Client == "" {
		return "there is no client of it"
	}
	for _, n := range a.Needs {
		if s, err := os.Stat(filepath.Join(folder, n)); folder == "" || err != nil || !s.IsDir() {
			return "its source is not there: " + n
		}
	}
	return ""
}

func compileApplication(ctx context.Context, a *benchmarks.Application, folder string) (*code.Program, error) {
	text, err := a.ClientText()
	if err != nil {
		return nil, err
	}
	sources := []cfront.Source{{Name: a.Client, Text: text}}
	for _, s := range a.Sources {
		name := filepath.Join(folder, s)
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, cfront.Source{Name: name, Text: text})
	}
	o := cfront.Options{Defines: a.Defines, Standard: a.Standard}
	if a.Volatile {
		o.Accesses.Volatile = cfront.AsRelaxed
	}
	o.IncludeDirs = lists.Map(a.Includes, func(dir string) string { return filepath.Join(folder, dir) })
	return front.Compile(ctx, sources, o)
}

// test runs an application's client.
func (row *Application) test(ctx context.Context, p *code.Program, o Options) error {
	k, _ := strategy.Lookup("auto")
	c := campaign.Options{
		Strategy: func() interp.Strategy { return k.New(strategy.Settings{Seed: o.Seed}) },
		Runs:     o.Runs, Workers: o.Workers, Machine: o.Machine,
	}
	if o.Progress != nil {
		c.Progress = o.Progress(row.Name, Strategy{Name: "auto"})
	}
	start := time.Now()
	r, err := campaign.Run(ctx, p, c11.CXX20, c)
	if r == nil {
		return err
	}
	if err != nil { // it met what is not supported
		why := err.Error()
		row.Left = &why
		return nil
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	ms, mb := milliseconds(time.Since(start)/time.Duration(max(1, r.Runs))), float64(m.Sys)/(1<<20)
	row.Rate, row.Milliseconds, row.Megabytes = &Rate{Buggy: r.Buggy, Executions: r.Runs}, &ms, &mb
	for _, f := range r.Findings {
		row.Bugs = append(row.Bugs, string(f.Error.Kind))
	}
	slices.Sort(row.Bugs)
	row.Bugs = slices.Compact(row.Bugs)
	return nil
}
