package report

import (
	"fmt"
	"io"
	"math"
	"slices"

	"fencepost/interp"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace/graph"
)

// Confirmations are the trials of one cycle under several models, to be shown.
type Confirmations struct {
	Program    string
	Seed       uint64
	Number     int
	Cycle      predict.Cycle
	Models     []ModelConfirmation
	SC         []witness.Finding // errors that sequential consistency shows
	Incomplete string
	Source     *Source
	Files      map[*witness.Witness]string
	Replay     func(*witness.Witness) *graph.Execution
	Style      Style
}

// ModelConfirmation is what the trials under one model gave.
type ModelConfirmation struct {
	Model *models.Model
	phase2.Confirmation
	Explored cycles.Exploration // for Reason
}

// HasBug reports whether any error was found.
func (c *Confirmations) HasBug() bool {
	if len(c.SC) > 0 {
		return true
	}
	for i := range c.Models {
		if len(c.Models[i].Errors()) > 0 || len(c.Models[i].Races()) > 0 {
			return true
		}
	}
	return false
}

// Interval returns the bounds of Wilson's score interval: with 95% confidence
// the probability of what happened in k of n trials lies between them.
func Interval(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, m := float64(k)/float64(n), float64(n)
	center := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, center-half), min(1, center+half)
}

// WriteText reports the trials, and the shortest buggy execution, or else the
// shortest one that created the cycle.
func (c *Confirmations) WriteText(w io.Writer, quiet bool) error {
	fmt.Fprintf(w, "%s: cycle #%d  %s\n", c.Program, c.Number, c.Source.pairText(c.Cycle))
	if c.Incomplete != "" {
		fmt.Fprintln(w, c.Style.note("incomplete: "+c.Incomplete))
	}
	fmt.Fprintln(w)
	t := newTable(1, "model", "trials", "created", "probability", "95% interval", "buggy", "probability", "95% interval")
	for i := range c.Models {
		m := &c.Models[i]
		row := []string{m.Model.Name, fmt.Sprint(m.Trials)}
		for _, k := range []int{m.Created, m.Buggy} {
			low, high := Interval(k, m.Trials)
			row = append(row, fmt.Sprint(k), fmt.Sprintf("%.3f", float64(k)/float64(max(m.Trials, 1))), fmt.Sprintf("%.3f-%.3f", low, high))
		}
		t.add(row...)
	}
	if len(t.rows) > 0 {
		if err := t.write(w); err != nil {
			return err
		}
	}
	for i := range c.Models {
		if m := &c.Models[i]; m.Reason != cycles.NotExplored {
			fmt.Fprintf(w, "\n%s: the cycle %s (%s)\n", m.Model.Name, reasonText(m.Reason), exploredText(&m.Explored))
		}
	}
	for _, f := range c.SC {
		fmt.Fprintf(w, "\n%s [sc]\n", c.Source.Headline(f.Error))
	}
	for i := range c.Models {
		for _, f := range slices.Concat(c.Models[i].Errors(), c.Models[i].Races()) {
			fmt.Fprintf(w, "\n%s [%s, %s]\n", c.Source.Headline(f.Error), c.Models[i].Model.Name, count(f.Count, "execution"))
		}
	}
	if quiet {
		return nil
	}
	return c.writeExample(w)
}

// writeExample shows the witness of the first model that has the worst one.
func (c *Confirmations) writeExample(w io.Writer) error {
	var (
		wit *witness.Witness
		e   *interp.Error
	)
	for i := range c.Models {
		m := &c.Models[i]
		if m.BuggyWitness != nil && e == nil {
			wit, e = m.BuggyWitness, m.Error
		} else if wit == nil {
			wit = m.CreatedWitness
		}
	}
	if wit == nil {
		return nil
	}
	fmt.Fprintln(w)
	if e != nil {
		if err := c.Source.WriteError(w, e, c.Style); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	x := NewExecution(c.Source, c.Replay(wit))
	ids := x.Instance(c.Cycle.Sites)
	fmt.Fprintf(w, "The cycle:\n\n")
	if err := x.WriteCycle(w, ids, c.Style); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nThe shortest execution found under %s (%s):\n\n", wit.Model.Name, count(len(x.Events), "event"))
	if err := x.WriteColumns(w, Columns{Marked: ids, Limit: eventsInFull, Style: c.Style, From: wit.Model.Native}); err != nil {
		return err
	}
	if path, ok := c.Files[wit]; ok {
		fmt.Fprintf(w, "\nTo replay it: fencepost replay %s\n", path)
	}
	return nil
}

// Document returns the trials as a JSON document.
func (c *Confirmations) Document(status string) any {
	type estimate struct {
		Count int     `json:"count"`
		Share float64 `json:"share"`
		Low   float64 `json:"low"` // 95% interval
		High  float64 `json:"high"`
	}
	estimated := func(k, n int) estimate {
		low, high := Interval(k, n)
		return estimate{k, float64(k) / float64(max(n, 1)), low, high}
	}
	type model struct {
		Model     string        `json:"model"`
		Trials    int           `json:"trials"`
		Created   estimate      `json:"created"`
		Buggy     estimate      `json:"buggy"`
		Error     *jsonError    `json:"error"`
		Errors    []jsonFinding `json:"errors"` // of all trials
		Races     []jsonFinding `json:"races,omitempty"`
		Reason    string        `json:"reason,omitempty"` // why no trial created it
		Explored  *jsonExplored `json:"explored,omitempty"`
		Witnesses jsonWitnesses `json:"witnesses"`
	}
	d := struct {
		Document
		Program    string        `json:"program"`
		Seed       uint64        `json:"seed"`
		Incomplete *string       `json:"incomplete"`
		Number     int           `json:"number"`
		Sites      []string      `json:"sites"`
		SC         []jsonFinding `json:"sc_errors"`
		Models     []model       `json:"models"`
	}{
		Document: NewDocument("confirm", status), Program: c.Program, Seed: c.Seed, Number: c.Number,
		Sites: c.Source.siteList(c.Cycle.Sites), SC: c.Source.findings(c.SC, c.Files), Models: []model{},
	}
	if c.Incomplete != "" {
		d.Incomplete = &c.Incomplete
	}
	for i := range c.Models {
		m := &c.Models[i]
		d.Models = append(d.Models, model{
			m.Model.Name, m.Trials, estimated(m.Created, m.Trials), estimated(m.Buggy, m.Trials),
			c.Source.jsonError(m.Error), c.Source.findings(m.Errors(), c.Files), c.Source.findings(m.Races(), c.Files),
			m.Reason.String(), explored(m.Reason != cycles.NotExplored, &m.Explored),
			jsonWitnesses{path(c.Files, m.CreatedWitness), path(c.Files, m.BuggyWitness)},
		})
	}
	return d
}
