package report

import (
	"fmt"
	"strings"
)

// causes writes the causes with their fixes, and what was not examined.
func (t *printer) causes(a *Answer) {
	for i := range a.Causes {
		t.causeOf(&a.Causes[i], i+1, len(a.Causes))
	}
	t.coverage(a.Coverage)
	t.warnings(a)
	for _, what := range a.NotExamined[a.unseen:] {
		t.printf("Not examined: %s\n", what)
	}
	if a.settle != "" {
		t.printf("To settle it: %s\n", a.settle)
	}
	t.printf("\n")
}

func (t *printer) warnings(a *Answer) {
	for _, w := range a.Warnings {
		t.printf("Warning: %s\n", w)
	}
}

// scope writes what the verdict holds for, and the verdict under the other rule of release
// sequences.
func (t *printer) scope(program string, a *Answer) {
	if a.scope != "" {
		t.line("  %s", a.scope)
	}
	if x := a.Sequences; x != nil {
		at := func(place string) string { return strings.TrimPrefix(place, program+":") }
		t.line("  under %s's release sequences: %s (load at %s, relaxed store at %s)", strings.ToUpper(x.Rule), x.Verdict.Title(), at(x.Load), at(x.Store))
	}
}

// sure describes the evidence for a fix.
func (f *Fix) sure() string {
	if f.Proved {
		return string(Proved)
	}
	return string(Tested)
}

// coverageOnScreen writes how much was covered.
func (t *printer) coverageOnScreen(c *Coverage) {
	if c != nil {
		t.printf("Reached: %d of %d lines, %d of %d branches, %d of %d assertions\n",
			c.Lines.Reached, c.Lines.Total, c.Branches.Reached, c.Branches.Total, c.Assertions.Reached, c.Assertions.Total)
	}
}

// coverage writes how much was covered, and what was not.
func (t *printer) coverage(c *Coverage) {
	if c == nil {
		return
	}
	t.coverageOnScreen(c)
	for _, at := range c.Assertions.Unreached {
		t.printf("Never reached: the assertion at %s\n", at)
	}
	for _, at := range c.Lines.Unreached {
		t.printf("Never reached: line %s\n", at)
	}
	for _, at := range c.Branches.Unreached {
		t.printf("Only one way: the condition at %s\n", at)
	}
}

func (t *printer) causeOf(c *Cause, n, of int) {
	t.printf("%s\n\n", t.Style.bold(fmt.Sprintf("Cause %d of %d: %s", n, of, c.Kind)))
	t.printf("  %s\n", c.Explanation)
	width := 0
	place := func(p Place) string { return fmt.Sprintf("%s:%d", p.File, p.Line) }
	for _, p := range c.Accesses {
		width = max(width, len(place(p)))
	}
	for _, p := range c.Accesses {
		t.printf("  %-*s  %s\n", width, place(p), clip(printable(p.Text), max(20, textWidth-width-4)))
	}
	t.printf("  %s:\n", Count(len(c.Findings), "finding"))
	for _, f := range c.Findings {
		t.printf("    %s: %s [%s]\n", f.At, f.Kind, strings.Join(f.Models, ", "))
	}
	switch {
	case c.Fix != nil:
		t.printf("\n  The fix (%s): %s\n", c.Fix.sure(), c.Fix.Description)
		for _, note := range c.Fix.Notes {
			t.printf("  %s\n", note)
		}
		if c.Fix.Diff != "" {
			t.printf("\n")
			t.verbatim(c.Fix.Diff)
		}
	case c.Search != "":
		t.printf("\n  To look for a fix: %s\n", c.Search)
	}
	t.printf("\n")
}
