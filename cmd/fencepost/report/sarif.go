//go:build !js

package report

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"fencepost/trace"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// sarifSteps bounds the steps of a code flow.
const sarifSteps = 300

// sarifFormats returns the format of a SARIF log.
func sarifFormats() []Format {
	return []Format{{
		Name: "sarif", Help: "also write the errors to `FILE` as SARIF 2.1.0", Executions: true,
		Write: func(w io.Writer, r *Result, o Origin) error { return WriteSARIF(w, r, o.Dir, o.Build) },
		Join:  joinSARIF,
	}}
}

// WriteSARIF prints the issues of a result as a SARIF 2.1.0 log. Rules are kinds of errors;
// in check, errors that SC shows and errors of relaxed memory have separate rules. The
// execution is a code flow with one thread flow, so that viewers show the steps of all
// threads in execution order. File names below dir are relative to it.
func WriteSARIF(w io.Writer, r *Result, dir, version string) error {
	program, incomplete := r.about()
	s := sarifLog{r, program, dir}
	run := newSARIFRun(version)
	artifact := sarif.NewArtifact().WithLocation(s.file(program)).WithRoles([]string{"analysisTarget"})
	run.AddArtifact(artifact)
	run.WithAutomationDetails(sarif.NewRunAutomationDetails().WithID(fmt.Sprintf("fencepost/%s/%s/", r.Command, filepath.ToSlash(pathFrom(dir, program)))))
	invocation := sarif.NewInvocation().WithExecutionSuccessful(incomplete == nil)
	if incomplete != nil {
		text := sarif.NewNotification().WithLevel("warning").WithMessage(sarif.NewTextMessage("incomplete: " + *incomplete))
		invocation.WithToolExecutionNotifications([]*sarif.Notification{text})
	}
	run.AddInvocation(invocation)
	prints := newFingerprints(r, dir)
	for k := range r.Issues {
		i := &r.Issues[k]
		run.AddResult(s.result(i, s.rule(run.Tool.Driver, i), prints.fingerprint(i)))
	}
	for _, m := range r.Remarks {
		rule := addRule(run.Tool.Driver, m.Rule, m.Rule, remarkRules[m.Rule])
		result := sarif.NewResult().WithRuleID(m.Rule).WithRuleIndex(rule).WithLevel(m.level()).WithMessage(sarif.NewTextMessage(m.Subject + ": " + m.Text))
		result.AddLocation(s.location(m.Pos, ""))
		run.AddResult(result)
	}
	return writeSARIF(w, run)
}

func newSARIFRun(version string) *sarif.Run {
	run := sarif.NewRun()
	run.WithTool(sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("fencepost").WithVersion(version)))
	return run.WithColumnKind("utf16CodeUnits")
}

// writeSARIF prints a log of one run.
func writeSARIF(w io.Writer, run *sarif.Run) error {
	log := sarif.NewReport()
	log.AddRun(run)
	if err := log.PrettyWrite(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// joinSARIF prints a suite as a log with one run, because viewers accept a bounded number
// of runs. A result of several harnesses occurs once.
func joinSARIF(w io.Writer, list []Harness, o Origin) error {
	run := newSARIFRun(o.Build).WithAutomationDetails(sarif.NewRunAutomationDetails().WithID("fencepost/check/"))
	invocation := sarif.NewInvocation()
	driver, whole := run.Tool.Driver, true
	type finding struct{ rule, print string }
	seen := map[finding]bool{}
	add := func(r *sarif.Result) {
		if key := (finding{*r.RuleID, r.PartialFingerprints[fingerprintName]}); !seen[key] {
			seen[key] = true
			run.AddResult(r)
		}
	}
	for _, h := range list {
		if text := h.Formats["sarif"]; text != nil && !h.asExpected() {
			log, err := sarif.FromBytes(text)
			if err != nil {
				return err
			}
			for _, own := range log.Runs {
				for _, a := range own.Artifacts {
					if !slices.ContainsFunc(run.Artifacts, func(x *sarif.Artifact) bool { return *x.Location.URI == *a.Location.URI }) {
						run.AddArtifact(a)
					}
				}
				for _, x := range own.Invocations {
					invocation.ToolExecutionNotifications = append(invocation.ToolExecutionNotifications, x.ToolExecutionNotifications...)
					whole = whole && x.ExecutionSuccessful != nil && *x.ExecutionSuccessful
				}
				for _, r := range own.Results {
					r.RuleIndex = ruleIndex(driver, own.Tool.Driver.Rules[r.RuleIndex])
					add(r)
				}
			}
		}
		s := sarifLog{&Result{Source: FileSource("", "")}, "", o.Dir}
		whole = whole && len(h.Problems) == 0
		for _, d := range h.notes() {
			id := harnessRule
			r := sarif.NewReportingDescriptor().WithShortDescription(sarif.NewMultiformatMessageString().WithText(harnessRuleText))
			r.ID = &id
			out := sarif.NewResult().WithRuleID(id).WithRuleIndex(ruleIndex(driver, r)).WithLevel("error").WithMessage(sarif.NewTextMessage(d.Message))
			if d.File != "" {
				out.AddLocation(s.location(d.Pos, ""))
			}
			add(out.WithPartialFingerprints(map[string]string{fingerprintName: h.fingerprint(d)}))
		}
	}
	run.AddInvocation(invocation.WithExecutionSuccessful(whole))
	if run.Results == nil {
		run.Results = []*sarif.Result{}
	}
	return writeSARIF(w, run)
}

// fingerprintName is the name of the fingerprints of results.
const fingerprintName = "fencepost/v1"

// A sarifLog converts a result into the parts of a log.
type sarifLog struct {
	*Result
	program string
	dir     string
}

// rule returns the index of an issue's rule, and adds the rule if it is new.
func (s *sarifLog) rule(driver *sarif.ToolComponent, i *Issue) int {
	text, help := i.ruleText()
	return addRule(driver, i.rule(), text, help)
}

// addRule returns the index of a rule, and adds the rule if it is new.
func addRule(driver *sarif.ToolComponent, id, text, help string) int {
	rule := sarif.NewReportingDescriptor()
	rule.ID = &id
	rule.WithShortDescription(sarif.NewMultiformatMessageString().WithText(text))
	rule.WithFullDescription(sarif.NewMultiformatMessageString().WithText(help))
	rule.WithHelp(sarif.NewMultiformatMessageString().WithText(help).WithMarkdown(help))
	return ruleIndex(driver, rule)
}

// ruleIndex returns the index of a rule, and adds the rule if it is new.
func ruleIndex(driver *sarif.ToolComponent, rule *sarif.ReportingDescriptor) int {
	if k := slices.IndexFunc(driver.Rules, func(r *sarif.ReportingDescriptor) bool { return *r.ID == *rule.ID }); k >= 0 {
		return k
	}
	driver.Rules = append(driver.Rules, rule)
	return len(driver.Rules) - 1
}

func (s *sarifLog) result(i *Issue, rule int, fingerprint string) *sarif.Result {
	text := fmt.Sprintf("%s (under %s)", i.Error.whatFrom(s.dir), strings.Join(i.Models, ", "))
	if path := i.Witness; path != "" {
		text += fmt.Sprintf(". To replay it: fencepost replay %s", path)
	}
	r := sarif.NewResult().WithRuleID(i.rule()).WithRuleIndex(rule).WithLevel("error").WithMessage(sarif.NewTextMessage(text))
	r.AddLocation(s.location(i.Error.Pos, ""))
	r.WithPartialFingerprints(map[string]string{fingerprintName: fingerprint})
	if k := i.Known; k != nil && k.suppressed() {
		r.AddSuppression(sarif.NewSuppression().WithKind("inSource").WithJustification(k.Reason))
	} else if k != nil {
		r.WithBaselineState("unchanged")
	}
	if fix := s.fix(i); fix != nil {
		r.AddFixe(fix)
	}
	for _, related := range []struct {
		pos  trace.Pos
		what string
	}{{i.Error.AllocPos, "the memory is from here"}, {i.Error.FreedPos, "it was freed here"}} {
		if related.pos.Line > 0 {
			r.AddRelatedLocation(s.location(related.pos, related.what))
		}
	}
	for _, t := range i.Error.Waiting {
		r.AddRelatedLocation(s.location(t.Pos, fmt.Sprintf("thread %d waits for %s", t.Thread, t.For)))
	}
	if len(i.Error.Racers) > 0 {
		first := i.Error.Racers[0]
		r.AddRelatedLocation(s.location(first.Pos, fmt.Sprintf("thread %d's access is here", first.Thread)))
	}
	if len(i.Error.Stack) > 0 {
		r.AddStack(s.stack(i.Error.Stack))
	}
	if i.Execution != nil {
		x, _, _ := i.Execution.stepsOnly(sarifSteps, false)
		s.explain(r, i, x)
	}
	return r
}

// fix returns the change that repairs the cause of an issue; nil if none is known.
func (s *sarifLog) fix(i *Issue) *sarif.Fix {
	a := s.answer()
	if a == nil {
		return nil
	}
	for _, cause := range a.Causes {
		if cause.Fix == nil || cause.Fix.Diff == "" || !cause.leadsTo(i.Error) {
			continue
		}
		fix := sarif.NewFix().WithDescription(sarif.NewTextMessage(cause.Fix.Description))
		for _, file := range readDiff(cause.Fix.Diff) {
			change := sarif.NewArtifactChange().WithArtifactLocation(s.file(file.name))
			for _, e := range file.edits {
				region := sarif.NewRegion().WithStartLine(e.line).WithStartColumn(1).WithEndLine(e.line + e.deleted).WithEndColumn(1)
				change.AddReplacement(sarif.NewReplacement().WithDeletedRegion(region).
					WithInsertedContent(sarif.NewArtifactContent().WithText(e.inserted)))
			}
			fix.AddArtifactChange(change)
		}
		return fix
	}
	return nil
}

// explain adds the cycle of an execution as related locations, and its steps as a
// code flow.
func (s *sarifLog) explain(r *sarif.Result, i *Issue, x *Explanation) {
	flow := sarif.NewThreadFlow()
	for _, step := range x.Steps {
		if step.Line == 0 {
			continue
		}
		at := sarif.NewThreadFlowLocation().WithLocation(s.location(step.pos(), step.Sentence))
		at.WithExecutionOrder(int(step.Event)).WithImportance("unimportant")
		if step.Mark > 0 {
			at.WithImportance("essential")
			text := fmt.Sprintf("(%d) %s", step.Mark, step.Sentence)
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
	at := sarif.NewThreadFlowLocation().WithLocation(s.location(i.Error.Pos, i.Error.What()))
	flow.Locations = append(flow.Locations, at.WithExecutionOrder(x.Events+1).WithImportance("essential"))
	words := fmt.Sprintf("the shortest execution found under %s", x.Model)
	r.AddCodeFlow(sarif.NewCodeFlow().WithMessage(sarif.NewTextMessage(words)).WithThreadFlows([]*sarif.ThreadFlow{flow}))
}

func (s *sarifLog) stack(frames []Frame) *sarif.Stack {
	stack := sarif.NewStack()
	for _, f := range frames {
		stack.AddFrame(sarif.NewStackFrame().WithLocation(s.location(f.Pos, f.Func)))
	}
	return stack
}

// location returns a location, with a message unless that is empty.
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

// column returns the column in UTF-16 code units, as SARIF counts it.
func (s *sarifLog) column(p trace.Pos) int {
	line, ok := s.Source.line(p)
	if !ok || p.Col > len(line)+1 {
		return p.Col
	}
	return len(utf16.Encode([]rune(line[:p.Col-1]))) + 1
}

// file returns a file's location, relative if it lies below the directory.
func (s *sarifLog) file(name string) *sarif.ArtifactLocation {
	name = cmp.Or(name, s.program)
	name = pathFrom(s.dir, name)
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
		return sarif.NewArtifactLocation().WithURI(u.String())
	}
	return sarif.NewArtifactLocation().WithURI(u.String()).WithURIBaseID("%SRCROOT%")
}
