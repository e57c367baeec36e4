package study

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
)

// An ApplicationRow is an application of C11Tester's Table 1 and PCTWM's Table 4, tested under
// C++20 with a client of a few threads.
type ApplicationRow struct {
	Published benchmarks.Application
	Left      string           // why it was not run, or empty
	Report    *campaign.Report // nil if it was not run
	Time      time.Duration    // of an execution, in the mean
	Memory    uint64           // what the process has of the system afterwards, in bytes
}

// Applications tests applications whose sources lie in a folder. Those that are not there, or that
// do not compile, have a row that says so.
func Applications(ctx context.Context, programs []benchmarks.Application, folder string, o Options) (list []ApplicationRow, err error) {
	for _, a := range programs {
		row := ApplicationRow{Published: a}
		var p *code.Program
		if row.Left = left(&a, folder); row.Left == "" {
			if p, err = compileApplication(ctx, &a, folder); err != nil {
				row.Left, err = err.Error(), nil
			}
		}
		if row.Left == "" {
			err = row.test(ctx, p, o)
		}
		if err != nil || ctx.Err() != nil {
			return list, err
		}
		list = append(list, row)
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
	for _, dir := range a.Includes {
		o.IncludeDirs = append(o.IncludeDirs, filepath.Join(folder, dir))
	}
	return front.Compile(ctx, sources, o)
}

// test runs an application's client.
func (row *ApplicationRow) test(ctx context.Context, p *code.Program, o Options) error {
	k, _ := strategy.Lookup("auto")
	c := campaign.Options{
		Strategy: func() interp.Strategy { return k.New(strategy.Settings{Seed: o.Seed}) },
		Runs:     o.Runs, Workers: o.Workers, Machine: o.Machine,
	}
	if o.Progress != nil {
		c.Progress = o.Progress(row.Published.Name, Strategy{Name: "auto"})
	}
	start := time.Now()
	r, err := campaign.Run(ctx, p, c11.CXX20, c)
	if r == nil {
		return err
	}
	if err != nil { // it met what is not supported
		row.Left = err.Error()
		return nil
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	row.Report, row.Time, row.Memory = r, time.Since(start)/time.Duration(max(1, r.Runs)), m.Sys
	return nil
}
