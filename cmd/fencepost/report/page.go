package report

import (
	"errors"
	"fmt"
	"strings"

	"fencepost/interp"
	"fencepost/phase2"
)

// A Page is what the HTML page of a campaign or a search shows. It is also what
// --json --traces adds to the document of check and explore, so that a page can be
// made later.
type Page struct {
	Version  int        `json:"version"`
	Program  string     `json:"program"`
	Seed     uint64     `json:"seed"`
	Status   string     `json:"status"`
	Verdict  string     `json:"verdict"`
	SCRuns   int        `json:"sc_runs"`
	Summary  []PageRow  `json:"summary"`
	Findings []PageBug  `json:"findings"`
	Benign   []PageLine `json:"benign"`
	Files    []PageFile `json:"files"`
}

// PageVersion is the version of Page.
const PageVersion = 1

// A PageRow sums up one model.
type PageRow struct {
	Model     string `json:"model"`
	Title     string `json:"title"`
	Predicted int    `json:"predicted"`
	Kept      int    `json:"kept"`
	Confirmed int    `json:"confirmed"`
	Buggy     int    `json:"buggy"`
	Mean      string `json:"mean"` // probability
	Errors    int    `json:"errors"`
}

// A PageBug is one error with the execution that ends in it.
type PageBug struct {
	What   string   `json:"what"`
	Kind   string   `json:"kind"`
	At     string   `json:"at"`
	File   string   `json:"file"`
	Line   int      `json:"line"`
	SC     bool     `json:"sc"` // SC shows it too
	Models []string `json:"models"`
	Count  int      `json:"executions"`
	Text   string   `json:"text"` // the error's report
	// Why tells how often the cycle was created and led to the error.
	Why     string `json:"why,omitempty"`
	Witness string `json:"witness,omitempty"` // file
	Story   *Story `json:"story"`
}

// A PageLine is a violation that led to no error.
type PageLine struct {
	Number int    `json:"number"`
	Sites  string `json:"sites"`
	Trials string `json:"trials"`
}

// A PageFile is a source file.
type PageFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Bounds of a page.
const (
	pageSteps  = 1500 // of a story
	pageBugs   = 50
	pageBenign = 200
)

// Page returns what the page of the campaign shows.
func (c *Check) Page(status string) *Page {
	r := c.Report
	p := &Page{
		Version: PageVersion, Program: r.Program.Name, Seed: r.Options.Seed, Status: status, Verdict: c.Verdict(),
		SCRuns: r.SC.Runs, Summary: []PageRow{}, Benign: []PageLine{}, Files: c.Source.pageFiles(),
	}
	for i := range r.Models {
		p.Summary = append(p.Summary, pageRow(&r.Models[i]))
	}
	p.Findings = c.Issues().pageBugs()
	violations := findViolations(r, c.Numbers)
	for _, t := range violations[:min(len(violations), pageBenign)] {
		var parts []string
		for k, conf := range t.confs {
			parts = append(parts, fmt.Sprintf("%s %d of %d", t.models[k], conf.Created, conf.Trials))
		}
		p.Benign = append(p.Benign, PageLine{t.number, c.Source.pairText(t.cycle), strings.Join(parts, ", ")})
	}
	return p
}

func (s *Source) pageFiles() []PageFile {
	files := []PageFile{}
	for _, f := range s.prog.Files {
		files = append(files, PageFile{f.Name, f.Text})
	}
	return files
}

func pageRow(m *phase2.ModelReport) PageRow {
	row := PageRow{
		Model: m.Model.Name, Title: m.Model.Title, Predicted: m.Predicted, Kept: m.Kept,
		Confirmed: m.Confirmed(), Buggy: m.Buggy(), Mean: "-", Errors: len(m.Errors),
	}
	if p, ok := m.MeanProbability(); ok {
		row.Mean = fmt.Sprintf("%.2f", p)
	}
	return row
}

// Page returns what the page of the campaign shows.
func (t *Test) Page(status string) *Page {
	return &Page{
		Version: PageVersion, Program: t.Report.Program.Name, Seed: t.Seed, Status: status, Verdict: t.Verdict(),
		Summary: []PageRow{}, Findings: t.Issues().pageBugs(), Benign: []PageLine{}, Files: t.Source.pageFiles(),
	}
}

// Page returns what the page of a C program's exploration shows.
func (x *Exploration) Page(status string) *Page {
	return &Page{
		Version: PageVersion, Program: x.Name, Status: status, Verdict: x.verdict(),
		Summary: []PageRow{}, Findings: x.Issues().pageBugs(), Benign: []PageLine{}, Files: x.Source.pageFiles(),
	}
}

func (o *Issues) pageBugs() []PageBug {
	list := []PageBug{}
	for k := range o.list[:min(len(o.list), pageBugs)] {
		i := &o.list[k]
		b := o.Source.pageBug(i.err)
		b.SC, b.Count, b.Why = i.cause == causeSC, i.count, i.why
		b.Witness, b.Story = o.Files[i.witness], o.story(i, pageSteps)
		for _, m := range i.models {
			b.Models = append(b.Models, m.Name)
		}
		list = append(list, b)
	}
	return list
}

// pageBug returns what a page tells of an error.
func (s *Source) pageBug(e *interp.Error) PageBug {
	var text strings.Builder
	// A strings.Builder takes everything.
	_ = s.WriteError(&text, e, Style{})
	what := strings.TrimPrefix(s.Headline(e), s.Pos(e.Pos)+": ")
	return PageBug{What: what, Kind: string(e.Kind), At: s.Pos(e.Pos), File: e.Pos.File, Line: e.Pos.Line, Text: text.String()}
}

// Page returns the page of one execution.
func (e *Explanation) Page(status string) *Page {
	p := &Page{
		Version: PageVersion, Program: e.Program, Seed: e.Seed, Status: status, Verdict: e.outcome() + " under " + e.titled(),
		Summary: []PageRow{}, Benign: []PageLine{}, Files: e.Source.pageFiles(),
	}
	b := PageBug{What: e.outcome()}
	if err := e.failure(); err != nil {
		b = e.Source.pageBug(err)
		p.Verdict = e.Source.Headline(err) + ", under " + e.titled()
	}
	b.Models, b.Witness, b.Story = []string{e.Model.Name}, e.Path, e.Story(pageSteps)
	p.Findings = []PageBug{b}
	return p
}

// Valid checks a page that was read from a file: that it is of this version, and
// that whatever it names exists.
func (p *Page) Valid() error {
	if p.Version != PageVersion {
		return fmt.Errorf("traces of version %d are not supported, only %d", p.Version, PageVersion)
	}
	for i := range p.Findings {
		if s := p.Findings[i].Story; s != nil {
			if err := s.valid(); err != nil {
				return fmt.Errorf("finding %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// Bounds of an execution that is read from a file.
const (
	maxPageThreads = 4096
	maxPageSteps   = 100_000
)

func (s *Story) valid() error {
	if s.Threads < 1 || s.Threads > maxPageThreads || len(s.Steps) == 0 || len(s.Steps) > maxPageSteps {
		return errors.New("the execution has no threads or steps, or too many")
	}
	for _, o := range s.Orders {
		if o.Kind != "mo" && o.Kind != "sw" {
			return fmt.Errorf("%q is no order of events", o.Kind)
		}
	}
	for i := range s.Steps {
		step := &s.Steps[i]
		if step.Thread < 0 || int(step.Thread) >= s.Threads || len(step.Buffers) != s.Threads {
			return fmt.Errorf("step %d is of no thread, or does not tell the buffer of each", i+1)
		}
		for _, w := range step.Writes {
			if w.Cell < 0 || w.Cell >= len(s.Cells) {
				return fmt.Errorf("step %d writes to no memory", i+1)
			}
		}
		for _, o := range step.Old {
			if o.Cell < 0 || o.Cell >= len(s.Cells) {
				return fmt.Errorf("step %d tells old values of no memory", i+1)
			}
		}
	}
	return nil
}
