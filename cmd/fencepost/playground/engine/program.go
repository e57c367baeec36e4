package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/exhaustive"
	"fencepost/interp/litmus"
	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// A Program is what the page needs to know of a program before it asks for more.
type Program struct {
	Kind      string              `json:"kind"`  // c, or a litmus test's architecture
	Title     string              `json:"title"` // in a sentence; empty if its first comment says nothing
	Globals   []string            `json:"globals"`
	Observe   []string            `json:"observe"`             // that its first comment names
	Condition string              `json:"condition,omitempty"` // of a litmus test
	Models    []string            `json:"models"`              // under which it can be explored
	Sites     []Site              `json:"sites"`               // of a C program
	Cost      Cost                `json:"cost"`
	Warnings  []report.Diagnostic `json:"warnings"`
}

// A Site is an access or a fence of a C program that repair may change.
type Site struct {
	Site   int32    `json:"site"`
	Line   int      `json:"line"`
	Col    int      `json:"col"`
	Func   string   `json:"func"`
	Text   string   `json:"text"`
	Order  string   `json:"order,omitempty"` // as written; empty: no atomic
	Orders []string `json:"orders"`          // that it may have
	Fail   bool     `json:"fail,omitempty"`  // the order of a compare-exchange that fails
	Gap    bool     `json:"gap"`             // a fence may come after it
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
	return cfront.Options{Defines: defines, ReadFile: func(name string) ([]byte, error) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}}
}

// compile compiles the C program, with a text behind it.
func (s *session) compile(behind string, defines ...string) (*code.Program, error) {
	if s.isLitmus() {
		return nil, errors.New("this is for C programs, not for litmus tests")
	}
	return cfront.CompileWithin(s.ctx, []cfront.Source{{Name: s.name(), Text: []byte(s.Source + behind)}}, compileOptions(defines...))
}

// load reads the program to be explored.
func (s *session) load() (*exhaustive.Exploration, error) {
	if s.isLitmus() {
		test, err := litmus.Parse(s.name(), []byte(s.Source))
		if err != nil {
			return nil, err
		}
		return exhaustive.OfTest(s.name(), test), nil
	}
	p, err := s.compile("")
	if err != nil {
		return nil, err
	}
	return exhaustive.OfProgram(p, s.Observe)
}

// shownModels are the columns of the table.
var shownModels = []string{"sc", "tso", "pso", "pslo", "rc11", "armv8", "riscv", "power"}

// open tells what the program is.
func (s *session) open() (*Answer, error) {
	x, err := s.load()
	if err != nil {
		return nil, err
	}
	p := &Program{Kind: "c", Title: title(s.Source), Globals: []string{}, Observe: []string{}, Models: shownModels, Sites: []Site{}, Warnings: []report.Diagnostic{}}
	if x.Test != nil {
		p.Kind, p.Condition = string(x.Test.Arch), fmt.Sprintf("%s (%s)", x.Test.Quantifier, x.Test.Condition)
		if x.Test.Arch != litmus.C {
			p.Models = []string{exhaustive.Default(x.Test)}
		}
		if x.Test.Arch == litmus.X86 || x.Test.Arch == litmus.X86_64 {
			p.Models = []string{"sc", "tso", "pso", "pslo"}
		}
	} else {
		for i := range x.Program.Objects {
			if o := &x.Program.Objects[i]; !o.ReadOnly && len(o.Scalars) > 0 && !slices.Contains(p.Globals, o.Name) {
				p.Globals = append(p.Globals, o.Name)
			}
		}
		if e, err := benchmarks.Parse(s.Source); err == nil && len(e.Observe) > 0 {
			p.Observe = e.Observe
		}
		p.Sites = sites(x.Program)
		p.Cost = s.cost(x.Program)
	}
	for _, w := range x.Program.Warnings {
		p.Warnings = append(p.Warnings, report.Diagnostic{File: w.Pos.File, Line: w.Pos.Line, Col: w.Pos.Col, Message: w.Message})
	}
	return &Answer{Document: report.New("explore", report.OK), Program: p}, nil
}

// sites returns what repair may change, in the order of the text.
func sites(p *code.Program) []Site {
	list := []Site{}
	for _, c := range fences.OrderSites(p) {
		at := newSite(p, c.Site)
		at.Order, at.Fail = written(p, c).String(), c.Fail
		fence := slices.Contains(fences.Own(p), c.Site)
		for _, o := range fences.Orders(p, c) {
			if !fence || o != trace.Relaxed {
				at.Orders = append(at.Orders, o.String())
			}
		}
		list = append(list, at)
	}
	for _, n := range fences.Sites(p) {
		if !slices.ContainsFunc(list, func(s Site) bool { return s.Site == n }) {
			list = append(list, newSite(p, n))
		}
	}
	slices.SortStableFunc(list, func(a, b Site) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return int(a.Site - b.Site)
	})
	// After a line there is one gap: behind its last access.
	for i := range list {
		last := i+1 == len(list) || list[i+1].Line != list[i].Line || list[i+1].Func != list[i].Func
		list[i].Gap = last && slices.Contains(fences.Sites(p), list[i].Site) && list[i].Func != "main"
	}
	return list
}

// written returns the order that the program gives to an order site.
func written(p *code.Program, s fences.OrderSite) trace.Order {
	if s.Fail {
		return p.Access[s.Site].Fail
	}
	return p.Access[s.Site].Order
}

func newSite(p *code.Program, n int32) Site {
	s := &p.Sites[n]
	return Site{Site: n, Line: s.Pos.Line, Col: s.Pos.Col, Func: s.Func, Text: s.Text, Orders: []string{}}
}

// lookup returns the machine of a name, c11 for rc11.
func lookup(name string) (*models.Model, error) {
	for _, m := range slices.Concat(models.All(), fences.Machines()) {
		if m.Name == name {
			return m, nil
		}
	}
	return nil, fmt.Errorf("there is no model %s here", name)
}
