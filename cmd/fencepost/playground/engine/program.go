package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/benchmarks/lessons"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/parse"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search"
	"fencepost/interp/search/candidates"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// A Program is what the page needs to know of a program before it asks for more.
type Program struct {
	Kind      string             `json:"kind"`  // c, or a litmus test's architecture
	Title     string             `json:"title"` // in a sentence; empty if its first comment says nothing
	Globals   []string           `json:"globals"`
	Observe   []string           `json:"observe"`             // that its first comment names
	Condition string             `json:"condition,omitempty"` // of a litmus test
	Models    []string           `json:"models"`              // under which it can be explored
	Lesson    bool               `json:"lesson"`              // its header makes it a lesson
	Warnings  []trace.Diagnostic `json:"warnings"`
}

// name returns the file name of the program, without folders.
func (s *session) name() string {
	if n := path.Base(strings.ReplaceAll(s.Name, `\`, "/")); n != "." && n != "/" && len(n) <= 100 {
		return n
	}
	return "program.c"
}

// isLitmus reports whether the program is a litmus test.
func (s *session) isLitmus() bool { return strings.HasSuffix(s.name(), ".litmus") }

// compileOptions finds no file beside the built-in headers.
func compileOptions(defines ...string) cfront.Options {
	return cfront.Options{Defines: defines, ReadFile: nothing}
}

// nothing reads no file.
func nothing(name string) ([]byte, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// compile compiles the program of C, C++ or Rust, with a text behind it.
func (s *session) compile(behind string, defines ...string) (*code.Program, error) {
	if s.isLitmus() {
		return nil, errors.New("this is for programs, not for litmus tests")
	}
	source := []cfront.Source{{Name: s.name(), Text: []byte(s.Source + behind)}}
	if !front.IsForeign(source) {
		return front.Compile(s.ctx, source, compileOptions(defines...))
	}
	own := onlyLibrary
	if path.Ext(s.name()) == ".rs" {
		own = onlyItself
	}
	if err := own(s.name(), s.Source); err != nil {
		return nil, err
	}
	return s.programs.compile(s.ctx, strings.Join(append(defines, s.name(), s.Source+behind), "\x00"), func() (*code.Program, error) {
		return front.Compile(s.ctx, source, compileOptions(defines...))
	})
}

// What C++ takes out before it looks for directives, and the directives that read a file.
var (
	notCode   = lazyregexp.New(`(?s)\\\n|/\*.*?\*/`)
	reads     = lazyregexp.New(`(?m)^[ \t]*(?:#|%:)[ \t]*(?:include|include_next|import|embed)\b(.*)$`)
	ofLibrary = lazyregexp.New(`^\s*<[A-Za-z_][\w+-]*(?:[./][\w+-]+)*>`)
)

// onlyLibrary refuses a C++ program that would have its compiler read files of this machine other than
// headers of libraries.
func onlyLibrary(name, source string) error {
	for _, m := range reads().FindAllStringSubmatch(notCode().ReplaceAllString(source, ""), -1) {
		if !ofLibrary().MatchString(m[1]) {
			return fmt.Errorf("%s: a program of this page includes headers of libraries alone, as <name>, and not %s", name, strings.TrimSpace(m[1]))
		}
	}
	return nil
}

// The words by which Rust reads a file: macros, which may have other names, and modules. A macro
// can make another file's module of one that is written out.
var (
	readsRust = lazyregexp.New(`\b(?:include|include_str|include_bytes|mod)\b`)
	module    = lazyregexp.New(`^mod\s+\w+\s*\{`)
)

// onlyItself refuses a Rust program that could have its compiler read another file of this machine. A
// word in a comment or a string counts, too.
func onlyItself(name, source string) error {
	for _, at := range readsRust().FindAllStringIndex(source, -1) {
		word := source[at[0]:at[1]]
		if word == "mod" && module().MatchString(source[at[0]:]) && !strings.Contains(source, "macro_rules") {
			continue
		}
		return &cfront.Error{Diagnostics: parse.Diagnostics{{
			Pos:     trace.Pos{File: name, Line: 1 + strings.Count(source[:at[0]], "\n"), Col: at[0] - strings.LastIndex(source[:at[0]], "\n")},
			Message: word + " may read another file: a program of this page is one file, without the word, but for modules that are written out where no macro is",
		}}}
	}
	return nil
}

// load reads the program to be explored, and changes it as the request says.
func (s *session) load() (*search.Exploration, error) {
	x, err := s.written()
	if err == nil && s.Repair != nil {
		return s.repaired(x)
	}
	return x, err
}

// written reads the program as it is written.
func (s *session) written() (*search.Exploration, error) {
	if s.isLitmus() {
		test, err := litmus.Parse(s.name(), []byte(s.Source))
		if err != nil {
			return nil, err
		}
		return search.OfTest(s.name(), test), nil
	}
	p, err := s.compile("")
	if err != nil {
		return nil, err
	}
	return search.OfProgram(p, s.Observe)
}

// shownModels are the columns of the table.
var shownModels = []string{"sc", "tso", "pso", "pslo", "c11", "armv8", "riscv", "power"}

// machineModels are the columns of a program of C++ or Rust: the others make candidate executions of
// C alone.
var machineModels = []string{"sc", "tso", "pso", "pslo", "c11"}

// kernelModels are the columns of a test in the Linux kernel's C: lkmm, and the machines that
// the kernel is built for. Only lkmm knows critical sections of RCU.
var kernelModels = []string{"sc", "tso", "armv8", "riscv", "power", "lkmm"}

// explores reports whether a model takes a test.
func explores(model string, t *litmus.Test) bool {
	m, err := candidates.Lookup(model)
	if err != nil {
		return false
	}
	_, err = m.Program(t)
	return err == nil
}

// open tells what the program is.
func (s *session) open() (*Answer, error) {
	x, err := s.written()
	if err != nil {
		return nil, err
	}
	p := &Program{Kind: "c", Title: title(s.Source), Globals: []string{}, Observe: []string{}, Models: shownModels, Warnings: []trace.Diagnostic{}}
	if x.Test != nil {
		p.Kind, p.Condition = string(x.Test.Arch), fmt.Sprintf("%s (%s)", x.Test.Quantifier, x.Test.Condition)
		if x.Test.Arch != litmus.C {
			p.Models = []string{search.Default(x.Test)}
		}
		if x.Test.Arch == litmus.Linux {
			p.Models = lists.Where(kernelModels, func(m string) bool { return explores(m, x.Test) })
		}
		if x.Test.Arch == litmus.X86 || x.Test.Arch == litmus.X86_64 {
			p.Models = []string{"sc", "tso", "pso", "pslo"}
		}
	} else {
		if front.IsForeign([]cfront.Source{{Name: s.name()}}) {
			p.Models = machineModels
		}
		for _, o := range x.Program.Objects {
			if !o.ReadOnly && len(o.Scalars) > 0 && !slices.Contains(p.Globals, o.Name) {
				p.Globals = append(p.Globals, o.Name)
			}
		}
		if slices.ContainsFunc(x.Program.Access, func(a code.Access) bool { return a.Kernel != code.NoKernel }) {
			p.Models = append(slices.Clone(p.Models), "lkmm")
		}
		if e, err := benchmarks.Parse(s.Source); err == nil && len(e.Observe) > 0 {
			p.Observe = e.Observe
		}
	}
	for _, w := range x.Program.Warnings {
		p.Warnings = append(p.Warnings, trace.Diagnostic{Pos: w.Pos, Message: w.Message})
	}
	_, err = lessons.Parse(s.name(), []byte(s.Source), nothing)
	p.Lesson = err == nil
	out := s.ok("explore")
	out.Program = p
	return out, nil
}
