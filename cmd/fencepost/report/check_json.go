package report

import (
	"fencepost/interp"
	"fencepost/interp/witness"
	"fencepost/phase2"
)

type checkDocument struct {
	Document
	Program    string      `json:"program"`
	Hash       string      `json:"hash"`
	Seed       uint64      `json:"seed"`
	Incomplete *string     `json:"incomplete"` // why, or null
	SC         jsonSC      `json:"sc"`
	Models     []jsonModel `json:"models"`
	Traces     *Page       `json:"traces,omitempty"`
}

type jsonSC struct {
	Runs   int           `json:"runs"`
	Ended  jsonEnded     `json:"ended"`
	Errors []jsonFinding `json:"errors"`
}

type jsonFinding struct {
	*jsonError
	Count   int     `json:"executions"`
	Witness *string `json:"witness"` // path, or null
}

// jsonEnded counts executions by how they ended.
type jsonEnded struct {
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	Discarded  int `json:"discarded"`
	OutOfSteps int `json:"out_of_steps"`
}

type jsonModel struct {
	Model           string        `json:"model"`
	Predicted       int           `json:"predicted"`
	Kept            int           `json:"kept"`
	Confirmed       int           `json:"confirmed"`
	Buggy           int           `json:"buggy"`
	MeanProbability *float64      `json:"mean_probability"`
	Ended           jsonEnded     `json:"ended"`
	Errors          []jsonFinding `json:"errors"` // that no SC execution showed
	Races           []jsonFinding `json:"races,omitempty"`
	Explored        *jsonExplored `json:"explored,omitempty"` // for the reasons of cycles
	Cycles          []jsonCycle   `json:"cycles"`
}

type jsonCycle struct {
	Number    int           `json:"number"`
	Sites     []string      `json:"sites"`
	Relaxable []bool        `json:"relaxable"`
	Trials    int           `json:"trials"`
	Created   int           `json:"created"`
	Buggy     int           `json:"buggy"`
	Reason    string        `json:"reason,omitempty"` // why no trial created it
	Error     *jsonError    `json:"error"`
	Witnesses jsonWitnesses `json:"witnesses"`
}

type jsonWitnesses struct {
	Created *string `json:"created"`
	Buggy   *string `json:"buggy"`
}

// Document returns the campaign as a JSON document.
func (c *Check) Document(status string) any {
	r := c.Report
	d := checkDocument{
		Document: NewDocument("check", status),
		Program:  r.Program.Name, Hash: r.Program.Hash, Seed: r.Options.Seed,
		SC:     jsonSC{Runs: r.SC.Runs, Ended: ended(r.SC.Ended), Errors: c.Source.findings(r.SC.Errors, c.Files)},
		Models: []jsonModel{},
	}
	if r.Incomplete != "" {
		d.Incomplete = &r.Incomplete
	}
	for i := range r.Models {
		d.Models = append(d.Models, c.jsonModel(&r.Models[i]))
	}
	if c.Traces {
		d.Traces = c.Page(status)
	}
	return d
}

func ended(e interp.Outcomes) jsonEnded {
	return jsonEnded{e.Completed, e.Failed, e.Discarded, e.OutOfSteps}
}

// path returns the file that a witness was written to; nil if it was not.
func path(files map[*witness.Witness]string, w *witness.Witness) *string {
	if p, ok := files[w]; ok && w != nil {
		return &p
	}
	return nil
}

func (s *Source) findings(list []witness.Finding, files map[*witness.Witness]string) []jsonFinding {
	out := []jsonFinding{}
	for _, f := range list {
		out = append(out, jsonFinding{s.jsonError(f.Error), f.Count, path(files, f.Witness)})
	}
	return out
}

func (c *Check) jsonModel(m *phase2.ModelReport) jsonModel {
	out := jsonModel{
		Model: m.Model.Name, Predicted: m.Predicted, Kept: m.Kept, Confirmed: m.Confirmed(), Buggy: m.Buggy(),
		Ended: ended(m.Ended), Errors: c.Source.findings(m.Errors, c.Files), Cycles: []jsonCycle{},
	}
	if p, ok := m.MeanProbability(); ok {
		out.MeanProbability = &p
	}
	if len(m.Races) > 0 {
		out.Races = c.Source.findings(m.Races, c.Files)
	}
	out.Explored = explored(asked(m), &m.Explored)
	for i := range m.Cycles {
		out.Cycles = append(out.Cycles, c.jsonCycle(&m.Cycles[i]))
	}
	return out
}

func (c *Check) jsonCycle(conf *phase2.Confirmation) jsonCycle {
	return jsonCycle{
		Number: c.Numbers.Of(conf.Cycle), Sites: c.Source.siteList(conf.Cycle.Sites), Relaxable: conf.Cycle.Relaxable,
		Trials: conf.Trials, Created: conf.Created, Buggy: conf.Buggy, Reason: conf.Reason.String(), Error: c.Source.jsonError(conf.Error),
		Witnesses: jsonWitnesses{path(c.Files, conf.CreatedWitness), path(c.Files, conf.BuggyWitness)},
	}
}
