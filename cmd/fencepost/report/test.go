package report

import (
	"fmt"
	"math"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/witness"
	"fencepost/models"
)

// A Test is the result of a testing campaign.
type Test struct {
	Program       string          `json:"program"`
	Hash          string          `json:"hash"`
	Seed          uint64          `json:"seed"`
	Model         string          `json:"model"`
	Strategy      Strategy        `json:"strategy"`
	Planned       int             `json:"planned"`
	Executions    int             `json:"executions"`
	Ended         Ended           `json:"ended"`
	Buggy         int             `json:"buggy"`          // number of executions that showed an error
	PrefixReplays int             `json:"prefix_replays"` // number of those that replay a prefix of an execution with an error
	Behaviours    int             `json:"behaviours"`
	Incomplete    *string         `json:"incomplete"` // why, or null
	Findings      []TestedFinding `json:"findings"`
	Models        []TestedModel   `json:"models"`
	Answer
}

// A TestedModel is the amount of testing under a model.
type TestedModel struct {
	Model      string `json:"model"`
	Ended      Ended  `json:"ended"`
	Behaviours int    `json:"behaviours"`
}

// A Strategy is the strategy of a campaign with its parameters; those that it does not have
// are null.
type Strategy struct {
	Name    string `json:"name"`
	Depth   *int   `json:"depth"`
	History *int   `json:"history"`
	Bound   *Bound `json:"bound"` // null if the strategy has none, or the campaign was too short
}

// A Bound is a lower bound of the probability that an execution of pctwm shows a bug that
// needs as many communications as the depth says, each with one of the newest stores, as
// many as the history says (PCTWM, section 5.4).
type Bound struct {
	KCom        int     `json:"k_com"`       // communication events of an execution
	Estimated   bool    `json:"estimated"`   // the number was estimated from the program's executions
	Probability float64 `json:"probability"` // lower bound for one execution
	Confidence  float64 `json:"confidence"`
	Executions  *int64  `json:"executions"` // number of executions that show it with the confidence; null: more than 2^53
	Shown       bool    `json:"-"`          // the text has it
}

// MaxExact is the largest number up to which the integers of JSON are exact.
const MaxExact = 1 << 53

// boundText returns the bound in a sentence.
func (s Strategy) boundText() string {
	b := s.Bound
	source := ""
	if b.Estimated {
		source = ", estimated"
	}
	text := fmt.Sprintf("pctwm: %s (k_com%s): an execution shows a bug of depth %d within history %d with probability 1/(%d*%d)^%d = %.3g at least",
		Count(b.KCom, "communication event"), source, *s.Depth, *s.History, *s.History, b.KCom, *s.Depth, b.Probability)
	if b.Executions == nil {
		return text
	}
	return text + fmt.Sprintf("; %s with %.6g%%", Count(int(*b.Executions), "execution"), 100*b.Confidence)
}

// String returns the name of the strategy with its parameters.
func (s Strategy) String() string {
	text := s.Name
	if s.Depth != nil {
		text += fmt.Sprintf(", depth %d", *s.Depth)
	}
	if s.History != nil {
		text += fmt.Sprintf(", history %d", *s.History)
	}
	return text
}

// A TestedFinding is an error that a campaign showed.
type TestedFinding struct {
	*Error
	Count   int     `json:"executions"`
	First   int     `json:"first"`   // execution, from 1
	Steps   int     `json:"steps"`   // of the shortest
	Events  int     `json:"events"`  // of the shortest
	Witness *string `json:"witness"` // path, or null

	// Set under c11, unless the execution has more than 2000 events.
	Graph     []Event    `json:"graph,omitempty"`
	Relations *Relations `json:"relations,omitempty"`
}

// maxGraph bounds the events of a finding's execution in a result; its witness file has
// all.
const maxGraph = 2000

// FromTest returns the result of a campaign. planned is the planned number of executions.
func FromTest(r *campaign.Report, findings []witness.Finding, strategy Strategy, seed uint64, planned int, w Witnesses, status Verdict) *Result {
	s := NewSource(r.Program)
	out := New("test", status)
	out.Source, out.Models = s, []Model{newModel(r.Model)}
	body := &Test{
		Program: r.Program.Name, Hash: r.Program.Hash, Seed: seed, Model: r.Model.Name, Strategy: strategy,
		Planned: planned, Executions: r.Runs, Buggy: r.Buggy, PrefixReplays: r.PrefixReplays, Behaviours: r.Behaviours, Ended: newEnded(r.Ended),
		Incomplete: orNull(r.Incomplete), Findings: []TestedFinding{},
		Models: []TestedModel{{r.Model.Name, newEnded(r.Ended), r.Behaviours}}, Answer: Answer{Causes: []Cause{}, NotExamined: []string{}},
	}
	cause := ""
	if r.Model == models.SC {
		cause = CauseSC
	}
	for _, f := range findings {
		e := newError(s, f.Error)
		x := w.execution(s, f.Witness, nil, e)
		finding := TestedFinding{
			Error: e, Count: f.Count, First: f.First, Steps: f.Witness.Steps, Events: f.Witness.Events, Witness: w.path(f.Witness),
		}
		if x != nil && r.Model.Native && f.Witness.Events <= maxGraph {
			finding.Graph, finding.Relations = x.graph(), x.edges()
		}
		body.Findings = append(body.Findings, finding)
		out.Issues = append(out.Issues, w.issue(e, cause, f.Count, f.Witness, x))
	}
	switch {
	case len(findings) > 0:
		body.Verdict = Buggy
	case r.Incomplete != "":
		body.Verdict = Incomplete
	default:
		body.Verdict = Tested
	}
	if r.Incomplete != "" {
		body.NotExamined = append(body.NotExamined, fmt.Sprintf("%d of %d executions: %s", planned-r.Runs, planned, r.Incomplete))
	}
	if r.LastRace != nil {
		body.NotExamined = append(body.NotExamined, interp.OtherRaces)
	}
	body.Warnings = overflowWarning(r.Overflows, r.OverflowAt)
	out.Verdict = "no bug found"
	if n := len(findings); n > 0 {
		out.Verdict = Count(n, "bug")
	}
	out.Verdict += " under " + r.Model.Name
	if r.Incomplete != "" {
		out.Verdict += "; incomplete: " + r.Incomplete
	}
	out.Body = body
	return out
}

// Interval returns the bounds of Wilson's score interval: with 95% confidence the
// probability of something that happened in k of n trials lies between them.
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

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
