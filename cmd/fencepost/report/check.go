package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace/lists"
)

// A Check is the result of a campaign of phases 1 and 2.
type Check struct {
	Program    string         `json:"program"`
	Hash       string         `json:"hash"`
	Seed       uint64         `json:"seed"`
	Incomplete *string        `json:"incomplete"` // why, or null
	SC         SCRuns         `json:"sc"`
	Models     []CheckedModel `json:"models"`
	Traces     *Page          `json:"traces,omitempty"`
	Answer

	Benign []Trials `json:"-"` // confirmed cycles without an error
}

// SCRuns are the executions under sequential consistency.
type SCRuns struct {
	Runs   int       `json:"runs"`
	Ended  Ended     `json:"ended"`
	Errors []Finding `json:"errors"`
}

// A CheckedModel is the result of phase 2 under one model.
type CheckedModel struct {
	Model           string    `json:"model"`
	Predicted       int       `json:"predicted"`
	UnderModel      int       `json:"predicted_under_model"`
	Confirmed       int       `json:"confirmed"`
	Buggy           int       `json:"buggy"`
	MeanProbability *float64  `json:"mean_probability"`
	Ended           Ended     `json:"ended"`
	Errors          []Finding `json:"errors"` // that no SC execution showed
	Races           []Finding `json:"races,omitempty"`
	Explored        *Explored `json:"explored,omitempty"` // for the reasons of cycles
	Cycles          []Cycle   `json:"cycles"`

	Title string `json:"-"`
}

// A Cycle is a critical cycle with the result of its trials.
type Cycle struct {
	Number    int            `json:"number"`
	Sites     []string       `json:"sites"`
	Relaxable []bool         `json:"relaxable"`
	Trials    int            `json:"trials"`
	Confirmed int            `json:"confirmed"` // number of trials that confirmed it
	Buggy     int            `json:"buggy"`
	Reason    string         `json:"reason,omitempty"` // why no trial confirmed it, or that exploring did
	Error     *Error         `json:"error"`
	Witnesses CycleWitnesses `json:"witnesses"`

	Why string `json:"-"` // Reason at more length
}

// CycleWitnesses are the files of a cycle's witnesses, or null.
type CycleWitnesses struct {
	Confirmed *string `json:"confirmed"`
	Buggy     *string `json:"buggy"`
}

// Explored says how much was explored to find reasons.
type Explored struct {
	Executions int64    `json:"executions"`
	StandsFor  []string `json:"stands_for,omitempty"` // differences between executions that count as one
	Complete   bool     `json:"complete"`
	Limit      *string  `json:"limit"` // why it is not complete, or null
}

// FromCheck returns the result of a campaign.
func FromCheck(r *phase2.Report, w Witnesses, status Verdict) *Result {
	s := NewSource(r.Program)
	out := New("check", status)
	out.Source, out.Models = s, []Model{newModel(models.SC)}
	body := &Check{
		Program: r.Program.Name, Hash: r.Program.Hash, Seed: r.Options.Seed, Incomplete: orNull(r.Incomplete),
		SC: SCRuns{r.SC.Runs, newEnded(r.SC.Ended), w.findings(s, r.SC.Errors)}, Models: []CheckedModel{},
		Benign: violations(s, r),
	}
	for i := range r.Models {
		m := &r.Models[i]
		out.Models = append(out.Models, newModel(m.Model))
		body.Models = append(body.Models, checkedModel(s, m, &w))
	}
	for i, f := range body.SC.Errors {
		out.Issues = append(out.Issues, w.issue(f.Error, CauseSC, f.Count, r.SC.Errors[i].Witness, f.Execution))
	}
	bugs := findBugs(r)
	for _, b := range bugs {
		out.Issues = append(out.Issues, b.issue(s, &w))
	}
	races := 0
	for i := range body.Models {
		for k, f := range body.Models[i].Races {
			out.Issues = append(out.Issues, w.issue(f.Error, "", f.Count, r.Models[i].Races[k].Witness, f.Execution))
			races++
		}
	}
	relaxed, sc := len(bugs), len(body.SC.Errors)
	out.Verdict = checkVerdict(relaxed, sc, races, len(body.Benign), body.Incomplete)
	out.Body = body
	return out
}

func checkVerdict(relaxed, sc, races, benign int, incomplete *string) string {
	text := strings.Join(slices.Concat(
		lists.If(relaxed > 0, Count(relaxed, "bug")+" that relaxed memory causes"),
		lists.If(sc > 0, Count(sc, "bug")+" under sequential consistency"),
		lists.If(races > 0, Count(races, "data race")),
		lists.If(max(relaxed, sc, races) == 0, "no bug found"),
		lists.If(benign > 0, Count(benign, "benign violation")),
	), ", ")
	if incomplete != nil {
		text += "; incomplete: " + *incomplete
	}
	return text
}

func checkedModel(s *Source, m *phase2.ModelReport, w *Witnesses) CheckedModel {
	out := CheckedModel{
		Model: m.Model.Name, Title: m.Model.Title, Predicted: m.Predicted, UnderModel: m.UnderModel, Confirmed: m.Confirmed(), Buggy: m.Buggy(),
		Ended: newEnded(m.Ended), Errors: w.findings(s, m.Errors), Cycles: []Cycle{},
	}
	if p, ok := m.MeanProbability(); ok {
		out.MeanProbability = &p
	}
	if len(m.Races) > 0 {
		out.Races = w.findings(s, m.Races)
	}
	asked := false
	for i := range m.Cycles {
		c := &m.Cycles[i]
		asked = asked || c.Reason != cycles.NotExplored
		out.Cycles = append(out.Cycles, Cycle{
			Number: c.Cycle.Number, Sites: s.siteList(c.Cycle.Sites), Relaxable: c.Cycle.Relaxable,
			Trials: c.Trials, Confirmed: c.Confirmations, Buggy: c.Buggy, Reason: c.Reason.String(), Error: newError(s, c.Error),
			Witnesses: w.ofCycle(c), Why: reasonText(c.Reason),
		})
	}
	out.Explored = newExplored(asked, &m.Explored)
	return out
}

// ofCycle returns the files of a cycle's witnesses.
func (w *Witnesses) ofCycle(c *phase2.Confirmation) CycleWitnesses {
	return CycleWitnesses{w.path(c.ConfirmedWitness), w.path(c.BuggyWitness)}
}

// reasonText describes the result of exploring for a cycle that no trial confirmed.
func reasonText(r cycles.Reason) string {
	if r == cycles.PerhapsStutter {
		return r.String() + ": only stutter reads of a spin loop may make it"
	}
	return r.String()
}

func newExplored(asked bool, e *cycles.Exploration) *Explored {
	if !asked {
		return nil
	}
	out := &Explored{Executions: e.Executions, Complete: e.Complete, StandsFor: e.StandsFor}
	if !e.Complete {
		out.Limit = &e.Limit
	}
	return out
}

// A trialList holds trials by the number of their cycle.
type trialList map[int]*Trials

func (l trialList) add(s *Source, number int, m *models.Model, c *phase2.Confirmation) {
	t := l[number]
	if t == nil {
		t = &Trials{Number: number, Sites: s.siteList(c.Cycle.Sites)}
		l[number] = t
	}
	t.Models = append(t.Models, trialCount(m, c))
}

func trialCount(m *models.Model, c *phase2.Confirmation) TrialCount {
	return TrialCount{m.Name, c.Trials, c.Confirmations, c.Buggy, c.Reason == cycles.Run}
}

// sorted returns the trials in order of number.
func (l trialList) sorted() []Trials {
	return lists.Map(slices.Sorted(maps.Keys(l)), func(number int) Trials { return *l[number] })
}

// violations returns the confirmed cycles without an error, in order of number.
func violations(s *Source, r *phase2.Report) []Trials {
	list := trialList{}
	for rank := range r.Models {
		m := &r.Models[rank]
		for i := range m.Cycles {
			if c := &m.Cycles[i]; c.Confirmed() && !c.HasBug() {
				list.add(s, c.Cycle.Number, m.Model, c)
			}
		}
	}
	return list.sorted()
}

// A bug is an error that relaxed memory causes, with all cycles that lead to it.
type bug struct {
	err     *interp.Error
	models  []*models.Model // models under which it was found, in the campaign's order
	count   int             // number of executions that ended in it
	cycles  []buggyCycle    // the cycle to be explained comes first
	witness *witness.Witness
}

// A buggyCycle is a cycle of an execution that ended in a bug.
type buggyCycle struct {
	model *models.Model
	rank  int // index of the model in the campaign
	conf  *phase2.Confirmation
}

// cycle returns the cycle to be explained; nil if no execution with the bug confirmed a
// predicted cycle.
func (b *bug) cycle() *predict.Cycle {
	if len(b.cycles) == 0 {
		return nil
	}
	return &b.cycles[0].conf.Cycle
}

// ShownWitnesses returns the witnesses whose executions a result of FromCheck shows.
func ShownWitnesses(r *phase2.Report) []*witness.Witness {
	of := func(f witness.Finding) *witness.Witness { return f.Witness }
	list := append(lists.Map(r.SC.Errors, of), lists.Map(findBugs(r), func(b *bug) *witness.Witness { return b.witness })...)
	for _, m := range r.Models {
		list = append(list, lists.Map(m.Races, of)...)
	}
	return list
}

// findBugs groups the errors of the models. Bugs with a cycle come first, then those under
// a stronger model, then those with a shorter execution, then more frequent ones.
func findBugs(r *phase2.Report) []*bug {
	var bugs []*bug
	byKey := map[string]*bug{}
	for rank := range r.Models {
		mr := &r.Models[rank]
		for _, f := range mr.Errors {
			b := byKey[f.Error.Key()]
			if b == nil {
				b = &bug{err: f.Error, witness: f.Witness}
				byKey[f.Error.Key()] = b
				bugs = append(bugs, b)
			}
			b.models = append(b.models, mr.Model)
			b.count += f.Count
		}
		for i := range mr.Cycles {
			if c := &mr.Cycles[i]; c.HasBug() {
				if b := byKey[c.Error.Key()]; b != nil {
					b.cycles = append(b.cycles, buggyCycle{mr.Model, rank, c})
				}
			}
		}
	}
	first := map[*bug]int{}
	for _, b := range bugs {
		b.rankCycles()
		if len(b.cycles) > 0 {
			shown := b.cycles[0].conf
			b.err, b.witness = shown.Error, shown.BuggyWitness
		}
		first[b] = slices.IndexFunc(r.Models, func(m phase2.ModelReport) bool { return m.Model.Name == b.witness.Model.Name })
	}
	slices.SortStableFunc(bugs, func(x, y *bug) int {
		return cmp.Or(
			cmp.Compare(min(len(y.cycles), 1), min(len(x.cycles), 1)),
			cmp.Compare(first[x], first[y]),
			cmp.Compare(x.witness.Steps, y.witness.Steps),
			cmp.Compare(y.count, x.count),
		)
	})
	return bugs
}

// rankCycles moves the cycle that explains the bug best to the front: of the cycles of the
// first model that led to the error about as often as any, the one with the shortest
// execution.
func (b *bug) rankCycles() {
	most := map[int]int{}
	for _, c := range b.cycles {
		most[c.rank] = max(most[c.rank], c.conf.Buggy)
	}
	rare := func(c buggyCycle) int {
		if 2*c.conf.Buggy < most[c.rank] {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(b.cycles, func(x, y buggyCycle) int {
		return cmp.Or(
			cmp.Compare(x.rank, y.rank),
			cmp.Compare(rare(x), rare(y)),
			cmp.Compare(x.conf.BuggyWitness.Steps, y.conf.BuggyWitness.Steps),
		)
	})
}

// issue returns the bug as an Issue.
func (b *bug) issue(s *Source, w *Witnesses) Issue {
	out := Issue{Error: newError(s, b.err), Cause: CauseRelaxed, Models: modelNames(b.models), Count: b.count, Witness: w.file(b.witness), Recorded: b.witness}
	var sites []int32
	list := trialList{}
	for _, c := range b.cycles {
		list.add(s, c.conf.Cycle.Number, c.model, c.conf)
	}
	if cycle := b.cycle(); cycle != nil {
		sites = cycle.Sites
		c := &b.cycles[0]
		out.Cycle = &Trials{cycle.Number, s.siteList(sites), []TrialCount{trialCount(c.model, c.conf)}}
	}
	out.Execution = w.execution(s, b.witness, sites, out.Error)
	out.Through = list.sorted()
	return out
}
