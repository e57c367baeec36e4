package report

import (
	"fmt"
	"slices"
	"strings"
)

// What a screen has: of two causes all that mends them, of more a few lines each.
const (
	causesInFull     = 2
	causesOnScreen   = 7
	findingsOnScreen = 4
	accessesOnScreen = 4
	changesOnScreen  = 3
	diffOnScreen     = 22 // lines, of all causes
)

// screen writes the answer on one screen: what goes wrong, why, and the change that mends
// it. The verdict is the last line. Editors read its lines, so none is folded.
func (t *printer) screen(c *Check) {
	for i := range c.Causes {
		if i == causesOnScreen {
			t.line("and %s more (--all tells them)", count(len(c.Causes)-i, "cause"))
			break
		}
		if len(c.Causes) > 1 {
			t.line("%s", t.Style.bold(fmt.Sprintf("Cause %d of %d: %s", i+1, len(c.Causes), c.Causes[i].Kind)))
		}
		t.causeOnScreen(c, &c.Causes[i])
	}
	if len(c.Causes) > 0 {
		t.line("")
	}
	t.closing(c)
}

// line writes a line that is not folded.
func (t *printer) line(format string, args ...any) { t.verbatim(fmt.Sprintf(format, args...) + "\n") }

func (t *printer) causeOnScreen(c *Check, x *Cause) {
	full := len(c.Causes) <= causesInFull
	findings := x.Findings
	if !full {
		findings = findings[:min(1, len(findings))]
	}
	for i, f := range findings {
		if i == findingsOnScreen {
			t.line("  and %d more", len(findings)-i)
			break
		}
		text := f.Kind
		if f.Message != "" {
			text += ": " + f.Message
		}
		t.line("%s: %s: %s [%s, %s]", f.At, t.Style.bad("error"), text, strings.ReplaceAll(f.Kind, " ", "-"), strings.Join(f.Models, ", "))
		if k := slices.IndexFunc(t.result.Issues, func(i Issue) bool { return i.Error.Kind == f.Kind && i.Error.At == f.At }); k >= 0 && i == 0 && full {
			t.verbatim(t.result.Source.Excerpt(t.result.Issues[k].Error.Pos))
		}
	}
	if full && !c.machine {
		for i, p := range x.Accesses {
			if i == accessesOnScreen {
				t.line("  and %d more", len(x.Accesses)-i)
				break
			}
			note := strings.TrimSpace(printable(p.Text))
			if i == 0 {
				note = x.Explanation
			}
			t.line("%s:%d:%d: note: %s", p.File, p.Line, max(p.Col, 1), note)
		}
		if len(x.Accesses) == 0 {
			t.line("  %s", x.Explanation)
		}
	}
	switch {
	case x.Fix != nil:
		t.fixOnScreen(x.Fix)
		if full {
			t.diffOnScreen(x.Fix, diffOnScreen/len(c.Causes))
		}
	case x.Search != "":
		t.line("  To look for a fix: %s", x.Search)
	}
	for i := range t.result.Issues {
		if issue := &t.result.Issues[i]; issue.Witness != "" && x.leadsTo(issue.Error) {
			t.line("  Its execution: fencepost replay %s", issue.Witness)
			break
		}
	}
}

// fixOnScreen tells the change in words.
func (t *printer) fixOnScreen(f *Fix) {
	parts := strings.Split(f.Description, ", ")
	text := strings.Join(parts[:min(len(parts), changesOnScreen)], ", ")
	if n := len(parts) - changesOnScreen; n > 0 {
		text += fmt.Sprintf(", and %d more (--all tells them)", n)
	}
	t.line("  The fix (%s): %s", f.sure(), text)
}

// diffOnScreen writes the change, for patch -p1, or what of it there is room for.
func (t *printer) diffOnScreen(f *Fix, most int) {
	if strings.Count(f.Diff, "\n") <= most {
		t.verbatim(f.Diff)
	} else {
		changed := 0
		for line := range strings.Lines(f.Diff) {
			if line[0] != '-' && line[0] != '+' || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "+++") {
				continue
			}
			if changed++; changed == most {
				break
			}
			t.verbatim("  " + line)
		}
		t.line("  (--all writes the whole change)")
	}
	for _, note := range f.Notes {
		t.line("  %s", note)
	}
}

// notesOnScreen is how many of the lines of what was not examined are shown.
const notesOnScreen = 5

// closing writes what else is to be known, and the verdict last.
func (t *printer) closing(c *Check) {
	var notes []string
	for _, w := range c.Warnings {
		notes = append(notes, "Warning: "+w)
	}
	if c.Coverage != nil {
		for _, at := range c.Coverage.Assertions.Unreached {
			notes = append(notes, "Never reached: the assertion at "+at)
		}
	}
	for _, what := range c.NotExamined[c.unseen:] {
		notes = append(notes, "Not examined: "+what)
	}
	for i, note := range notes {
		if i == notesOnScreen {
			t.line("and %d more notes (--all tells them)", len(notes)-i)
			break
		}
		t.line("%s", note)
	}
	if c.settle != "" {
		t.line("To settle it: %s", c.settle)
	}
	unsaved := slices.ContainsFunc(t.result.Issues, func(i Issue) bool { return i.Execution != nil && i.Witness == "" })
	switch {
	case unsaved:
		t.line("The executions: --all shows them, --out DIR keeps them for 'fencepost replay'")
	case len(t.result.Issues) == 0:
		t.line("What was done: --all tells it")
	}
	t.line("%s", t.verdictLine(c.Program, c.Incomplete))
	t.headline(c)
}
