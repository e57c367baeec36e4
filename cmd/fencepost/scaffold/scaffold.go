// Package scaffold writes the files with which a project is checked: settings, a harness
// that uses the project's functions, tests for its build system, and files for continuous
// integration.
//
// It finds out by itself the folders of headers, the build system, and how functions are
// called. The rest is left for the user to fill in.
package scaffold

import (
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/scaffold/driver"
	"fencepost/interp/c/cfront"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

//go:embed templates
var templates embed.FS

// The names of the harness, by language.
const (
	harnessC   = "fencepost_harness.c"
	harnessCXX = "fencepost_harness.cpp"
)

// A Project is the data from which the files of a project are made.
type Project struct {
	Name             string
	Sources, Headers []string
	Harness          string
	Include          []string // folders of headers, relative to the project
	CXX              bool     // some file is C++
	Source, Version  string   // where this command can be installed from

	Calls         bool // the harness calls functions of the project
	First, Second Call // calls of each thread
	Shared        []string
	Driver        *driver.Driver // the harness; nil: it is made from a template
}

// New returns the project of source files and headers in the working directory. Its harness
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

// Drive makes the harness from the declarations of headers.
func (p *Project) Drive(o driver.Options) error {
	if p.CXX {
		return readsC(o.Headers[0])
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
		if headerCXX().Match(text) {
			return readsC(file)
		}
		o.Texts = append(o.Texts, string(text))
	}
	// A source that the harness includes is not compiled once more.
	p.Sources = slices.DeleteFunc(p.Sources, func(file string) bool { return slices.Contains(o.Headers, path.Clean(file)) })
	d, err := cfront.Declare(cfront.Source{Name: p.Harness, Text: []byte(main)}, cfront.Options{IncludeDirs: p.Include})
	if err == nil {
		p.Driver, err = driver.Write(d, o)
	}
	return err
}

func readsC(file string) error {
	return &trace.Diagnostic{Pos: trace.Pos{File: file}, Message: "--harness reads the headers of C: write a header of C for what is to be called"}
}

// headerCXX matches the inclusion of a header of C++, whose name has no dot.
var headerCXX = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*<[a-z_]+>`)

var notName = lazyregexp.New(`[^A-Za-z0-9_]+`)

// A File is a file of a project.
type File struct {
	Path string
	Text []byte
	// Hint says what to do if the file already exists; may be empty.
	Hint string
}

// Kinds are the files that a project may have in addition to settings and a harness.
var Kinds = []string{"github", "cmake", "meson", "make", "pre-commit"}

// Builds returns the kinds of the working directory's build systems: CMake, if none is
// found.
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

// Files returns the files of the project, including those of kinds.
func (p *Project) Files(kinds []string) ([]File, error) {
	header, err := benchmarks.Files.ReadFile("fencepost.h")
	if err != nil {
		return nil, err
	}
	list := []File{{Path: "fencepost.h", Text: header}}
	harness, blanks := "harness"+path.Ext(p.Harness), p.blanks()
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
		if f.path == p.Harness && p.Driver != nil {
			list = append(list, File{f.path, []byte(p.Driver.Text), f.hint})
			continue
		}
		text, err := templates.ReadFile("templates/" + f.template)
		if err != nil {
			return nil, err
		}
		list = append(list, File{f.path, []byte(blanks.Replace(string(text))), f.hint})
	}
	return list, nil
}

// A body is what the harness of a language does.
type body struct{ headers, shared, first, second string }

const example = "An example: a message and a flag. Put the code to be checked in its place."

// The bodies of harnesses that call nothing.
var (
	exampleC = body{
		headers: "#include <stdatomic.h>\n",
		shared:  "/* " + example + " */\nstatic int message;\nstatic atomic_int ready;\n",
		first:   "\tmessage = 42;\n\tatomic_store_explicit(&ready, 1, memory_order_release);\n",
		second:  "\tif (atomic_load_explicit(&ready, memory_order_acquire))\n\t\tassert(message == 42);\n",
	}
	exampleCXX = body{
		shared: "// " + example + "\nstatic int message;\nstatic std::atomic<int> ready;\n",
		first:  "\tmessage = 42;\n\tready.store(1, std::memory_order_release);\n",
		second: "\tif (ready.load(std::memory_order_acquire))\n\t\tassert(message == 42);\n",
	}
)

// blanks fills in what the templates leave open.
func (p *Project) blanks() *strings.Replacer {
	each := func(list []string, before, after string) (text string) {
		for _, s := range list {
			text += before + s + after
		}
		return text
	}
	languages, standards, meson := "C", "C_STANDARD 11", "c_std=gnu11"
	does, gap, hold := exampleC, "\n", "\t/* What must hold: assert(...); */\n"
	if p.CXX {
		languages, standards, meson = "C CXX", "C_STANDARD 11 CXX_STANDARD 20", "cpp_std=c++20"
		does, gap, hold = exampleCXX, "", "\t// What must hold: assert(...);\n"
	}
	if p.Calls {
		call := func(c Call) string { return each(c.Locals, "\t", ";\n"+gap) + "\t" + c.Call + ";\n" }
		does = body{shared: each(p.Shared, "static ", ";\n"), first: call(p.First), second: call(p.Second) + hold}
	}
	include := ""
	if len(p.Include) > 0 {
		include = `include = ["` + strings.Join(p.Include, `", "`) + "\"]\n"
	}
	const here = `"${CMAKE_CURRENT_FUNCTION_LIST_DIR}/`
	files := append([]string{p.Harness}, p.Sources...)
	return strings.NewReplacer(
		"{{name}}", p.Name, "{{source}}", p.Source, "{{version}}", p.Version,
		"{{languages}}", languages, "{{standards}}", standards, "{{meson standard}}", meson,
		"{{files}}", strings.Join(files, " "), "{{quoted files}}", `"`+strings.Join(files, `", "`)+`"`,
		"{{meson files}}", "'../"+strings.Join(files, "', '../")+"'", "{{meson folders}}", each(p.Include, ", '../", "'"),
		"{{cmake folders}}", each(p.Include, " "+here, `"`), "{{cmake -I folders}}", each(p.Include, " -I "+here, `"`),
		"{{include setting}}", include,
		"{{headers}}", does.headers+each(p.Headers, `#include "`, "\"\n"), "{{shared}}", does.shared,
		"{{first}}", does.first, "{{second}}", does.second)
}

// Next describes what to do after the files are written.
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
