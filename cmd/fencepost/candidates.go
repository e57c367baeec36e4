package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/candidates"
	"fencepost/interp/explore"
	"fencepost/interp/isa"
	"fencepost/interp/witness"
	"fencepost/models/axiom"
	"fencepost/models/cat"
)

// A modelNames is a flag's value: names of models that can be explored, separated
// by commas, or all. A name that ends in .cat is a file's.
type modelNames struct{ p *[]string }

func (m *modelNames) String() string {
	if m.p == nil {
		return ""
	}
	return strings.Join(*m.p, ",")
}

func (m *modelNames) Type() string { return "LIST" }

// Set parses s.
func (m *modelNames) Set(s string) error {
	if s == "all" {
		*m.p = nil
		for _, a := range axiom.All() {
			*m.p = append(*m.p, a.Name)
		}
		return nil
	}
	var list []string
	for _, name := range strings.Split(s, ",") {
		name = strings.TrimSpace(name)
		if !isCat(name) && !slices.Contains(exploredNames(), name) {
			return fmt.Errorf("unknown model %q: choose from %s, or give a FILE.cat", name, strings.Join(exploredNames(), ", "))
		}
		if slices.Contains(list, name) {
			return fmt.Errorf("model %q is given twice", name)
		}
		list = append(list, name)
	}
	*m.p = list
	return nil
}

func isCat(name string) bool { return strings.HasSuffix(name, ".cat") }

// exploredNames returns what a modelNames may hold, files apart.
func exploredNames() (list []string) {
	for _, m := range axiom.All() {
		list = append(list, m.Name)
	}
	for _, name := range cat.Names() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return append(list, "all")
}

// catModel returns the model of a name, or of a file.
func (x *exploreFlags) catModel(name string) (*candidates.Model, error) {
	if !isCat(name) {
		return candidates.Lookup(name)
	}
	m, err := candidates.Load(name, x.build.Includes...)
	var wrong *cat.Error
	switch {
	case errors.As(err, &wrong):
		p := wrong.Pos
		return nil, &failure{status: exitUsage, diagnostics: []report.Diagnostic{{File: p.File, Line: p.Line, Col: p.Col, Message: wrong.Msg}}}
	case err != nil:
		return nil, inputf(name, "%v", reason(err))
	}
	return m, nil
}

// candidates goes through the candidate executions of a program under a model in cat.
func (e *exploring) candidates(file *report.Exploration, name string, observed []explore.Observed) (*report.ModelExploration, error) {
	x := e.flags
	m, err := x.catModel(name)
	if err != nil {
		return nil, err
	}
	out := &report.ModelExploration{Model: &axiom.Model{Name: m.Name()}}
	var p *isa.Program
	state := func(c *candidates.Execution) string { return string(explore.AppendState(nil, c, observed)) }
	if file.Test != nil {
		out.Litmus = file.Test.NewOutcomes()
		state = func(c *candidates.Execution) string { return file.Test.State(c) }
		p, err = m.Program(file.Test)
	} else {
		p, err = m.Lower(file.Program)
	}
	if err != nil {
		return nil, candidateFailure(err)
	}
	counts, pictures := map[string]int64{}, map[string]*candidates.Picture{}
	progress := e.meter.explores(filepath.Base(file.Name)+" "+m.Name(), 0)
	executions := int64(0)
	ctx, enough := context.WithCancel(e.ctx)
	defer enough()
	failed := map[int32]int64{}
	r, err := candidates.Run(ctx, p, candidates.Options{Model: m, Unroll: x.unroll, Each: func(c *candidates.Execution) {
		if out.Litmus != nil {
			out.Litmus.Add(c)
		}
		if site, ok := c.Failed(); ok {
			failed[site]++
		} else {
			s := state(c)
			if counts[s]++; counts[s] == 1 && x.dot != "" {
				pictures[s] = c.Picture()
			}
		}
		if executions++; executions&1023 == 0 {
			progress(executions, 0)
		}
		if x.max > 0 && executions >= int64(x.max) {
			enough()
		}
	}})
	if err != nil && ctx.Err() == nil {
		return nil, candidateFailure(err)
	}
	if err != nil {
		r = &candidates.Report{Executions: executions, Incomplete: "the bound on executions was reached"}
		if why := witness.Limit(e.ctx); why != "" {
			r.Incomplete = why
		}
	}
	out.Undefined, out.Incomplete = r.Undefined, r.Incomplete
	out.Report = &explore.Report{Model: m.Name(), Executions: r.Executions, Outcomes: counts, Complete: r.Incomplete == ""}
	for _, site := range slices.Sorted(maps.Keys(failed)) {
		out.Report.Errors = append(out.Report.Errors, explore.Finding{Error: candidates.Assertion(file.Program, site), Executions: failed[site]})
	}
	if out.Litmus == nil {
		out.Outcomes = report.SortedOutcomes(counts)
	} else {
		out.Litmus.Race = r.Undefined
		for _, s := range out.Litmus.States() {
			out.Outcomes = append(out.Outcomes, report.Outcome{State: s.Text, Executions: int64(s.Executions), Satisfies: s.Satisfies})
		}
	}
	out.Pictures = pictures
	return out, nil
}

// candidateFailure returns the failure that an error of package candidates is.
func candidateFailure(err error) error {
	var unsupported *isa.Unsupported
	if errors.As(err, &unsupported) {
		return &failure{status: exitUnsupported, diagnostics: []report.Diagnostic{{Message: unsupported.Message}}}
	}
	return usagef("%v", err)
}

// explain finds out why the states that --why asks for cannot be, under each model.
func (e *exploring) explain(file *report.Exploration, names []string) error {
	x, test := e.flags, file.Test
	prop, state := test.Condition, "The condition"
	if x.why != "condition" {
		var err error
		if prop, err = test.ParseState(x.why); err != nil {
			return usagef("--why: %v", err)
		}
		state = prop.String()
	}
	for i, name := range names {
		m, err := x.catModel(name)
		if err != nil {
			return err
		}
		p, err := m.Program(test)
		if err != nil {
			return candidateFailure(err)
		}
		why, err := candidates.Explain(e.ctx, p, m, x.unroll, prop.Admits, func(c *candidates.Execution) bool { return prop.Holds(c) && test.Counts(c) })
		if err != nil {
			return candidateFailure(err)
		}
		file.Models[i].Why = why
		if _, err := fmt.Fprintln(&e.whys); err != nil {
			return err
		}
		if err := why.WriteText(&e.whys, state, m.Name()); err != nil {
			return err
		}
	}
	return nil
}

// page writes the page of a litmus test: an execution with each outcome under each
// model, and what --why asks for.
func (e *exploring) page(file *report.Exploration, names []string) error {
	x, test := e.flags, file.Test
	var sections []candidates.Section
	for i, name := range names {
		m, err := x.catModel(name)
		if err != nil {
			return err
		}
		p, err := m.Program(test)
		if err != nil {
			return candidateFailure(err)
		}
		pictures := map[string]*candidates.Picture{}
		if _, err := candidates.Run(e.ctx, p, candidates.Options{Model: m, Unroll: x.unroll, Each: func(c *candidates.Execution) {
			if state := test.State(c); pictures[state] == nil && test.Counts(c) {
				pictures[state] = c.Picture()
			}
		}}); err != nil {
			return candidateFailure(err)
		}
		if why := file.Models[i].Why; why != nil {
			var text strings.Builder
			if err := why.WriteText(&text, "It", m.Name()); err != nil {
				return err
			}
			sections = append(sections, candidates.Section{Heading: "Why not: " + x.why, Text: text.String(), Picture: why.Picture})
		}
		for _, state := range slices.Sorted(maps.Keys(pictures)) {
			sections = append(sections, candidates.Section{Heading: m.Name() + ": " + state, Picture: pictures[state]})
		}
	}
	e.writeTo(x.files.path("html"), func(w io.Writer) error {
		return candidates.WritePage(w, test.Name, test.Program.Files[0].Text, sections)
	})
	return nil
}
