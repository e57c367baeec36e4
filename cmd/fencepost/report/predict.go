package report

import (
	"cmp"
	"slices"

	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace/lists"
)

// A Prediction is the result of phase 1.
type Prediction struct {
	Program    string           `json:"program"`
	Hash       string           `json:"hash"`
	Incomplete *string          `json:"incomplete"`
	Executions int              `json:"executions"` // number of recorded executions
	Errors     []Finding        `json:"sc_errors"`
	Models     []PredictedModel `json:"models"`
	Causes     []PredictedCause `json:"causes"` // most harmful first; each cycle belongs to one

	Predicted int              `json:"-"` // cycles of Algorithm 1
	Cycles    []PredictedCycle `json:"-"` // each once, by number
}

// A PredictedModel is the prediction under one model.
type PredictedModel struct {
	Model      string       `json:"model"`
	Predicted  int          `json:"predicted"`
	UnderModel int          `json:"predicted_under_model"`
	Complete   bool         `json:"complete"`
	Cycles     []ModelCycle `json:"cycles"`
}

// A ModelCycle is a critical cycle under one model.
type ModelCycle struct {
	Number    int      `json:"number"`
	Sites     []string `json:"sites"`
	Relaxable []bool   `json:"relaxable"` // by thread: the model may relax the order of its two sites
}

// A PredictedCause is an access that may take effect late, with the cycles that need that.
type PredictedCause struct {
	Late   *string  `json:"late"`   // null for cycles whose order every model keeps
	With   []string `json:"with"`   // other accesses that may take effect late in one of them
	Cycles []int    `json:"cycles"` // numbers, most harmful first

	Text string `json:"-"` // source text
}

// A PredictedCycle is a critical cycle under all models.
type PredictedCycle struct {
	Number  int
	Sites   []string
	Texts   []string   // source texts, parallel to Sites
	Models  []string   // models under which it is predicted
	Relaxed [][]string // by thread: the models that may relax the order of its two sites
}

// A Predicted is the input of FromPrediction.
type Predicted struct {
	Source     *Source
	Program    string
	Hash       string
	Executions int
	Incomplete string
	Errors     []witness.Finding // errors of executions under sequential consistency

	predicted int
	models    []modelCycles
	cycles    []predict.Cycle // of all models, by number; Relaxable if some model may relax the pair
}

type modelCycles struct {
	model  *models.Model
	cycles []predict.Cycle
	cut    bool // there are more cycles
}

// NewPredicted collects a predictor's cycles under each model.
func NewPredicted(s *Source, p *predict.Predictor, list []*models.Model) *Predicted {
	out := &Predicted{Source: s, predicted: p.Predicted()}
	var lists [][]predict.Cycle
	for _, m := range list {
		cycles := p.Cycles(m)
		out.models = append(out.models, modelCycles{m, cycles, !p.Complete(m)})
		switch {
		case p.Cut():
			out.Incomplete = "the search for cycles was cut short: a smaller --max-len searches all"
		case !p.Complete(m):
			out.Incomplete = "more cycles were predicted than are listed"
		}
		lists = append(lists, cycles)
	}
	out.cycles = predict.Join(lists...)
	return out
}

// Under returns a cycle with the pairs that a model may relax; with none if it is not
// predicted under the model.
func (p *Predicted) Under(m *models.Model, c predict.Cycle) predict.Cycle {
	c.Relaxable = make([]bool, len(c.Sites)/2)
	for _, of := range p.models {
		i := slices.IndexFunc(of.cycles, func(k predict.Cycle) bool { return k.Number == c.Number })
		if of.model == m && i >= 0 {
			return of.cycles[i]
		}
	}
	return c
}

func byNumber(c predict.Cycle, number int) int { return cmp.Compare(c.Number, number) }

// FromPrediction returns the result of phase 1.
func FromPrediction(p *Predicted, status Verdict) *Result {
	out := New("predict", status)
	out.Source = p.Source
	body := &Prediction{
		Program: p.Program, Hash: p.Hash, Executions: p.Executions, Incomplete: orNull(p.Incomplete),
		Errors: new(Witnesses).findings(p.Source, p.Errors), Models: []PredictedModel{}, Predicted: p.predicted,
		Causes: lists.Map(predict.Causes(p.cycles, p.Source.Sites), func(c predict.Cause) PredictedCause { return newPredictedCause(p.Source, &c) }),
	}
	for _, c := range p.cycles {
		cycle := PredictedCycle{
			Number: c.Number, Sites: p.Source.siteList(c.Sites), Texts: lists.Map(c.Sites, p.Source.siteText), Relaxed: make([][]string, len(c.Sites)/2),
		}
		body.Cycles = append(body.Cycles, cycle)
	}
	for _, m := range p.models {
		out.Models = append(out.Models, newModel(m.model))
		model := PredictedModel{m.model.Name, p.predicted, len(m.cycles), !m.cut, []ModelCycle{}}
		for _, c := range m.cycles {
			cycle := body.cycle(c.Number)
			cycle.Models = append(cycle.Models, m.model.Name)
			for j, relaxable := range c.Relaxable {
				if relaxable {
					cycle.Relaxed[j] = append(cycle.Relaxed[j], m.model.Name)
				}
			}
			model.Cycles = append(model.Cycles, ModelCycle{c.Number, p.Source.siteList(c.Sites), c.Relaxable})
		}
		body.Models = append(body.Models, model)
	}
	out.Body = body
	return out
}

// cycle returns the cycle with a number.
func (b *Prediction) cycle(number int) *PredictedCycle {
	i, _ := slices.BinarySearchFunc(b.Cycles, number, func(c PredictedCycle, n int) int { return cmp.Compare(c.Number, n) })
	return &b.Cycles[i]
}

func newPredictedCause(s *Source, c *predict.Cause) PredictedCause {
	out := PredictedCause{With: s.siteList(c.With), Cycles: lists.Map(c.Cycles, func(c predict.Cycle) int { return c.Number })}
	if c.Late >= 0 {
		name := s.Site(c.Late)
		out.Late, out.Text = &name, s.siteText(c.Late)
	}
	return out
}
