package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/compilers"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/candidates"
	"fencepost/models/synth"
	"fencepost/trace/input"
)

// processors is how many of them work.
func (x *compilersFlags) processors() int { return min(x.Workers, runtime.GOMAXPROCS(0)) }

// underTest are the compilers, mappings and assembly files of the flags, or the usual
// compilers if there are none; and which of these are missing.
func (a *app) underTest(ctx context.Context, x *compilersFlags) (list []*compilers.Compiler, missing []string, err error) {
	for _, name := range x.maps {
		m, err := a.mapping(name)
		if err != nil {
			return nil, nil, failure.Usagef("--map: %v", err)
		}
		list = append(list, compilers.Mapped(m))
	}
	for _, value := range x.assembly {
		machine, path, _ := strings.Cut(value, ":")
		if !slices.Contains(compilers.Machines(), machine) || path == "" {
			return nil, nil, failure.Usagef("--assembly %s: give MACHINE:FILE.s, the machine one of %s", value, strings.Join(compilers.Machines(), ", "))
		}
		text, name, err := a.in.Read(a.reading(), path, input.Text)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, compilers.Assembly(name, string(text), machine))
	}
	if len(x.commands) > 0 || len(list) == 0 {
		found, absent, err := compilers.FindAll(ctx, x.commands)
		if err != nil {
			return nil, nil, failure.Usagef("--cc: %v", err)
		}
		list, missing = append(list, found...), absent
	}
	return list, missing, nil
}

// mapping is one that comes with this command, or a file.
func (a *app) mapping(name string) (*compilers.Mapping, error) {
	if _, err := os.Stat(name); err != nil && filepath.Ext(name) == "" {
		return compilers.ShippedMapping(name)
	}
	text, shown, err := a.in.Read(a.reading(), name, input.Text)
	if err != nil {
		return nil, err
	}
	return compilers.ParseMapping(shown, string(text))
}

// compilerTests are the files, or what is synthesised as the flags say.
func (a *app) compilerTests(ctx context.Context, files []string, m *candidates.Model, x *compilersFlags) (tests []*compilers.Test, err error) {
	if len(x.assembly) > 0 && len(files) != 1 {
		return nil, failure.Usagef("--assembly is made of one FILE.c, which is to be given, too")
	}
	if len(files) == 0 {
		return compilers.Synthesise(ctx, x.model, synth.Options{Size: x.size, MaxRMWs: x.rmws, Maximal: x.maximal, Workers: x.processors()}, x.forms), nil
	}
	for _, path := range files {
		text, name, err := a.in.Read(a.reading(), path, input.Text)
		if err != nil {
			return nil, err
		}
		t, err := compilers.File(ctx, name, text, m)
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	return tests, nil
}

// runTests runs the tests on this processor.
func (a *app) runTests(ctx context.Context, list []*compilers.Compiler, tests []*compilers.Test, m *candidates.Model, x *compilersFlags, meter *terminal.Meter) error {
	body, seen := &report.Native{Tests: []report.NativeTest{}, Model: x.model}, false
	for _, c := range list {
		for _, t := range tests {
			if witness.Limit(ctx) != "" {
				break
			}
			meter.Show(terminal.Stage{Name: "tests", Done: len(body.Tests), Total: len(list) * len(tests)})
			got, err := compilers.RunNatively(ctx, c, t, m, x.times)
			switch {
			case ctx.Err() != nil:
				continue
			case err != nil:
				return failure.Usagef("--run: %v", err)
			case len(list) > 1:
				got.Test = c.Name() + ": " + got.Test
			}
			body.Tests, seen = append(body.Tests, *report.NewNativeTest(got)), seen || got.Forbidden > 0
		}
	}
	out := report.New("compilers", report.StatusOf(seen, witness.Limit(ctx) != ""))
	out.Body = body
	return a.show(out, &x.Settings, false)
}
