package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// joinJUnit prints a suite as a JUnit report: a test suite for each harness, with its test
// cases. No case has a time, because times differ from run to run.
func joinJUnit(w io.Writer, list []Harness, _ Origin) error {
	out := junitSuites{Name: "fencepost check"}
	for i := range list {
		h := &list[i]
		s := junitSuite{Name: h.Name}
		if text := h.Formats["junit"]; text != nil && !h.asExpected() {
			var alone junitSuites
			if err := xml.Unmarshal(text, &alone); err != nil {
				return err
			}
			for _, part := range alone.Suites {
				s.Cases = append(s.Cases, part.Cases...)
			}
		}
		verdict := junitCase{Name: "verdict", Class: h.Name}
		if len(h.Files) > 0 {
			verdict.File = h.Files[0]
		}
		switch {
		case h.Verdict == Failure || len(h.Problems) > 0:
			verdict.Error = &junitText{Message: h.Headline, Type: string(h.Verdict), Text: h.Text}
		case len(h.notes()) > 0:
			verdict.Failure = &junitText{Message: h.Failure, Type: "unexpected verdict", Text: h.Text}
		}
		s.Cases = append(s.Cases, verdict)
		out.add(s, 0)
		out.Suites[i].withoutTimes()
	}
	return out.write(w)
}

func (s *junitSuite) withoutTimes() {
	s.Time = ""
	for k := range s.Cases {
		s.Cases[k].Time = ""
	}
}

// joinGitHub prints the annotations of a suite. An error of several harnesses occurs once.
func joinGitHub(w io.Writer, list []Harness, o Origin) error {
	var lines []string
	for _, h := range list {
		if !h.asExpected() {
			for line := range strings.Lines(string(h.Formats["github"])) {
				lines = lists.Add(lines, line)
			}
		}
		for _, d := range h.notes() {
			lines = lists.Add(lines, annotation("error", pathFrom(o.Dir, d.File), d.Line, d.Col, "fencepost "+harnessRule, d.Message))
		}
	}
	_, err := io.WriteString(w, strings.Join(lines, ""))
	return err
}

// joinMarkdown prints a suite as a table, followed by the tables of the harnesses that
// fail.
func joinMarkdown(w io.Writer, list []Harness, _ Origin) error {
	var table, rest strings.Builder
	table.WriteString("| harness | verdict | |\n|---|---|---|\n")
	for _, h := range list {
		fmt.Fprintf(&table, "| %s | %s | %s |\n", cell.Replace(h.Name), cell.Replace(string(h.Verdict)), cell.Replace(h.Failure))
		if text := h.Formats["markdown"]; text != nil && !h.asExpected() {
			fmt.Fprintf(&rest, "\n%s", text)
		}
	}
	_, err := io.WriteString(w, table.String()+rest.String())
	return err
}

// joinGitLab prints a suite as GitLab's code quality report.
func joinGitLab(w io.Writer, list []Harness, o Origin) error {
	all := []gitlabIssue{}
	add := func(issue gitlabIssue) {
		if !slices.ContainsFunc(all, func(x gitlabIssue) bool { return x.Fingerprint == issue.Fingerprint }) {
			all = append(all, issue)
		}
	}
	for _, h := range list {
		if text := h.Formats["gitlab"]; text != nil && !h.asExpected() {
			var own []gitlabIssue
			if err := json.Unmarshal(text, &own); err != nil {
				return err
			}
			for _, issue := range own {
				add(issue)
			}
		}
		for _, d := range h.notes() {
			add(gitlabIssue{
				Description: d.Message, CheckName: harnessRule, Fingerprint: h.fingerprint(d), Severity: "major",
				Location: gitlabLocation{filepath.ToSlash(pathFrom(o.Dir, d.File)), gitlabLines{max(d.Line, 1)}},
			})
		}
	}
	return writeGitLab(w, all)
}

// harnessRule is the rule of errors of a harness other than those of its program.
const harnessRule = "harness"

const harnessRuleText = "A harness cannot be checked, or its verdict is another one than fencepost.toml expects."

// fingerprint names a note so that other lines do not change the name.
func (h *Harness) fingerprint(d trace.Diagnostic) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%s\x00%s\x00%s", harnessRule, h.Name, d.Message)))
	return hex.EncodeToString(sum[:8])
}
