package suite

import (
	"fmt"
	"regexp"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/version"
	"fencepost/interp/code"
	"fencepost/trace"
)

// A Member is the place of a command in a suite: its result is not printed but becomes a part of
// the suite's, or is taken from the cache.
type Member struct {
	Cache Cache
	Texts *Texts
	Words string // the command line, but for how many workers there are
	Alone bool   // it is the only one, so that its executions are kept and numbered

	Made   *report.Harness    // the result; nil if there is none
	Failed []trace.Diagnostic // why there is none
	// Baseline holds the findings. It is nil unless the suite writes a baseline.
	Baseline *report.Baseline

	key *Key // of the result; nil: it is not kept
}

// A keptHarness is what the cache holds. The document is there as bytes, which JSON leaves as
// they are.
type keptHarness struct {
	Harness  report.Harness
	Rendered report.Rendered
	Document []byte
	Exit     int
}

// Recall takes the result of a program from the cache, if it is kept, and returns the exit status.
// texts are what the result depends on beside the program and the command line.
func (m *Member) Recall(p *code.Program, texts ...string) (exit int, known bool) {
	texts = append(texts, version.Exact(), m.Words, p.Hash)
	for _, f := range p.Files {
		texts = append(texts, f.Name, f.Text)
	}
	key := NewKey(texts...)
	m.key = &key
	var kept keptHarness
	if !m.Cache.Get(key, &kept) {
		return 0, false
	}
	m.Made = &kept.Harness
	m.Made.Rendered, m.Made.Result = kept.Rendered, kept.Document
	return kept.Exit, true
}

// Harness returns the result of a harness, whose command ended with an exit status and printed stderr.
// Without a result it says why there is none. wrote is the status after its files were written.
func (m *Member) Harness(h *project.Harness, status, wrote int, stderr string) *report.Harness {
	out := m.Made
	if out == nil {
		word := report.Failure
		if status == exit.Incomplete {
			word = report.Incomplete
		}
		why := m.Failed
		if why == nil {
			why = []trace.Diagnostic{{Message: strings.TrimSpace(stderr)}}
		}
		out = report.FailedHarness(word, why)
	}
	out.Text = stderr + out.Text
	out.Name, out.Files, out.Expect, out.Exit = h.Name, h.Files, h.Expect, status
	out.Judge()
	if wrote != status {
		out.Failure, out.Exit = out.Headline+"; its files cannot be written", wrote
	}
	if m.Made != nil && !m.Alone && !out.Passes() {
		out.Text += fmt.Sprintf("Its executions: fencepost check --run '^%s$'\n", regexp.QuoteMeta(h.Name))
	}
	return out
}

// Join makes a result with an exit status the member's, and keeps it for the next run if it is complete.
func (m *Member) Join(r *report.Result, o report.TextOptions, from report.Origin, exit int, complete bool) (err error) {
	if !m.Alone { // there is no execution that a number could mean
		for i := range r.Issues {
			r.Issues[i].Recorded = nil
		}
	}
	if m.Made, err = report.NewHarness(r, o, from); err != nil {
		return err
	}
	if m.key != nil && complete {
		m.Cache.Put(*m.key, keptHarness{*m.Made, m.Made.Rendered, m.Made.Result, exit})
	}
	return nil
}
