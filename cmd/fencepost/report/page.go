package report

import (
	"errors"
	"fmt"
	"slices"

	"fencepost/interp/code"
	"fencepost/phase2/cycles"
	"fencepost/trace/lists"
)

// A Page is the content of the HTML page of a campaign or a search. --json --traces adds it
// to the document of check and explore, so that a page can be made later.
type Page struct {
	Version  int        `json:"version"`
	Program  string     `json:"program"`
	Seed     uint64     `json:"seed"`
	Status   Verdict    `json:"status"`
	Verdict  string     `json:"verdict"`
	SCRuns   int        `json:"sc_runs"`
	Summary  []PageRow  `json:"summary"`
	Outcomes *PageTable `json:"outcomes,omitempty"` // of explore
	Findings []PageBug  `json:"findings"`
	Benign   []PageLine `json:"benign"`
	Files    []PageFile `json:"files"`
	Causes   []Cause    `json:"causes,omitempty"`
	Coverage *Coverage  `json:"coverage,omitempty"`
	Caution  bool       `json:"caution,omitempty"` // a proof of little worth
	Remarks  []Remark   `json:"-"`                 // of justify and mutate, whose documents have no page
	// Lesson, if set, replaces the summary. No document has it.
	Lesson *Lesson `json:"-"`
	// Sum is the hash of the other members. Documents written before it existed have none.
	Sum string `json:"sum,omitempty"`

	graphEvents int // events of the graphs that are drawn
}

// PageVersion is the version of Page.
const PageVersion = 2

// A PageRow is the summary of one model.
type PageRow struct {
	Model      string `json:"model"`
	Title      string `json:"title"`
	Predicted  int    `json:"predicted"`
	UnderModel int    `json:"predicted_under_model"`
	Confirmed  int    `json:"confirmed"`
	Buggy      int    `json:"buggy"`
	Mean       string `json:"mean"` // probability
	Errors     int    `json:"errors"`
}

// A PageTable has the number of executions for each final state under each model.
type PageTable struct {
	Models []string       `json:"models"`
	Rows   []PageOutcomes `json:"rows"`
}

// PageOutcomes are the numbers of executions that end in a state, by model; a dash is none.
type PageOutcomes struct {
	State      string   `json:"state"`
	Executions []string `json:"executions"`
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
	Text   string   `json:"text"` // report of the error
	// Why says how often the cycle was confirmed and led to the error.
	Why         string       `json:"why,omitempty"`
	Witness     string       `json:"witness,omitempty"` // file
	Explanation *Explanation `json:"explanation"`
}

// A PageLine is a violation without an error.
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
	pageSteps       = 1500 // of an explanation
	maxPageBugs     = 50
	maxPageOutcomes = 50
	pageBenign      = 200
)

// NewPage returns the page of a result. If the result was read from a document with a page,
// it is that page. It is an error if the result has no executions to show.
func NewPage(r *Result) (*Page, error) {
	p := &Page{Version: PageVersion, Status: r.Status, Verdict: r.Verdict, Summary: []PageRow{}, Benign: []PageLine{}}
	var read *Page
	switch b := r.Body.(type) {
	case *Check:
		read = b.Traces
		p.Program, p.Seed, p.SCRuns = b.Program, b.Seed, b.SC.Runs
		p.Causes, p.Coverage = b.Causes, b.Answer.Coverage
		if b.headline != "" {
			p.Verdict, p.Caution = b.headline+"; "+p.Verdict, b.caution
		}
		p.Summary = lists.Map(b.Models, func(m CheckedModel) PageRow {
			return PageRow{m.Model, m.Title, m.Predicted, m.UnderModel, m.Confirmed, m.Buggy, share2(m.MeanProbability), len(m.Errors)}
		})
		p.Benign = lists.Map(b.Benign[:min(len(b.Benign), pageBenign)], func(c Trials) PageLine {
			return PageLine{c.Number, pairText(c.Sites), trialCounts(c, func(m TrialCount) int { return m.Confirmed })}
		})
	case *Test:
		p.Program, p.Seed = b.Program, b.Seed
		p.Causes, p.Coverage = b.Causes, b.Answer.Coverage
	case *Explore:
		read = b.Traces
		if len(b.Files) == 1 {
			p.Program, p.Outcomes = b.Files[0].Program, b.Files[0].pageTable()
			p.Causes, p.Coverage = b.Files[0].Causes, b.Files[0].Coverage
		}
	case *Explained:
		p.Program, p.Seed = b.Program, b.Run.Seed
	case *Justified:
		p.Program, p.Seed = b.Program, b.Seed
		p.Findings = b.page
	case *Mutated:
		p.Program, p.Seed, p.Coverage = b.Program, b.Seed, b.reached
	case *Lesson:
		p.lesson(b)
		return p, nil
	}
	p.Remarks = r.Remarks
	switch {
	case read != nil:
		return read.opened()
	case r.Source == nil || r.Source.prog == nil || p.Program == "":
		return nil, errors.New("the result holds no traces: make it with --json --traces")
	}
	p.Findings = append(pageBugs(r), p.Findings...)
	if b, ok := r.Body.(*Explore); ok && len(b.Files) == 1 {
		p.Findings = append(p.Findings, b.Files[0].pageOutcomes()...)
	}
	p.Files = lists.Map(r.Source.prog.Files, func(f code.File) PageFile { return PageFile{f.Name, f.Text} })
	return p, nil
}

// AddTraces adds the executions to the document of a result of check or explore, where
// NewPage finds them.
func (r *Result) AddTraces() error {
	p, err := NewPage(r)
	if err != nil {
		return err
	}
	if p.Sum, err = sumOf(p); err != nil {
		return err
	}
	switch b := r.Body.(type) {
	case *Check:
		b.Traces = p
	case *Explore:
		b.Traces = p
	}
	return nil
}

// lesson fills in the page of a lesson, whose answers can be unfolded.
func (p *Page) lesson(b *Lesson) {
	p.Program, p.Verdict, p.Lesson, p.Files = b.File, b.Title, b, []PageFile{{b.File, b.Source}}
	p.Findings = []PageBug{}
	if b.Steps != nil {
		p.Findings = append(p.Findings, PageBug{What: "An execution that reaches " + b.Goal, Kind: "outcome", Models: []string{b.Steps.Model}, Explanation: b.Steps})
	}
}

// opened returns the page of a document, if it was not changed since AddTraces.
func (p *Page) opened() (*Page, error) {
	page := *p
	page.Sum = ""
	if sum, err := sumOf(&page); err != nil || p.Sum != "" && sum != p.Sum {
		return nil, errors.New("the traces were changed after they were written: their sum differs")
	}
	return &page, page.Valid()
}

func pageBugs(r *Result) []PageBug {
	list := []PageBug{}
	for _, i := range r.Issues[:min(len(r.Issues), maxPageBugs)] {
		b := PageBug{SC: i.Cause == CauseSC, Models: i.Models, Count: i.Count, Witness: i.Witness}
		if e := i.Error; e != nil {
			b.What, b.Kind, b.At, b.File, b.Line, b.Text = e.What(), e.Kind, e.At, e.Pos.File, e.Pos.Line, errorText(r.Source, e)
		} else if run, ok := r.Body.(*Explained); ok {
			b.What = run.Run.ending()
		}
		if c := i.Cycle; c != nil {
			in := c.Models[0]
			b.Why = fmt.Sprintf("Cycle #%d was confirmed in %d and led to an error in %d of %s.", c.Number, in.Confirmed, in.Buggy, Count(in.Trials, "trial"))
			if in.Explored {
				b.Why = fmt.Sprintf("Cycle #%d was %s.", c.Number, cycles.Run)
			}
		}
		if i.Execution != nil {
			b.Explanation = i.Execution.Explain(pageSteps, false)
		}
		list = append(list, b)
	}
	return list
}

// pageOutcomes returns an execution with each outcome.
func (x *ExploredFile) pageOutcomes() (list []PageBug) {
	for i := range x.Models {
		m := &x.Models[i]
		for k := range m.Shown {
			if len(list) == maxPageOutcomes {
				return list
			}
			o := &m.Shown[k]
			list = append(list, PageBug{What: "ends with " + o.State, Kind: "outcome", Models: []string{string(m.Model)}, Count: int(o.Executions), Explanation: o.Execution.Explain(pageSteps, false)})
		}
	}
	return list
}

// Valid checks a page that was read from a file: its version, and that all its references
// exist.
func (p *Page) Valid() error {
	if p.Version != PageVersion {
		return fmt.Errorf("traces of version %d are not supported, only %d", p.Version, PageVersion)
	}
	for i := range p.Findings {
		b := &p.Findings[i]
		if s := b.Explanation; s != nil {
			if err := s.valid(); err != nil {
				return fmt.Errorf("finding %d: %w", i+1, err)
			}
		}
	}
	return nil
}

// Bounds of an execution that was read from a file.
const (
	maxPageThreads = 4096
	maxPageSteps   = 100_000
)

func (s *Explanation) valid() error {
	if s.Threads < 1 || s.Threads > maxPageThreads || len(s.Steps) == 0 || len(s.Steps) > maxPageSteps {
		return errors.New("the execution has no threads or steps, or too many")
	}
	for _, o := range s.Orders {
		if o.Kind != "mo" && o.Kind != "sw" {
			return fmt.Errorf("%q is no order of events", o.Kind)
		}
	}
	if g := s.Graph; g != nil {
		for _, e := range g.Edges {
			if e.From < 0 || e.From >= len(g.Events) || e.To < 0 || e.To >= len(g.Events) || !slices.Contains(relationNames, e.Relation) {
				return errors.New("the graph has an edge between no events, or of no relation")
			}
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
