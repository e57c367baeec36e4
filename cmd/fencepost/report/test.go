package report

import (
	"fmt"
	"io"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/witness"
	"fencepost/trace/graph"
)

// A Test is the outcome of a testing campaign, to be shown.
type Test struct {
	Report   *campaign.Report
	Findings []witness.Finding
	Strategy Strategy
	Seed     uint64
	Planned  int // executions
	Source   *Source
	// Files are the files that witnesses were written to.
	Files map[*witness.Witness]string
	// Replay re-executes a witness and returns its events.
	Replay func(*witness.Witness) *graph.Execution
	// All draws every execution in full.
	All   bool
	Style Style
}

// A Strategy is what chose, with its parameters; -1 stands for none.
type Strategy struct {
	Name           string
	Depth, History int
}

// String names the strategy with its parameters.
func (s Strategy) String() string {
	text := s.Name
	if s.Depth >= 0 {
		text += fmt.Sprintf(", depth %d", s.Depth)
	}
	if s.History >= 0 {
		text += fmt.Sprintf(", history %d", s.History)
	}
	return text
}

// Verdict says in one line what the campaign found.
func (t *Test) Verdict() string {
	text := "no bug found"
	if n := len(t.Findings); n > 0 {
		text = count(n, "bug")
	}
	text += " under " + t.Report.Model.Name
	if t.Report.Incomplete != "" {
		text += "; incomplete: " + t.Report.Incomplete
	}
	return text
}

// WriteText writes the report.
func (t *Test) WriteText(w io.Writer) error {
	r := t.Report
	verdict := t.Style.good
	if len(t.Findings) > 0 {
		verdict = t.Style.bad
	} else if r.Incomplete != "" {
		verdict = t.Style.note
	}
	fmt.Fprintf(w, "%s: %s\n\n", r.Program.Name, verdict(t.Verdict()))
	fmt.Fprintf(w, "%s (%s, seed %d), %s\n", count(r.Runs, "execution"), t.Strategy, t.Seed, count(r.Behaviours, "distinct behaviour"))
	if r.Buggy > 0 {
		low, high := Interval(r.Buggy, r.Runs)
		fmt.Fprintf(w, "%s showed a bug: %.1f%% (95%% interval %.1f%%-%.1f%%)\n",
			count(r.Buggy, "execution"), percent(r.Buggy, r.Runs), 100*low, 100*high)
	}
	if n := r.Ended.OutOfSteps; n > 0 {
		fmt.Fprintf(w, "%s reached the step limit and did not end\n", count(n, "execution"))
	}
	if n := r.Ended.Discarded; n > 0 {
		fmt.Fprintf(w, "%s did not count: an assumption did not hold\n", count(n, "execution"))
	}
	for i := range t.Findings {
		f := &t.Findings[i]
		fmt.Fprintf(w, "\n%s\n\n", t.Style.bold(fmt.Sprintf("Bug %d of %d, in %d of %s, first in number %d",
			i+1, len(t.Findings), f.Count, count(r.Runs, "execution"), f.First)))
		if err := t.writeFinding(w, f, i < bugsInFull || t.All); err != nil {
			return err
		}
	}
	if len(t.Findings) > 0 && len(t.Files) == 0 {
		fmt.Fprintf(w, "\nWith --out DIR each execution is kept in a file that 'fencepost replay FILE' repeats.\n")
	}
	return nil
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// writeFinding explains an error, and draws its shortest execution if full.
func (t *Test) writeFinding(w io.Writer, f *witness.Finding, full bool) error {
	if err := t.Source.WriteError(w, f.Error, t.Style); err != nil {
		return err
	}
	if full {
		g := t.Replay(f.Witness)
		length, upTo := len(g.Events), ""
		if f.Error.Kind == interp.DataRace {
			g, upTo = g.Prefix(f.Error.Second.Event), ", of which those up to the race"
		}
		x := NewExecution(t.Source, g)
		columns := Columns{Limit: eventsInFull, Style: t.Style, From: t.Report.Model.Native}
		if t.All {
			columns.Limit = 0
		}
		switch {
		case f.Error.Kind == interp.DataRace:
			columns.Marked = racers(f.Error)
		default:
			if steps := x.Cycle(); steps != nil {
				fmt.Fprintf(w, "\nThe execution is not sequentially consistent. The shortest cycle:\n\n")
				if err := x.WriteSteps(w, steps, t.Style); err != nil {
					return err
				}
				columns.Marked = stepIDs(steps)
			}
		}
		fmt.Fprintf(w, "\nThe shortest execution found (%s%s):\n\n", count(length, "event"), upTo)
		if err := x.WriteColumns(w, columns); err != nil {
			return err
		}
		if err := x.WriteRelations(w, t.All); err != nil {
			return err
		}
	}
	if path, ok := t.Files[f.Witness]; ok {
		fmt.Fprintf(w, "\nTo replay it: fencepost replay %s\n", path)
	}
	return nil
}

// WriteQuiet writes the verdict and one line for each error.
func (t *Test) WriteQuiet(w io.Writer) error {
	fmt.Fprintf(w, "%s: %s\n", t.Report.Program.Name, t.Verdict())
	for i := range t.Findings {
		fmt.Fprintf(w, "%s\n", t.Source.Headline(t.Findings[i].Error))
	}
	return nil
}

type testDocument struct {
	Document
	Program    string            `json:"program"`
	Hash       string            `json:"hash"`
	Seed       uint64            `json:"seed"`
	Model      string            `json:"model"`
	Strategy   jsonStrategy      `json:"strategy"`
	Planned    int               `json:"planned"`
	Executions int               `json:"executions"`
	Ended      jsonEnded         `json:"ended"`
	Buggy      int               `json:"buggy"` // executions that showed an error
	Behaviours int               `json:"behaviours"`
	Incomplete *string           `json:"incomplete"` // why, or null
	Findings   []jsonTestFinding `json:"findings"`
}

type jsonStrategy struct {
	Name    string `json:"name"`
	Depth   *int   `json:"depth"`   // or null
	History *int   `json:"history"` // or null
}

type jsonTestFinding struct {
	*jsonError
	Count   int     `json:"executions"`
	First   int     `json:"first"`   // execution, from 1
	Steps   int     `json:"steps"`   // of the shortest
	Events  int     `json:"events"`  // of the shortest
	Witness *string `json:"witness"` // path, or null

	// Under c11, unless the execution has more than maxJSONGraph events.
	Graph     []jsonEvent    `json:"graph,omitempty"`
	Relations *jsonRelations `json:"relations,omitempty"`
}

// maxJSONGraph is up to how many events a finding's execution is part of the
// document; its witness file has it all.
const maxJSONGraph = 2000

// Document returns the campaign as a JSON document.
func (t *Test) Document(status string) any {
	r := t.Report
	d := testDocument{
		Document: NewDocument("test", status),
		Program:  r.Program.Name, Hash: r.Program.Hash, Seed: t.Seed, Model: r.Model.Name,
		Strategy: jsonStrategy{Name: t.Strategy.Name},
		Planned:  t.Planned, Executions: r.Runs, Buggy: r.Buggy, Behaviours: r.Behaviours,
		Ended:    ended(r.Ended),
		Findings: []jsonTestFinding{},
	}
	if n := t.Strategy.Depth; n >= 0 {
		d.Strategy.Depth = &n
	}
	if n := t.Strategy.History; n >= 0 {
		d.Strategy.History = &n
	}
	if r.Incomplete != "" {
		d.Incomplete = &r.Incomplete
	}
	for i := range t.Findings {
		f := &t.Findings[i]
		j := jsonTestFinding{
			jsonError: t.Source.jsonError(f.Error), Count: f.Count, First: f.First,
			Steps: f.Witness.Steps, Events: f.Witness.Events, Witness: path(t.Files, f.Witness),
		}
		if r.Model.Native && f.Witness.Events <= maxJSONGraph {
			x := NewExecution(t.Source, t.Replay(f.Witness))
			j.Graph, j.Relations = x.jsonEvents(), x.jsonRelations()
		}
		d.Findings = append(d.Findings, j)
	}
	return d
}
