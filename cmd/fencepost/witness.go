package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/witness"
	"fencepost/phase2"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// makeDir makes the directory for witness files, if one is asked for.
func makeDir(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return inputf(dir, "%v", reason(err))
	}
	return nil
}

// saveWitnesses writes the witnesses of a campaign to the directory of s.
// Names tell the model, the cycle's number, and whether the execution ends in
// an error: tso-3-confirmed.json, tso-3-buggy.json. Errors of executions that
// confirmed no cycle are numbered on their own: sc-error-1.json.
func saveWitnesses(r *phase2.Report, n *report.Numbers, files map[*witness.Witness]string, s *settings) error {
	save := func(w *witness.Witness, format string, args ...any) error {
		if w == nil || files[w] != "" {
			return nil
		}
		path := filepath.Join(s.out, fmt.Sprintf(format, args...))
		files[w] = path
		return saveWitness(path, w, r.Program, s.compileOptions(), r.Options.Seed)
	}
	saveAll := func(findings []witness.Finding, model string) error {
		for i := range findings {
			if err := save(findings[i].Witness, "%s-error-%d.json", model, i+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := saveAll(r.SC.Errors, "sc"); err != nil {
		return err
	}
	for i := range r.Models {
		m := &r.Models[i]
		for j := range m.Cycles {
			conf := &m.Cycles[j]
			number := n.Of(conf.Cycle)
			if err := save(conf.CreatedWitness, "%s-%d-confirmed.json", m.Model.Name, number); err != nil {
				return err
			}
			if err := save(conf.BuggyWitness, "%s-%d-buggy.json", m.Model.Name, number); err != nil {
				return err
			}
		}
		if err := saveAll(slices.Concat(m.Errors, m.Races), m.Model.Name); err != nil {
			return err
		}
	}
	return nil
}

func saveWitness(path string, w *witness.Witness, p *code.Program, o cfront.Options, seed uint64) error {
	f, err := os.Create(path)
	if err != nil {
		return inputf(path, "%v", reason(err))
	}
	err = w.Write(f, p, o, seed)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return inputf(path, "%v", reason(err))
	}
	return nil
}

// replayAll runs witnesses again, each on a machine of its own. Every execution that is
// shown comes from here, so none is shown that cannot be replayed.
func replayAll(p *code.Program, list []*witness.Witness) map[*witness.Witness]*graph.Execution {
	out := map[*witness.Witness]*graph.Execution{}
	for _, w := range list {
		if w == nil || out[w] != nil {
			continue
		}
		var rec trace.Recorder
		m, err := w.Replay(context.Background(), p, &rec)
		if err != nil {
			panic("a recorded execution cannot be repeated")
		}
		out[w] = m.Execution(rec.Events)
	}
	return out
}
