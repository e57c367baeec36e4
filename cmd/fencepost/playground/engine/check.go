package engine

import (
	"context"
	"maps"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/phase2"
	"fencepost/phase2/verdict"
	"fencepost/trace/graph"
)

// checkSeed is the seed of the commands.
const checkSeed = 1

// campaign returns the settings of the commands' campaigns.
func (s *session) campaign() phase2.Options {
	return phase2.Options{Seed: checkSeed, Machine: s.machine()}
}

// shownBugs is of how many errors the executions are shown.
const shownBugs = 3

// check says whether the program is wrong, why, and how to mend it.
func (s *session) check() (*Answer, error) {
	p, err := s.compile("")
	if err != nil {
		return nil, err
	}
	o := s.campaign()
	answer, err := verdict.Run(s.ctx, p, verdict.Options{
		Campaign: o, Compile: compileOptions(), Explore: verdict.DefaultExplore, Mend: true, Budget: verdict.Quick,
	})
	if err != nil {
		return nil, err
	}
	w := report.Witnesses{Executions: replays(s.ctx, p, report.ShownWitnesses(answer.Report))}
	status := report.StatusOf(answer.Conclusion == verdict.Buggy, answer.Conclusion == verdict.Incomplete)
	out := &Answer{Document: report.FromAnswer(answer, answer.Report.Program.Name, w, status)}
	page, err := report.NewPage(out.Document)
	if err != nil {
		return nil, err
	}
	for i, b := range page.Findings[:min(len(page.Findings), shownBugs)] {
		part := Part{Title: b.At + ": " + b.What, Text: b.Text}
		if b.Explanation != nil {
			if err := part.explain(b.Explanation, s.Number+i); err != nil {
				return nil, err
			}
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

// replays runs witnesses again, as far as there is time.
func replays(ctx context.Context, p *code.Program, list []*witness.Witness) map[*witness.Witness]*graph.Execution {
	all := map[*witness.Witness]*graph.Execution{}
	for _, w := range list {
		if w != nil && ctx.Err() == nil {
			maps.Copy(all, replay(ctx, p, w))
		}
	}
	return all
}
