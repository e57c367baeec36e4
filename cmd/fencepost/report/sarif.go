package report

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"unicode/utf16"

	"fencepost/interp"
	"fencepost/trace"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// sarifSteps is how many steps of an execution a code flow holds.
const sarifSteps = 300

// WriteSARIF writes the errors found as a SARIF 2.1.0 log. Rules are kinds of
// errors: of check each once for those that SC shows, and once for those that
// only relaxed memory causes. The execution is a code flow of one thread flow, so
// that viewers show the steps of all threads in the order in which they
// happened. File names below dir are told relative to it.
func (o *Issues) WriteSARIF(w io.Writer, dir, version string) error {
	s := sarifLog{o, dir}
	run := sarif.NewRun()
	run.WithTool(sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("fencepost").WithVersion(version)))
	run.WithColumnKind("utf16CodeUnits")
	artifact := sarif.NewArtifact().WithLocation(s.file(o.Program.Name)).WithRoles([]string{"analysisTarget"})
	run.AddArtifact(artifact)
	invocation := sarif.NewInvocation().WithExecutionSuccessful(o.Incomplete == "")
	if why := o.Incomplete; why != "" {
		text := sarif.NewNotification().WithLevel("warning").WithMessage(sarif.NewTextMessage("incomplete: " + why))
		invocation.WithToolExecutionNotifications([]*sarif.Notification{text})
	}
	run.AddInvocation(invocation)
	prints := fingerprints{o.Source, map[string]int{}}
	for k := range o.list {
		i := &o.list[k]
		run.AddResult(s.result(i, s.rule(run.Tool.Driver, i), prints.of(i)))
	}
	log := sarif.NewReport()
	log.AddRun(run)
	if err := log.PrettyWrite(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// A sarifLog turns what a campaign found into the parts of a log.
type sarifLog struct {
	*Issues
	dir string
}

// rule returns the index of an issue's rule, which it adds if it is new.
func (s *sarifLog) rule(driver *sarif.ToolComponent, i *issue) int {
	id := i.rule()
	if k := slices.IndexFunc(driver.Rules, func(r *sarif.ReportingDescriptor) bool { return *r.ID == id }); k >= 0 {
		return k
	}
	text := string(i.err.Kind)
	switch i.cause {
	case causeSC:
		text += " that sequential consistency shows too"
	case causeRelaxed:
		text += " that only relaxed memory causes"
	}
	rule := sarif.NewReportingDescriptor()
	rule.ID = &id
	rule.WithShortDescription(sarif.NewMultiformatMessageString().WithText(text))
	driver.Rules = append(driver.Rules, rule)
	return len(driver.Rules) - 1
}

func (s *sarifLog) result(i *issue, rule int, fingerprint string) *sarif.Result {
	text := fmt.Sprintf("%s (under %s)", i.what(), modelNames(i.models))
	if path, ok := s.Files[i.witness]; ok {
		text += fmt.Sprintf(". To replay it: fencepost replay %s", path)
	}
	r := sarif.NewResult().WithRuleID(i.rule()).WithRuleIndex(rule).WithLevel("error").WithMessage(sarif.NewTextMessage(text))
	r.AddLocation(s.location(i.err.Pos, ""))
	r.WithPartialFingerprints(map[string]string{"fencepost/v1": fingerprint})
	for _, related := range []struct {
		pos  trace.Pos
		what string
	}{{i.err.Alloc, "the memory is from here"}, {i.err.Freed, "it was freed here"}} {
		if related.pos.Line > 0 {
			r.AddRelatedLocation(s.location(related.pos, related.what))
		}
	}
	for _, t := range i.err.Waiting {
		r.AddRelatedLocation(s.location(t.Pos, fmt.Sprintf("thread %d waits for %s", t.Thread, t.For)))
	}
	if first := i.err.First; first != nil {
		r.AddRelatedLocation(s.location(first.Pos, fmt.Sprintf("thread %d's access is here", first.Thread)))
	}
	if len(i.err.Stack) > 0 {
		r.AddStack(s.stack(i.err.Stack))
	}
	if story := s.story(i, sarifSteps); story != nil {
		s.tell(r, i, story)
	}
	return r
}

// tell adds the cycle of an execution as related locations, and its steps as a
// code flow.
func (s *sarifLog) tell(r *sarif.Result, i *issue, story *Story) {
	flow := sarif.NewThreadFlow()
	for k := range story.Steps {
		step := &story.Steps[k]
		if step.Line == 0 {
			continue
		}
		at := sarif.NewThreadFlowLocation().WithLocation(s.location(step.pos(), step.Says))
		at.WithExecutionOrder(int(step.Event)).WithImportance("unimportant")
		if step.Mark > 0 {
			at.WithImportance("essential")
			text := fmt.Sprintf("(%d) %s", step.Mark, step.Says)
			at.WithLocation(s.location(step.pos(), text))
			if step.Kind != trace.Commit.String() {
				r.AddRelatedLocation(s.location(step.pos(), text))
			}
		}
		flow.Locations = append(flow.Locations, at)
	}
	if len(flow.Locations) == 0 {
		return
	}
	at := sarif.NewThreadFlowLocation().WithLocation(s.location(i.err.Pos, i.what()))
	flow.Locations = append(flow.Locations, at.WithExecutionOrder(story.Events+1).WithImportance("essential"))
	words := fmt.Sprintf("the shortest execution found under %s", story.Model)
	r.AddCodeFlow(sarif.NewCodeFlow().WithMessage(sarif.NewTextMessage(words)).WithThreadFlows([]*sarif.ThreadFlow{flow}))
}

func (s *sarifLog) stack(frames []interp.Frame) *sarif.Stack {
	stack := sarif.NewStack()
	for _, f := range frames[:min(len(frames), maxJSONFrames)] {
		stack.AddFrame(sarif.NewStackFrame().WithLocation(s.location(f.Pos, f.Func)))
	}
	return stack
}

// location returns a place in the source, with a message unless that is empty.
func (s *sarifLog) location(p trace.Pos, message string) *sarif.Location {
	l := sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().WithArtifactLocation(s.file(p.File)))
	if p.Line > 0 {
		region := sarif.NewRegion().WithStartLine(p.Line)
		if p.Col > 0 {
			region.WithStartColumn(s.column(p))
		}
		l.PhysicalLocation.WithRegion(region)
	}
	if message != "" {
		l.WithMessage(sarif.NewTextMessage(message))
	}
	return l
}

// column counts the column in UTF-16 code units, as SARIF does.
func (s *sarifLog) column(p trace.Pos) int {
	line, ok := s.Source.line(p)
	if !ok || p.Col > len(line)+1 {
		return p.Col
	}
	return len(utf16.Encode([]rune(line[:p.Col-1]))) + 1
}

// file returns a file's location: a relative one if it lies below the directory.
func (s *sarifLog) file(name string) *sarif.ArtifactLocation {
	if name == "" {
		name = s.Program.Name
	}
	if filepath.IsAbs(name) {
		if rel, err := filepath.Rel(s.dir, name); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
	}
	u := url.URL{Path: filepath.ToSlash(filepath.Clean(name))}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
	}
	return sarif.NewArtifactLocation().WithURI(u.String())
}
