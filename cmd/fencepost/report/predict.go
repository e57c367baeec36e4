package report

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/predict"
)

// A Prediction is the outcome of phase 1.
type Prediction struct {
	Program    string           `json:"program"`
	Hash       string           `json:"hash"`
	Incomplete *string          `json:"incomplete"`
	Executions int              `json:"executions"` // that were recorded
	Errors     []Finding        `json:"sc_errors"`
	Models     []PredictedModel `json:"models"`

	Predicted int              `json:"-"` // cycles of Algorithm 1
	Cycles    []PredictedCycle `json:"-"` // each once, in order of number
}

func (*Prediction) commands() []string { return []string{"predict"} }

// A PredictedModel is what is predicted under one model.
type PredictedModel struct {
	Model      string       `json:"model"`
	Predicted  int          `json:"predicted"`
	UnderModel int          `json:"predicted_under_model"`
	Kept       int          `json:"kept"` // Deprecated: predicted_under_model.
	Complete   bool         `json:"complete"`
	Cycles     []ModelCycle `json:"cycles"`
}

// A ModelCycle is a critical cycle under one model.
type ModelCycle struct {
	Number    int      `json:"number"`
	Sites     []string `json:"sites"`
	Relaxable []bool   `json:"relaxable"` // by thread: the model may relax the order of its two sites
}

// A PredictedCycle is a critical cycle under all models.
type PredictedCycle struct {
	Sites   []string
	Texts   []string   // of the source, parallel to Sites
	Models  []string   // under which it is predicted
	Relaxed [][]string // by thread: the models that may relax the order of its two sites
}

// A Predicted is what phase 1 predicts, as FromPrediction is given it.
type Predicted struct {
	Source     *Source
	Program    string
	Hash       string
	Executions int
	Incomplete string
	Errors     []witness.Finding // that executions under sequential consistency ended in
	Numbers    Numbers

	predicted int
	models    []modelCycles
}

type modelCycles struct {
	model  *models.Model
	cycles []predict.Cycle
	cut    bool // there are more
}

// NewPredicted numbers a predictor's cycles under each model.
func NewPredicted(s *Source, p *predict.Predictor, list []*models.Model) *Predicted {
	out := &Predicted{Source: s, predicted: p.Predicted()}
	for _, m := range list {
		cycles := p.Cycles(m)
		out.Numbers.Add(cycles...)
		out.models = append(out.models, modelCycles{m, cycles, !p.Complete(m)})
		if !p.Complete(m) {
			out.Incomplete = "more cycles were predicted than are listed"
		}
	}
	return out
}

// Find returns the cycle that is named: by its number, or by its sites, from any of its
// threads on, separated by commas.
func (p *Predicted) Find(wanted string) (predict.Cycle, error) {
	known := fmt.Sprintf("predict lists %d cycles for these models", p.Numbers.Len())
	if n, err := strconv.Atoi(wanted); err == nil {
		c, ok := p.Numbers.Cycle(n)
		if !ok {
			return c, errors.New(known)
		}
		return c, nil
	}
	names := strings.Split(wanted, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	for n := 1; n <= p.Numbers.Len(); n++ {
		c, _ := p.Numbers.Cycle(n)
		sites := p.Source.siteList(c.Sites)
		for shift := 0; shift < len(sites); shift += 2 {
			if slices.Equal(slices.Concat(sites[shift:], sites[:shift]), names) {
				return c, nil
			}
		}
	}
	return predict.Cycle{}, fmt.Errorf("no predicted cycle has these sites; %s", known)
}

// FromPrediction returns the result of phase 1.
func FromPrediction(p *Predicted, status string) *Result {
	out := New("predict", status)
	out.Source = p.Source
	body := &Prediction{
		Program: p.Program, Hash: p.Hash, Executions: p.Executions, Incomplete: orNull(p.Incomplete),
		Errors: new(Witnesses).findings(p.Source, p.Errors), Models: []PredictedModel{}, Predicted: p.predicted,
	}
	for n := 1; n <= p.Numbers.Len(); n++ {
		c, _ := p.Numbers.Cycle(n)
		cycle := PredictedCycle{Sites: p.Source.siteList(c.Sites), Relaxed: make([][]string, len(c.Sites)/2)}
		for _, site := range c.Sites {
			cycle.Texts = append(cycle.Texts, p.Source.siteText(site))
		}
		body.Cycles = append(body.Cycles, cycle)
	}
	for _, m := range p.models {
		out.Models = append(out.Models, newModel(m.model))
		model := PredictedModel{m.model.Name, p.predicted, len(m.cycles), len(m.cycles), !m.cut, []ModelCycle{}}
		for _, c := range m.cycles {
			n := p.Numbers.Of(c)
			cycle := &body.Cycles[n-1]
			cycle.Models = append(cycle.Models, m.model.Name)
			for j, relaxable := range c.Relaxable {
				if relaxable {
					cycle.Relaxed[j] = append(cycle.Relaxed[j], m.model.Name)
				}
			}
			model.Cycles = append(model.Cycles, ModelCycle{n, p.Source.siteList(c.Sites), c.Relaxable})
		}
		body.Models = append(body.Models, model)
	}
	out.Body = body
	return out
}
