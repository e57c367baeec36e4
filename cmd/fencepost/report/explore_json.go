package report

import (
	"fmt"

	"fencepost/interp/explore"
)

type exploreDocument struct {
	Document
	Incomplete *string         `json:"incomplete"` // why files were left out, or null
	Files      []jsonExploring `json:"files"`
	Traces     *Page           `json:"traces,omitempty"`
}

type jsonExploring struct {
	Program   string              `json:"program"`
	Test      *string             `json:"test"`      // a litmus test's name, or null
	Condition *string             `json:"condition"` // a litmus test's, or null
	Models    []jsonExploredModel `json:"models"`
}

type jsonExploredModel struct {
	Model       string              `json:"model"`
	Incomplete  *string             `json:"incomplete"` // why, or null
	Executions  int64               `json:"executions"`
	Blocked     int64               `json:"blocked"`
	Bounded     int64               `json:"bounded"`
	Verdict     *string             `json:"verdict"`     // of a litmus test that was explored in full
	Observation *string             `json:"observation"` // of a litmus test
	Outcomes    []jsonOutcome       `json:"outcomes"`
	Errors      []jsonExploredError `json:"errors"`
	Why         *jsonWhy            `json:"why,omitempty"` // if it was asked for
}

// jsonWhy says why a litmus test does not end in a state.
type jsonWhy struct {
	Allowed   bool     `json:"allowed"`
	Axioms    []string `json:"axioms"`    // that are violated
	Cycle     []string `json:"cycle"`     // events that show it
	Relations []string `json:"relations"` // from each of them to the next
}

type jsonOutcome struct {
	State      string `json:"state"`
	Executions int64  `json:"executions"`
	Satisfies  bool   `json:"satisfies"`
}

type jsonExploredError struct {
	*jsonError
	Executions int64       `json:"executions"`
	Witness    *string     `json:"witness"` // path, or null
	Graph      []jsonEvent `json:"graph"`
}

// jsonEvent is an event of an execution graph.
type jsonEvent struct {
	Event  int32  `json:"event"`
	Thread int32  `json:"thread"`
	At     string `json:"at"`
	Does   string `json:"does"`
	Order  string `json:"order"`
	RF     *int32 `json:"rf"` // event read from, 0 for the initial content; null: reads nothing
	CO     *int32 `json:"co"` // place in the modification order, from 1; null: writes nothing, or not known
}

// Document returns the explorations as a JSON document.
func (x *Explorations) Document(status string) any {
	d := exploreDocument{Document: NewDocument("explore", status, x.Diagnostics...), Files: []jsonExploring{}}
	if x.Incomplete != "" {
		d.Incomplete = &x.Incomplete
	}
	for _, f := range x.Files {
		j := jsonExploring{Program: f.Name, Models: []jsonExploredModel{}}
		if f.Test != nil {
			condition := fmt.Sprintf("%s (%s)", f.Test.Quantifier, f.Test.Condition)
			j.Test, j.Condition = &f.Test.Name, &condition
		}
		for i := range f.Models {
			j.Models = append(j.Models, f.jsonModel(&f.Models[i]))
		}
		d.Files = append(d.Files, j)
	}
	if x.Traces && len(x.Files) == 1 {
		d.Traces = x.Files[0].Page(status)
	}
	return d
}

func (x *Exploration) jsonModel(m *ModelExploration) jsonExploredModel {
	j := jsonExploredModel{
		Model: m.Model.Name, Executions: m.Report.Executions, Blocked: m.Report.Blocked, Bounded: m.Report.Bounded,
		Outcomes: []jsonOutcome{}, Errors: []jsonExploredError{},
	}
	if m.Incomplete != "" {
		j.Incomplete = &m.Incomplete
	}
	if x.Test != nil {
		observed := m.Litmus.Observation()
		j.Observation = &observed
		if verdict := string(m.Litmus.Verdict()); m.Incomplete == "" {
			j.Verdict = &verdict
		}
	}
	if m.Why != nil {
		j.Why = &jsonWhy{m.Why.Allowed, append([]string{}, m.Why.Axioms...), []string{}, append([]string{}, m.Why.Relations...)}
		for _, e := range m.Why.Cycle {
			j.Why.Cycle = append(j.Why.Cycle, m.Why.Picture.Events[e].String())
		}
	}
	for _, o := range m.Outcomes {
		j.Outcomes = append(j.Outcomes, jsonOutcome(o))
	}
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		e := jsonExploredError{x.Source.jsonError(f.Error), f.Executions, nil, x.Source.jsonGraph(f)}
		if path, ok := x.Files[f]; ok {
			e.Witness = &path
		}
		j.Errors = append(j.Errors, e)
	}
	return j
}

// Document returns the execution as a JSON document.
func (x *ExploredError) Document() any {
	return struct {
		Document
		Program string      `json:"program"`
		Model   string      `json:"model"`
		Error   *jsonError  `json:"error"`
		Graph   []jsonEvent `json:"graph"`
	}{NewDocument("replay", Bug), x.Program, x.Model.Name, x.Source.jsonError(x.Finding.Error), x.Source.jsonGraph(x.Finding)}
}

func (s *Source) jsonGraph(f *explore.Finding) []jsonEvent {
	if f.Witness == nil {
		return []jsonEvent{}
	}
	x := NewExecution(s, f.Witness.Execution())
	list := x.jsonEvents()
	for i := range x.Events {
		if e := &x.Events[i]; e.Kind.Writes() {
			list[i].CO = &e.C
		}
	}
	return list
}

// jsonEvents returns the events, without their places in the modification order.
func (x *Execution) jsonEvents() []jsonEvent {
	list := []jsonEvent{}
	for i := range x.Events {
		e := &x.Events[i]
		j := jsonEvent{Event: e.ID, Thread: e.Thread, Does: x.describe(e), Order: e.Order.String()}
		if e.Site >= 0 {
			j.At = x.source.Site(e.Site)
		}
		if e.Kind.Reads() {
			j.RF = &e.RF
		}
		list = append(list, j)
	}
	return list
}
