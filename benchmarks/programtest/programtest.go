// Package programtest gives tests the programs of package benchmarks: their
// text, what is expected of them, and them compiled.
package programtest

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"fencepost/benchmarks"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/trace/lists"
)

// A Program is one of benchmarks.Files.
type Program struct {
	Path   string // in benchmarks.Files: "litmus/SB.c"
	Source []byte
	Want   benchmarks.Expectation
}

// All returns the programs of a folder: "relaxer", "litmus", "c11" or "heldout". There is
// at least one.
func All(tb testing.TB, folder string) []Program {
	tb.Helper()
	paths, err := fs.Glob(benchmarks.Files, folder+"/*.c")
	if err != nil || len(paths) == 0 {
		tb.Fatalf("no programs in %s: %v", folder, err)
	}
	return lists.Map(paths, func(path string) Program { return Read(tb, path) })
}

// Read returns the program of a path.
func Read(tb testing.TB, path string) Program {
	tb.Helper()
	src, err := benchmarks.Files.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	want, err := benchmarks.Parse(string(src))
	if err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
	return Program{Path: path, Source: src, Want: want}
}

// Name is the name of the program without folder and ending: "SB".
func (p Program) Name() string { return strings.TrimSuffix(path.Base(p.Path), ".c") }

// Compile compiles the program with macros defined; an empty one is none. Its
// positions name the file without its folder.
func (p Program) Compile(tb testing.TB, defines ...string) *code.Program {
	tb.Helper()
	o := cfront.Options{ReadFile: func(name string) ([]byte, error) {
		return benchmarks.Files.ReadFile(path.Join(path.Dir(p.Path), name))
	}}
	for _, d := range defines {
		if d != "" {
			o.Defines = append(o.Defines, d)
		}
	}
	compiled, err := cfront.Compile(path.Base(p.Path), p.Source, o)
	if err != nil {
		tb.Fatal(err)
	}
	return compiled
}

// Compile compiles the program of a path, as Program.Compile does.
func Compile(tb testing.TB, path string, defines ...string) *code.Program {
	tb.Helper()
	return Read(tb, path).Compile(tb, defines...)
}
