package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/predict"
)

// A Prediction is the outcome of phase 1, to be shown.
type Prediction struct {
	Program    string
	Hash       string
	Executions int // that were recorded
	Predicted  int // cycles of Algorithm 1
	Models     []ModelPrediction
	Errors     []witness.Finding // that executions under sequential consistency ended in
	Incomplete string
	Source     *Source
	Numbers    *Numbers
	Style      Style
}

// ModelPrediction is what is kept for one model.
type ModelPrediction struct {
	Model  *models.Model
	Cycles []predict.Cycle
	Cut    bool // there are more
	index  map[string]int
}

// NewPrediction returns a Prediction of a predictor's cycles under each model.
func NewPrediction(s *Source, p *predict.Predictor, list []*models.Model) *Prediction {
	out := &Prediction{Source: s, Predicted: p.Predicted(), Numbers: &Numbers{}}
	for _, m := range list {
		cycles := p.Cycles(m)
		out.Numbers.Add(cycles...)
		kept := ModelPrediction{m, cycles, !p.Complete(m), make(map[string]int, len(cycles))}
		for i, c := range cycles {
			kept.index[c.String()] = i
		}
		out.Models = append(out.Models, kept)
	}
	return out
}

// WriteText lists the cycles, each once, with what each model may relax.
func (p *Prediction) WriteText(w io.Writer, quiet bool) error {
	fmt.Fprintf(w, "%s: %s predicted from %s", p.Program, p.Style.bold(count(p.Predicted, "cycle")), count(p.Executions, "execution"))
	for i := range p.Models {
		m := &p.Models[i]
		more := ""
		if m.Cut {
			more = " and more"
		}
		sep := ", "
		if i == 0 {
			sep = "; kept for "
		}
		fmt.Fprintf(w, "%s%s %d%s", sep, m.Model.Name, len(m.Cycles), more)
	}
	fmt.Fprintln(w)
	if p.Incomplete != "" {
		fmt.Fprintln(w, p.Style.note("incomplete: "+p.Incomplete))
	}
	for _, f := range p.Errors {
		fmt.Fprintf(w, "%s [sc]\n", p.Source.Headline(f.Error))
	}
	for n := 1; n <= p.Numbers.Len(); n++ {
		c, _ := p.Numbers.Cycle(n)
		by := p.relaxedBy(c)
		if quiet {
			fmt.Fprintf(w, "#%-4d %s  (%s)\n", n, p.Source.pairText(c), p.keptFor(c))
			continue
		}
		fmt.Fprintf(w, "\n%s  (%s)\n", p.Style.bold(fmt.Sprintf("#%d", n)), p.keptFor(c))
		p.writeCycle(w, c, by)
	}
	return nil
}

// writeCycle lists the sites of a cycle, two for each thread.
func (p *Prediction) writeCycle(w io.Writer, c predict.Cycle, by [][]string) {
	for j, site := range c.Sites {
		fmt.Fprintf(w, "  %-18s %s\n", p.Source.Site(site), clip(p.Source.siteText(site), 70))
		switch {
		case j%2 == 1:
			next := (j + 1) % len(c.Sites)
			fmt.Fprintf(w, "  races with %s of another thread\n", p.Source.Site(c.Sites[next]))
		case len(by[j/2]) > 0:
			fmt.Fprintf(w, "  | %s\n", p.Style.note("may take effect later: "+strings.Join(by[j/2], ", ")))
		default:
			fmt.Fprintf(w, "  |\n")
		}
	}
}

// keptFor names the models that keep a cycle.
func (p *Prediction) keptFor(c predict.Cycle) string {
	var names []string
	for i := range p.Models {
		if p.Models[i].find(c) != nil {
			names = append(names, p.Models[i].Model.Name)
		}
	}
	return strings.Join(names, ", ")
}

// relaxedBy returns for each pair of a cycle the models that may relax it.
func (p *Prediction) relaxedBy(c predict.Cycle) [][]string {
	by := make([][]string, len(c.Sites)/2)
	for i := range p.Models {
		if k := p.Models[i].find(c); k != nil {
			for j, relaxable := range k.Relaxable {
				if relaxable {
					by[j] = append(by[j], p.Models[i].Model.Name)
				}
			}
		}
	}
	return by
}

// find returns the cycle of the same sites; nil if it is not kept.
func (m *ModelPrediction) find(c predict.Cycle) *predict.Cycle {
	if i, ok := m.index[c.String()]; ok {
		return &m.Cycles[i]
	}
	return nil
}

// Document returns the prediction as a JSON document.
func (p *Prediction) Document(status string) any {
	type cycle struct {
		Number    int      `json:"number"`
		Sites     []string `json:"sites"`
		Relaxable []bool   `json:"relaxable"` // by thread: the model may relax the order of its two sites
	}
	type model struct {
		Model     string  `json:"model"`
		Predicted int     `json:"predicted"`
		Kept      int     `json:"kept"`
		Complete  bool    `json:"complete"`
		Cycles    []cycle `json:"cycles"`
	}
	d := struct {
		Document
		Program    string        `json:"program"`
		Hash       string        `json:"hash"`
		Incomplete *string       `json:"incomplete"`
		Executions int           `json:"executions"`
		Errors     []jsonFinding `json:"sc_errors"`
		Models     []model       `json:"models"`
	}{
		Document: NewDocument("predict", status), Program: p.Program, Hash: p.Hash, Executions: p.Executions,
		Errors: p.Source.findings(p.Errors, nil), Models: []model{},
	}
	if p.Incomplete != "" {
		d.Incomplete = &p.Incomplete
	}
	for i := range p.Models {
		m := &p.Models[i]
		out := model{m.Model.Name, p.Predicted, len(m.Cycles), !m.Cut, []cycle{}}
		for _, c := range m.Cycles {
			out.Cycles = append(out.Cycles, cycle{p.Numbers.Of(c), p.Source.siteList(c.Sites), c.Relaxable})
		}
		d.Models = append(d.Models, out)
	}
	return d
}
