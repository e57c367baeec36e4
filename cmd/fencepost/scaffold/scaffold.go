// Package scaffold writes what a project needs to be checked: settings, a harness that uses the
// project's functions, tests for its build system, and files for continuous integration.
//
// It finds what it can by itself: the folders of headers, which build system there is, and how
// functions are called. What it cannot find out it leaves to be filled in.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/scaffold/driver"
	"fencepost/interp/c/cfront"
	"fencepost/trace"
)

//go:embed templates
var templates embed.FS

// The names of the harness, by language.
const (
	harnessC   = "fencepost_harness.c"
	harnessCXX = "fencepost_harness.cpp"
)

// A Project is what the files of a project are made of.
type Project struct {
	Name             string
	Sources, Headers []string
	Harness          string
	Include          []string // folders of headers, from the project's
	CXX              bool     // something is C++
	Source, Version  string   // where this command is installed from

	Calls         bool // of functions of the project
	First, Second Call // what each thread does
	Shared        []string
	Driver        *driver.Driver // the harness; nil: it is made of a template
}

// New returns the project of source files and headers in the working directory, whose harness
// calls functions.
func New(files, functions []string, cxx bool) (*Project, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	p := &Project{Harness: harnessC, CXX: cxx, Name: notName().ReplaceAllString(filepath.Base(dir), "_")}
	for _, f := range files {
		slashed := filepath.ToSlash(f)
		if strings.ContainsAny(slashed, "\"\\\n;$ '") {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: f}, Message: "a file of a project has no blank, quote or sign in its name"}
		}
		switch filepath.Ext(f) {
		case ".cpp", ".cc", ".cxx", ".c++", ".C":
			p.CXX = true
			fallthrough
		case ".c":
			p.Sources = append(p.Sources, slashed)
		case ".hpp", ".hh", ".hxx", ".h++", ".H":
			p.CXX = true
			fallthrough
		case ".h":
			p.Headers = append(p.Headers, slashed)
		default:
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: f}, Message: "is neither a C or C++ file nor a header"}
		}
	}
	if p.CXX {
		p.Harness = harnessCXX
	}
	p.Include = includeDirs(slices.Concat(p.Sources, p.Headers))
	return p, p.call(functions)
}

// Drive writes the harness for what headers declare.
func (p *Project) Drive(o driver.Options) error {
	if p.CXX {
		return &trace.Diagnostic{Pos: trace.Pos{File: o.Headers[0]}, Message: "--harness reads the headers of C: write a header of C for what is to be called"}
	}
	main := driver.Includes
	for i, h := range o.Headers {
		o.Headers[i] = path.Clean(filepath.ToSlash(h))
		main += fmt.Sprintf("#include \"%s\"\n", o.Headers[i])
	}
	for _, file := range slices.Concat(p.Headers, p.Sources) {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		o.Texts = append(o.Texts, string(text))
	}
	d, err := cfront.Declare(cfront.Source{Name: p.Harness, Text: []byte(main)}, cfront.Options{IncludeDirs: p.Include})
	if err == nil {
		p.Driver, err = driver.Write(d, o)
	}
	return err
}

var notName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^A-Za-z0-9_]+`) })

// A File is a file of a project.
type File struct {
	Path string
	Text []byte
	// Hint says what to do if there is such a file already; empty: nothing.
	Hint string
}

// Kinds are what a project may have beside settings and a harness.
var Kinds = []string{"github", "cmake", "meson", "make", "pre-commit"}

// Builds returns which of the kinds the working directory is built by: CMake, if nothing is found.
func Builds() (kinds []string) {
	for _, b := range []struct{ file, kind string }{{"CMakeLists.txt", "cmake"}, {"meson.build", "meson"}, {"Makefile", "make"}, {"GNUmakefile", "make"}} {
		if _, err := os.Stat(b.file); err == nil && !slices.Contains(kinds, b.kind) {
			kinds = append(kinds, b.kind)
		}
	}
	if kinds == nil {
		kinds = []string{"cmake"}
	}
	return kinds
}

// Files returns the files of the project, with those of kinds.
func (p *Project) Files(kinds []string) ([]File, error) {
	header, err := benchmarks.Files.ReadFile("fencepost.h")
	if err != nil {
		return nil, err
	}
	list := []File{{Path: "fencepost.h", Text: header}}
	harness := "harness.c"
	if p.CXX {
		harness = "harness.cpp"
	}
	t, err := template.ParseFS(templates, "templates/*")
	if err != nil {
		return nil, err
	}
	for _, f := range []struct{ kind, path, template, hint string }{
		{"", project.Name, "fencepost.toml", ""},
		{"", p.Harness, harness, ""},
		{"cmake", "fencepost.cmake", "fencepost.cmake", ""},
		{"cmake", "CMakeLists.txt", "CMakeLists.txt", "for the tests, add to it: enable_testing() and include(fencepost.cmake)"},
		{"meson", filepath.Join("fencepost", "meson.build"), "meson.build", "for the tests, add to the project's meson.build: subdir('fencepost')"},
		{"make", "fencepost.mk", "fencepost.mk", ""},
		{"pre-commit", ".pre-commit-config.yaml", "pre-commit.yaml", "the hook is a command: fencepost check --fail-on incomplete"},
		{"github", filepath.Join(".github", "workflows", "fencepost.yml"), "workflow.yml", ""},
	} {
		if f.kind != "" && !slices.Contains(kinds, f.kind) {
			continue
		}
		var text bytes.Buffer
		if f.path == p.Harness && p.Driver != nil {
			list = append(list, File{f.path, []byte(p.Driver.Text), f.hint})
			continue
		}
		if err := t.ExecuteTemplate(&text, f.template, p); err != nil {
			return nil, err
		}
		list = append(list, File{f.path, text.Bytes(), f.hint})
	}
	return list, nil
}

// Next says what is to be done after the files are written.
func (p *Project) Next() string {
	if p.Driver != nil {
		text := "Next: fencepost check"
		if p.Driver.Spec != "" {
			files := strings.Join(append([]string{p.Harness}, p.Sources...), " ")
			for _, dir := range p.Include {
				if dir != "." {
					files = "-I " + dir + " " + files
				}
			}
			text += fmt.Sprintf("; or each execution against a specification:\n  fencepost explore --link --linearizable %s %s", p.Driver.Spec, files)
		}
		return text
	}
	if p.Calls {
		return fmt.Sprintf("Say in %s what must hold; then: fencepost check", p.Harness)
	}
	return fmt.Sprintf("Fill in what the threads of %s do; then: fencepost check", p.Harness)
}
