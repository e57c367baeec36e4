package report

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
	"fencepost/predict"
)

// A Confirmation is the result of the trials of one cycle under several models.
type Confirmation struct {
	Program    string           `json:"program"`
	Seed       uint64           `json:"seed"`
	Incomplete *string          `json:"incomplete"`
	Number     int              `json:"number"`
	Sites      []string         `json:"sites"`
	SC         []Finding        `json:"sc_errors"` // errors that SC shows
	Models     []ConfirmedModel `json:"models"`

	Example *Issue `json:"-"` // the worst execution of the first model that has one; nil if none has
}

// A ConfirmedModel is the result of the trials under one model.
type ConfirmedModel struct {
	Model     string         `json:"model"`
	Trials    int            `json:"trials"`
	Confirmed Estimate       `json:"confirmed"`
	Buggy     Estimate       `json:"buggy"`
	Error     *Error         `json:"error"`
	Errors    []Finding      `json:"errors"` // of all trials
	Races     []Finding      `json:"races,omitempty"`
	Reason    string         `json:"reason,omitempty"` // why no trial confirmed it, or that exploring did
	Explored  *Explored      `json:"explored,omitempty"`
	Witnesses CycleWitnesses `json:"witnesses"`

	Why string `json:"-"` // Reason at more length
}

// An Estimate is the number of trials in which something happened, with an estimate of its
// probability.
type Estimate struct {
	Count int     `json:"count"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"` // 95% interval
	High  float64 `json:"high"`
}

func estimated(k, n int) Estimate {
	low, high := Interval(k, n)
	return Estimate{k, float64(k) / float64(max(n, 1)), low, high}
}

// Confirmations is the input of FromConfirmation: the trials of one cycle.
type Confirmations struct {
	Program    *code.Program
	Seed       uint64
	Number     int
	Cycle      predict.Cycle
	Models     []ModelConfirmation
	SC         []witness.Finding
	Incomplete string
}

// ModelConfirmation is the result of the trials under one model.
type ModelConfirmation struct {
	Model *models.Model
	phase2.Confirmation
	Explored cycles.Exploration // for Reason
}

// HasBug reports whether any error was found.
func (c *Confirmations) HasBug() bool {
	return len(c.SC) > 0 || slices.ContainsFunc(c.Models, func(m ModelConfirmation) bool { return len(m.Errors) > 0 || len(m.Races) > 0 })
}

// Shown returns the witness of the worst execution, of the first model that has it, with
// its error; nil if there is none.
func (c *Confirmations) Shown() *witness.Witness {
	var shown *witness.Witness
	for i := range c.Models {
		m := &c.Models[i]
		if m.BuggyWitness != nil {
			return m.BuggyWitness
		} else if shown == nil {
			shown = m.ConfirmedWitness
		}
	}
	return shown
}

// FromConfirmation returns the result of the trials of one cycle.
func FromConfirmation(c *Confirmations, w Witnesses, status Verdict) *Result {
	s := NewSource(c.Program)
	out := New("confirm", status)
	out.Source = s
	body := &Confirmation{
		Program: c.Program.Name, Seed: c.Seed, Incomplete: orNull(c.Incomplete), Number: c.Number,
		Sites: s.siteList(c.Cycle.Sites), SC: w.findings(s, c.SC), Models: []ConfirmedModel{},
	}
	shown := c.Shown()
	if shown != nil {
		body.Example = &Issue{Models: []string{shown.Model.Name}, Witness: w.file(shown), Execution: w.execution(s, shown, c.Cycle.Sites, nil)}
	}
	for i := range c.Models {
		m := &c.Models[i]
		out.Models = append(out.Models, newModel(m.Model))
		body.Models = append(body.Models, ConfirmedModel{
			m.Model.Name, m.Trials, estimated(m.Confirmations, m.Trials), estimated(m.Buggy, m.Trials),
			newError(s, m.Error), w.findings(s, m.Errors), w.findings(s, m.Races),
			m.Reason.String(), newExplored(m.Reason != cycles.NotExplored, &m.Explored),
			w.ofCycle(&m.Confirmation), reasonText(m.Reason),
		})
		if shown != nil && shown == m.BuggyWitness {
			body.Example.Error = newError(s, m.Error)
		}
	}
	out.Body = body
	return out
}
