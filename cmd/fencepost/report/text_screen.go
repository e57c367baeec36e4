package report

import (
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/trace/lists"
)

// What a screen has: of two causes all that mends them, of more a few lines each.
const (
	causesInFull     = 2
	causesOnScreen   = 7
	findingsOnScreen = 4
	accessesOnScreen = 4
	issuesInFull     = 4
	linesOfOutcomes  = 16
	changesOnScreen  = 3
	diffOnScreen     = 22 // lines, of all causes
)

// OnScreen is of how many errors the text of test and explore tells unless all is asked for.
const OnScreen = 12

// screen writes the answer on one screen: what goes wrong, why, and the change that mends
// it. The verdict is the last line. Editors read its lines, so none is folded.
func (t *printer) screen(c *Check) {
	for i := range min(len(c.Causes), causesOnScreen) {
		if len(c.Causes) > 1 {
			t.line("%s", t.Style.bold(fmt.Sprintf("Cause %d of %d: %s", i+1, len(c.Causes), c.Causes[i].Kind)))
		}
		t.causeOnScreen(c, &c.Causes[i], i+1)
	}
	t.more(len(c.Causes)-causesOnScreen, "and %s more (--all tells them)", "cause")
	if len(c.Causes) > 0 {
		t.line("")
	}
	t.closing(c)
}

// line writes a line that is not folded.
func (t *printer) line(format string, args ...any) { t.verbatim(fmt.Sprintf(format, args...) + "\n") }

// more says how many of a list were not written, by number if noun is empty; nothing if none is left.
func (t *printer) more(left int, format, noun string) {
	what := fmt.Sprint(left)
	if noun != "" {
		what = Count(left, noun)
	}
	if left > 0 {
		t.line(format, what)
	}
}

// errorLine writes an error as compilers do.
func (t *printer) errorLine(at, kind, message string, models []string) {
	text := kind
	if message != "" {
		text += ": " + message
	}
	t.line("%s: %s: %s [%s, %s]", at, t.Style.bad("error"), text, strings.ReplaceAll(kind, " ", "-"), strings.Join(models, ", "))
}

// noteLine writes a place that belongs to an error.
func (t *printer) noteLine(at, format string, args ...any) {
	t.line("%s: note: %s", at, fmt.Sprintf(format, args...))
}

// issuesOnScreen writes the errors. Say returns where the i-th was found.
func (t *printer) issuesOnScreen(say func(i int) string) {
	issues := t.result.Issues
	full := len(issues) <= issuesInFull
	for i := range min(len(issues), OnScreen) {
		e := issues[i].Error
		t.errorLine(e.At, e.Kind, e.Message, issues[i].Models)
		if full {
			t.verbatim(t.result.Source.Excerpt(e.Pos))
			t.notesOf(e)
		}
		t.executionOnScreen(&issues[i], i+1, say(i))
	}
	t.more(len(issues)-OnScreen, "and %s more (--all tells them)", "error")
	if len(issues) > 0 {
		t.line("")
	}
}

// executionOnScreen says where an issue was found, and how to see its execution, which has a
// number.
func (t *printer) executionOnScreen(i *Issue, number int, found string) {
	see := ""
	switch {
	case i.Witness != "":
		see = "its execution: fencepost replay " + i.Witness
	case i.Recorded != nil:
		see = fmt.Sprintf("its execution (%s): %s", Count(i.Recorded.Events, "event"), tellBy(i.Recorded, number))
	}
	if found != "" && see != "" {
		found += "; "
	}
	if found += see; found != "" {
		t.printf("  %s\n", found)
	}
}

// maxKept is up to how many choices an execution has that is kept by its number.
const maxKept = 1 << 20

// Keeps reports whether an execution is kept by its number. A longer one is kept by --out alone.
func Keeps(w *witness.Witness) bool { return len(w.Choices) <= maxKept }

// tellBy returns the command that tells a numbered execution: one without steps is drawn.
func tellBy(w *witness.Witness, number int) string {
	if !Keeps(w) {
		return "kept by --out DIR alone, as it is long"
	}
	if !search.CanStep(w) {
		return fmt.Sprintf("fencepost replay %d", number)
	}
	return fmt.Sprintf("fencepost explain %d", number)
}

// Numbered returns the witnesses of the executions that the text of check, test and explore
// numbers, in order; nil where there is none.
func (r *Result) Numbered() (list []*witness.Witness) {
	if c, ok := r.Body.(*Check); ok {
		for i := range min(len(c.Causes), causesOnScreen) {
			list = append(list, nil)
			if issue := r.shownOf(&c.Causes[i]); issue != nil {
				list[i] = issue.Recorded
			}
		}
		return list
	}
	return lists.Map(r.Issues[:min(len(r.Issues), OnScreen)], func(i Issue) *witness.Witness { return i.Recorded })
}

// shownOf returns the issue whose execution is shown for a cause; nil if there is none. It belongs to
// the first finding that has an execution. Of the executions of this finding it has the shortest. Of
// several it is the last. It is one of C11, then, if there is any: it shows no store buffers.
func (r *Result) shownOf(c *Cause) (shown *Issue) {
	for _, f := range c.Findings {
		for i := range r.Issues {
			issue := &r.Issues[i]
			if issue.Recorded != nil && f.isOf(issue.Error) && (shown == nil || issue.Recorded.Events <= shown.Recorded.Events) {
				shown = issue
			}
		}
		if shown != nil {
			break
		}
	}
	return shown
}

// notesOf tells the other places that an error is about.
func (t *printer) notesOf(e *Error) {
	for _, w := range e.Waiting[:min(len(e.Waiting), accessesOnScreen)] {
		t.noteLine(w.At, "thread %d waits for %s", w.Thread, w.For)
	}
	t.more(len(e.Waiting)-accessesOnScreen, "  and %s more", "thread")
	if e.race() == nil && len(e.Stack) > 1 {
		t.noteLine(e.Stack[1].At, "in a call from %s, by thread %d", e.Stack[1].Func, e.Thread)
	}
	if e.AllocPos.Line > 0 {
		what := "allocated"
		if e.Object != "" {
			what = e.Object + ", which is defined"
		}
		t.noteLine(e.Alloc, "%s here", what)
	}
	t.freedLine(e)
}

// freedLine tells where the memory that an error is about was freed.
func (t *printer) freedLine(e *Error) {
	if e.FreedPos.Line > 0 {
		t.noteLine(e.Freed, "freed here")
	}
}

// testOnScreen writes what tests found on one screen, the verdict last.
func (t *printer) testOnScreen(b *Test) {
	t.issuesOnScreen(func(i int) string {
		f := &b.Findings[i]
		return fmt.Sprintf("in %d of %s, first in number %d", f.Count, Count(b.Executions, "execution"), f.First)
	})
	t.ended(b.Ended)
	t.warnings(&b.Answer)
	t.notes(b.notExamined())
	t.causesElsewhere(&b.Answer)
	t.executionsOnScreen()
	text := fmt.Sprintf("%s (%s, seed %d), %s", Count(b.Executions, "execution"), b.Strategy, b.Seed, Count(b.Behaviours, "distinct behaviour"))
	if b.Buggy > 0 {
		text += fmt.Sprintf("; %d with a bug: %s (%s)", b.Buggy, shareText(b.Buggy, b.Executions, 1), b.shareMeans())
	}
	t.printf("%s\n", text)
	t.bound(b.Strategy)
	t.verdict(b.Program, b.Incomplete)
}

// exploredOnScreen writes what exploring a program found on one screen, the verdict last.
func (t *printer) exploredOnScreen(x *ExploredFile) {
	t.issuesOnScreen(func(i int) string { return "in " + Count(t.result.Issues[i].Count, "execution") })
	if x.observes() {
		t.outcomes(x, t.outcomesOnScreen(x))
		t.line("")
	}
	t.modelTable(x)
	if t.condition(x); x.Test == nil {
		t.line("")
	}
	for _, n := range x.notes() {
		t.printf("note: %s\n", n)
	}
	t.warnings(&x.Answer)
	t.causesElsewhere(&x.Answer)
	t.executionsOnScreen()
	t.line("%s: %s", x.Program, t.markOf(x)(x.Headline))
}

// outcomesOnScreen returns how many outcomes there is room for.
func (t *printer) outcomesOnScreen(x *ExploredFile) int {
	if all := x.states(); t.Fold && len(all) > 0 {
		return max(3, linesOfOutcomes/(1+len(all[0].State)/max(1, t.Width/2)))
	}
	return linesOfOutcomes
}

// causesElsewhere says how to see causes and fixes.
func (t *printer) causesElsewhere(a *Answer) {
	if a.settle != "" {
		t.line("Causes and fixes: %s", a.settle)
	}
}

// executionsOnScreen says how to see the executions that end in errors.
func (t *printer) executionsOnScreen() {
	if slices.ContainsFunc(t.result.Issues, func(i Issue) bool { return i.Recorded != nil && i.Witness == "" }) {
		t.line("All executions are drawn by --all, and kept for 'fencepost replay' by --out DIR")
	}
}

// notes writes a line for each note, as far as there is room.
func (t *printer) notes(list []string) {
	for _, note := range list[:min(len(list), notesOnScreen)] {
		t.line("%s", note)
	}
	t.more(len(list)-notesOnScreen, "and %s more notes (--all tells them)", "")
}

// notExamined returns a note for each thing that was not looked at.
func (a *Answer) notExamined() []string {
	return lists.Map(a.NotExamined[a.unseen:], func(what string) string { return "Not examined: " + what })
}

func (t *printer) causeOnScreen(c *Check, x *Cause, number int) {
	full := len(c.Causes) <= causesInFull
	findings := x.Findings
	if !full {
		findings = findings[:min(1, len(findings))]
	}
	for i, f := range findings[:min(len(findings), findingsOnScreen)] {
		t.errorLine(f.At, f.Kind, f.Message, f.Models)
		if shown := lists.Find(t.result.Issues, func(i Issue) bool { return f.isOf(i.Error) }); shown != nil && i == 0 && full {
			e := shown.Error
			t.verbatim(t.result.Source.Excerpt(e.Pos))
			if !slices.ContainsFunc(x.Accesses, func(p Place) bool { return p.File == e.FreedPos.File && p.Line == e.FreedPos.Line }) {
				t.freedLine(e)
			}
		}
	}
	t.more(len(findings)-findingsOnScreen, "  and %s more", "")
	if full && !c.machine {
		for i, p := range x.Accesses[:min(len(x.Accesses), accessesOnScreen)] {
			note := strings.TrimSpace(printable(p.Text))
			if i == 0 {
				note = x.Explanation
			}
			if p.Line == 0 { // in no source
				t.line("  %s", note)
				continue
			}
			t.line("%s:%d:%d: note: %s", p.File, p.Line, max(p.Col, 1), note)
		}
		t.more(len(x.Accesses)-accessesOnScreen, "  and %s more", "")
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
	case !full:
		t.line("  %s", x.Explanation)
	}
	if issue := t.result.shownOf(x); issue != nil {
		t.executionOnScreen(issue, number, "")
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
	notes := append(lists.Map(c.Warnings, func(w string) string { return "Warning: " + w }), c.notExamined()...)
	if c.Coverage != nil {
		for _, at := range c.Coverage.Assertions.Unreached {
			notes = append(notes, "Never reached: the assertion at "+at)
		}
	}
	t.notes(notes)
	if c.settle != "" {
		t.line("To settle it: %s", c.settle)
	}
	t.executionsOnScreen()
	switch {
	case t.Stats:
		t.coverageOnScreen(c.Coverage)
		t.checkTable(c)
		t.line("")
	case len(t.result.Issues) == 0:
		t.line("What was done: --stats tells it")
	}
	t.line("%s", t.verdictLine(c.Program, c.Incomplete))
	t.headline(c)
}
