package report

import (
	"fmt"

	"fencepost/interp/explore"
)

type exploreDocument struct {
	Document
	Incomplete *string         `json:"incomplete"` // why files were left out, or null
	Files      []jsonExploring `json:"files"`
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
}

type jsonOutcome struct {
	State      string `json:"state"`
	Executions int64  `json:"executions"`
	Satisfies  bool   `json:"satisfies"`
}

type jsonExploredError struct {
	*jsonError
	Executions int64       `json:"executions"`
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
	CO     *int32 `json:"co"` // place in the modification order, from 1; null: writes nothing
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
	for _, o := range m.Outcomes {
		j.Outcomes = append(j.Outcomes, jsonOutcome(o))
	}
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		j.Errors = append(j.Errors, jsonExploredError{x.Source.jsonError(f.Error), f.Executions, x.jsonGraph(f)})
	}
	return j
}

func (x *Exploration) jsonGraph(f *explore.Finding) []jsonEvent {
	list := []jsonEvent{}
	if f.Witness == nil {
		return list
	}
	exec := NewExecution(x.Source, graphEvents(f.Witness))
	for i := range exec.Events {
		e := &exec.Events[i]
		j := jsonEvent{Event: e.ID, Thread: e.Thread, Does: exec.describe(e), Order: e.Order.String()}
		if e.Site >= 0 {
			j.At = x.Source.Site(e.Site)
		}
		if e.Kind.Reads() {
			j.RF = &e.RF
		}
		if e.Kind.Writes() {
			j.CO = &e.C
		}
		list = append(list, j)
	}
	return list
}
