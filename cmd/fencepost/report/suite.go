package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fencepost/cmd/fencepost/exit"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Suite is the result of the harnesses of a project.
type Suite struct {
	Harnesses []Harness `json:"harnesses"`
}

// A Harness is the result of one program of a suite.
type Harness struct {
	Name     string             `json:"name"`
	Files    []string           `json:"files"`
	Expect   Verdict            `json:"expect,omitempty"` // the verdict with which it passes: proved, buggy or tested
	Verdict  Verdict            `json:"verdict"`          // buggy, proved, tested, incomplete or error
	Headline string             `json:"headline"`         // the verdict in one line
	Failure  string             `json:"failure"`          // reason of the failure; empty if it passes
	Exit     int                `json:"exit"`             // exit status of the command for this harness alone
	Problems []trace.Diagnostic `json:"problems"`         // errors in its inputs
	// Result is the document of the command for this harness alone.
	Result json.RawMessage `json:"result"`

	Rendered `json:"-"`
}

// Rendered is the result of a harness as text and in each format, so that the program is no
// longer needed.
type Rendered struct {
	Text    string
	Formats map[string][]byte // by name of the format
}

// NewHarness returns the harness of a result of check or explore.
func NewHarness(r *Result, text TextOptions, o Origin) (*Harness, error) {
	h := &Harness{Problems: []trace.Diagnostic{}, Rendered: Rendered{Formats: map[string][]byte{}}}
	var err error
	if h.Result, err = r.MarshalJSON(); err != nil {
		return nil, err
	}
	switch b := r.Body.(type) {
	case *Check:
		h.Verdict, h.Headline = b.Verdict, b.headline
	case *Explore:
		h.Verdict = map[Verdict]Verdict{OK: Proved, Bug: Buggy, Incomplete: Incomplete}[r.Status]
		h.Headline = h.Verdict.Title() + ": " + b.Files[0].Headline
	}
	var to bytes.Buffer
	if err := WriteText(&to, r, text); err != nil {
		return nil, err
	}
	h.Text = to.String()
	for _, f := range Formats() {
		if f.Join == nil {
			continue
		}
		var to bytes.Buffer
		if err := f.Write(&to, r, o); err != nil {
			return nil, err
		}
		h.Formats[f.Name] = to.Bytes()
	}
	return h, nil
}

// FailedHarness returns the harness of a command that ended without a result.
func FailedHarness(status Verdict, problems []trace.Diagnostic) *Harness {
	h := &Harness{Verdict: status, Problems: problems, Headline: status.Title()}
	if len(problems) > 0 {
		h.Headline += ": " + Line(problems[0])
	}
	h.Result, _ = New("check", status, problems...).MarshalJSON() // texts and numbers can always be encoded
	return h
}

// Judge sets Failure. Without an expectation the harness passes if its exit status is 0.
func (h *Harness) Judge() {
	switch {
	case h.Verdict == Failure, h.Verdict == Incomplete && h.Expect != "":
		h.Failure = h.Headline
	case h.Expect == "" && h.Exit != 0:
		h.Failure = h.Headline
	case h.Expect == "" || h.Verdict == h.Expect || h.Expect == Tested && h.Verdict == Proved:
		h.Failure = ""
	default:
		h.Failure = h.Headline + ", expected " + h.Expect.Title()
		h.Exit = max(h.Exit, exit.Bug)
		return
	}
	if h.Failure == "" {
		h.Exit = 0
	}
}

// Passes reports whether the harness passes.
func (h *Harness) Passes() bool { return h.Failure == "" }

// asExpected reports whether its bugs are expected: then no format has them.
func (h *Harness) asExpected() bool { return h.Expect == Buggy && h.Verdict == Buggy }

// notes returns the diagnostics of the harness other than the errors of its program: errors
// in its inputs, or an unexpected verdict.
func (h *Harness) notes() []trace.Diagnostic {
	if len(h.Problems) > 0 || h.Passes() || h.Expect == "" || h.Verdict == Incomplete {
		return h.Problems
	}
	file := ""
	if len(h.Files) > 0 {
		file = h.Files[0]
	}
	return []trace.Diagnostic{{Pos: trace.Pos{File: file, Line: 1, Col: 1}, Message: "harness " + h.Name + ": " + h.Failure}}
}

// status returns the status of the suite, and its exit status. A bug is worse than a wrong
// input, and that is worse than an incomplete result. A fault of the command is the worst.
func (s *Suite) status() (Verdict, int) {
	order := []int{exit.OK, exit.Incomplete, exit.Unsupported, exit.Usage, exit.Bug}
	rank := func(status int) int { return cmp.Or(slices.Index(order, status)+1, len(order)+status) }
	worst := exit.OK
	for i := range s.Harnesses {
		if e := s.Harnesses[i].Exit; rank(e) > rank(worst) {
			worst = e
		}
	}
	for _, v := range []Verdict{OK, Bug, Incomplete} {
		if v.Exit() == worst {
			return v, worst
		}
	}
	return Failure, worst
}

// FromSuite returns the result of a suite and its exit status.
func FromSuite(list []Harness) (*Result, int) {
	s := &Suite{Harnesses: list}
	word, status := s.status()
	out := New("check", word)
	out.Body, out.Verdict = s, s.summary()
	return out, status
}

// summary counts verdicts.
func (s *Suite) summary() string {
	verdicts := map[Verdict]int{}
	for _, h := range s.Harnesses {
		verdicts[h.Verdict]++
	}
	passed := lists.Count(s.Harnesses, func(h Harness) bool { return h.Passes() })
	text := fmt.Sprintf("%s: %d passed, %d failed", Count(len(s.Harnesses), "harness"), passed, len(s.Harnesses)-passed)
	list := ""
	for _, v := range []Verdict{Proved, Tested, Buggy, Incomplete, Failure} {
		if n := verdicts[v]; n > 0 {
			list = joined(", ", list, fmt.Sprintf("%d %s", n, v.Title()))
		}
	}
	if list != "" {
		text += " (" + list + ")"
	}
	return text
}

// A SuiteText writes a suite as text while it runs.
type SuiteText struct {
	TextOptions
	name int // width of the longest name
}

// NewSuiteText returns the writer of a suite whose harnesses have these names.
func NewSuiteText(names []string, o TextOptions) *SuiteText {
	t := &SuiteText{TextOptions: o}
	for _, n := range names {
		t.name = max(t.name, utf8.RuneCountInString(n))
	}
	return t
}

// Line returns the line of a harness; empty if only failures are shown and it passes.
func (t *SuiteText) Line(h *Harness) string {
	if t.Quiet && h.Passes() {
		return ""
	}
	word, mark := "ok  ", t.Style.good
	text := h.Headline
	if !h.Passes() {
		word, mark, text = "FAIL", t.Style.bad, h.Failure
	} else if h.asExpected() {
		text += ", as expected"
	}
	pad := strings.Repeat(" ", t.name-utf8.RuneCountInString(h.Name))
	return fmt.Sprintf("%s  %s%s  %s\n", mark(word), h.Name, pad, printable(text))
}

// End returns the text after the lines: each failure in full, and a summary.
func (t *SuiteText) End(s *Suite) string {
	p := &printer{TextOptions: t.TextOptions}
	for _, h := range s.Harnesses {
		if h.Passes() || t.Quiet {
			continue
		}
		p.line("\n%s", t.Style.bold("== "+h.Name+": "+strings.Join(h.Files, " ")))
		if h.Expect != "" && h.Verdict != Failure {
			p.line("Expected: %s", h.Expect.Title())
		}
		p.WriteString(h.Text)
	}
	if !t.Quiet {
		p.line("")
	}
	mark := t.Style.good
	if word, _ := s.status(); word == Incomplete {
		mark = t.Style.note
	} else if word != OK {
		mark = t.Style.bad
	}
	p.line("%s", mark(s.summary()))
	return p.String()
}

// suite writes a finished suite.
func (p *printer) suite(s *Suite) {
	t := NewSuiteText(lists.Map(s.Harnesses, func(h Harness) string { return h.Name }), p.TextOptions)
	for i := range s.Harnesses {
		p.verbatim(t.Line(&s.Harnesses[i]))
	}
	p.verbatim(t.End(s))
}
