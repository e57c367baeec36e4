package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"fencepost/benchmarks/lessons"
)

// WriteQuestion writes the program of a lesson and the question; WriteText writes the
// answer.
func WriteQuestion(w io.Writer, r *Result, o TextOptions) error {
	t := &printer{result: r, TextOptions: o}
	b := r.Body.(*Lesson)
	t.printf("%s: %s\n\n", o.Style.bold(b.Name), b.Title)
	t.threads(b.Threads)
	question := fmt.Sprintf("At the start all variables are 0. %s That is %s at the end.", b.Question, b.assigned())
	t.printf("\n%s", fill(question))
	return t.writeTo(w)
}

// lessons lists all lessons.
func (t *printer) lessons(b *Lessons) {
	for _, l := range b.Lessons {
		t.printf("%-5s %s\n", l.Name, l.Title)
	}
	t.printf("\nTo begin: fencepost learn SB\n")
}

// assigned returns the outcome asked for as "r1 = 0, r2 = 0".
func (b *Lesson) assigned() string {
	parts := strings.Split(b.Asked, ",")
	for i := range parts {
		parts[i] = b.Observe[i] + " = " + parts[i]
	}
	return strings.Join(parts, ", ")
}

// elsewhere tells which other models have the outcome asked for.
func (b *Lesson) elsewhere() string {
	list := func(names []string) string {
		if len(names) == 0 {
			return "none"
		}
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("Of the models of C11 and of the machines that C is compiled for, these have it: %s; these do not: %s.", list(b.Allowing), list(b.Forbidding))
}

// threads writes the threads below each other; fences stand out.
func (t *printer) threads(list []lessons.Thread) {
	for _, thread := range list {
		t.printf("  %s\n", thread.Name)
		for _, line := range thread.Lines {
			if strings.Contains(line, "fence") {
				line = t.Style.good(line)
			}
			t.printf("      %s\n", line)
		}
	}
}

// answer writes which model has which outcome, an execution that shows the one asked
// for, and the fences that forbid it.
func (t *printer) answer(b *Lesson) {
	rows := newTable(1, append([]string{strings.Join(b.Observe, " ")}, append(slices.Clone(b.Models), "")...)...)
	for _, o := range b.Outcomes {
		row := []string{strings.ReplaceAll(o.Values, ",", " ")}
		for _, m := range b.Models {
			row = append(row, map[bool]string{true: "yes", false: "-"}[slices.Contains(o.Models, m)])
		}
		mark := ""
		if o.Values == b.Asked {
			mark = "<-"
		}
		rows.add(append(row, mark)...)
	}
	t.table(rows)
	t.printf("\n(found by running every execution under each model)\n")
	t.printf("\n%s", fill(b.elsewhere()))
	x := b.Execution
	if x == nil {
		t.printf("\n%s", fill(fmt.Sprintf("None of the models in the table has %s. %s", b.assigned(), b.Summary)))
		return
	}
	t.printf("\nHow %s has %s:\n\n", x.Model.titled(), b.assigned())
	t.columns(x, columns{marked: b.Steps.marked()})
	t.printf("\n")
	t.steps(b.Steps)
	t.printf("\n%s", fill(b.Summary))
	for _, r := range b.Repairs {
		t.printf("\nUnder %s these fences forbid it (%s):\n\n", strings.Join(r.Models, ", "), r.Test)
		t.threads(r.Threads)
	}
}
