package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/trace/graph"
)

// search explores the program under the model. With shown an execution of each outcome
// and each error is kept.
func (s *session) search(shown bool) (*search.Exploration, search.Options, error) {
	o := search.Options{Machine: s.machine(), MaxExecutions: s.limits.Executions, Examples: shown, Runs: shown, Progress: yield}
	if s.Executions > 0 && s.Executions < o.MaxExecutions {
		o.MaxExecutions = s.Executions
	}
	x, err := s.load()
	if err != nil {
		return nil, o, err
	}
	if !slices.Contains(search.Models(), models.NameOf(s.Model)) {
		return nil, o, fmt.Errorf("there is no model %q", s.Model)
	}
	return x, o, x.Run(s.ctx, []string{s.Model}, o)
}

// result returns the document of an exploration.
func result(x *search.Exploration, w report.Witnesses) *report.Result {
	return report.FromExplore([]*search.Exploration{x}, "", w, report.StatusOf(x.HasBug(), x.IsIncomplete()))
}

// explore tells which outcomes and errors the program has.
func (s *session) explore() (*Answer, error) {
	x, _, err := s.search(false)
	if err != nil {
		return nil, err
	}
	return &Answer{Document: result(x, report.Witnesses{})}, nil
}

// execution shows an execution that ends in the state or the error.
func (s *session) execution() (*Answer, error) {
	x, _, err := s.search(true)
	if err != nil {
		return nil, err
	}
	m := &x.Models[0]
	title, run := s.State, m.Shown[s.State]
	if s.Error != "" {
		title = s.Error
		for i := range m.Report.Errors {
			if f := &m.Report.Errors[i]; f.Error.Error() == s.Error {
				run = m.Runs[f]
			}
		}
	}
	w := report.Witnesses{}
	if run != nil {
		w.Executions = replay(s.ctx, x.Program, run)
	}
	out := &Answer{Document: result(x, w)}
	part := Part{Title: title}
	switch picture, example := m.Pictures[s.State], m.Examples[s.State]; {
	case len(w.Executions) > 0:
		err = part.explain(report.ExplainRun(x.Program, run, w), s.Number)
	case picture != nil:
		err = part.draw(report.PictureGraph(picture, nil, nil), s.Number)
	case example != nil:
		err = part.draw(report.ExampleGraph(x.Program, example.Execution()), s.Number)
	default:
		return nil, errors.New("no execution of it is at hand")
	}
	out.Parts = []Part{part}
	return out, err
}

// replay runs a witness again: every execution that is shown comes from a replay.
func replay(ctx context.Context, p *code.Program, run *witness.Witness) map[*witness.Witness]*graph.Execution {
	late, cancel := witness.Grace(ctx)
	defer cancel()
	x, err := search.Rerun(late, p, run)
	if err != nil {
		return nil
	}
	return map[*witness.Witness]*graph.Execution{run: x}
}

// why tells why no execution ends in the state.
func (s *session) why() (*Answer, error) {
	x, o, err := s.search(false)
	if err != nil {
		return nil, err
	}
	asked, err := x.State(s.State)
	if err != nil {
		return nil, err
	}
	if err := x.Explain(s.ctx, asked, o); err != nil {
		return nil, err
	}
	w := x.Models[0].Why
	part := Part{Title: s.State}
	var text bytes.Buffer
	if err := w.WriteText(&text, s.State, s.Model); err != nil {
		return nil, err
	}
	part.Text = text.String()
	if w.Picture != nil {
		if err := part.draw(report.PictureGraph(w.Picture, w.Cycle, w.Relations), s.Number); err != nil {
			return nil, err
		}
	}
	return &Answer{Document: result(x, report.Witnesses{}), Parts: []Part{part}}, nil
}
