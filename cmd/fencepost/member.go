package main

import (
	"fmt"

	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suite"
	"fencepost/cmd/fencepost/version"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/trace"
)

// A member is the place of a command in a suite: its result is not printed but becomes a part
// of the suite's, or is taken from the cache.
type member struct {
	cache  suite.Cache
	words  string     // the command line, but for how many workers there are
	alone  bool       // it is the only one, so that its executions are kept and numbered
	key    *suite.Key // of the result; nil: it is not kept
	made   *report.Harness
	failed []trace.Diagnostic // why there is no result
	// baseline holds the findings. It is nil unless the suite writes a baseline.
	baseline *report.Baseline
}

// A keptHarness is what the cache holds. The document is there as bytes, which JSON leaves as
// they are.
type keptHarness struct {
	Harness  report.Harness
	Rendered report.Rendered
	Document []byte
	Exit     int
}

// recall takes the result of a program from the cache, if the command is for a suite and the
// result is kept.
func (a *app) recall(p *code.Program) bool {
	if a.member == nil {
		return false
	}
	texts := a.cacheTexts()
	texts = append(texts, p.Hash)
	for _, f := range p.Files {
		texts = append(texts, f.Name, f.Text)
	}
	return a.recallBy(texts)
}

// cacheTexts are what the result of each program depends on beside its text.
func (a *app) cacheTexts() []string {
	return append([]string{version.Exact(), outputs.WorkingDir(), a.member.words, fmt.Sprint(a.style, a.width, a.folds)}, a.in.Pages...)
}

func (a *app) recallBy(texts []string) bool {
	m, key := a.member, suite.NewKey(texts...)
	m.key = &key
	var kept keptHarness
	if !m.cache.Get(key, &kept) {
		return false
	}
	m.made, a.status = &kept.Harness, kept.Exit
	m.made.Rendered, m.made.Result = kept.Rendered, kept.Document
	return true
}

// join makes a result a part of the suite's. It is kept for the next run, unless a time limit or
// an interrupt cut it short.
func (a *app) join(r *report.Result, s *flags.Settings) error {
	m := a.member
	if !m.alone { // there is no execution that a number could mean
		for i := range r.Issues {
			r.Issues[i].Recorded = nil
		}
	}
	var err error
	m.made, err = report.NewHarness(r, report.TextOptions{All: s.All, Stats: s.Stats, Width: a.width, Fold: a.folds, Style: a.style}, outputs.Origin())
	if err != nil {
		return err
	}
	late := s.Timeout > 0 && a.elapsed() >= s.Timeout
	if m.key != nil && witness.Limit(a.ctx) == "" && !late {
		m.cache.Put(*m.key, keptHarness{*m.made, m.made.Rendered, m.made.Result, a.status})
	}
	return nil
}
