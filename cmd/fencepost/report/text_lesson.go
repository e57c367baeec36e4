package report

import (
	"fmt"
	"slices"
	"strings"
)

// lessons lists all lessons.
func (t *printer) lessons(b *Lessons) {
	width := 0
	for _, l := range b.Lessons {
		width = max(width, len(l.Name))
	}
	for i, l := range b.Lessons {
		t.printf("%2d  %-*s  %s\n", i+1, width, l.Name, l.Title)
	}
	if len(b.More) > 0 {
		t.printf("\nOther tests:\n\n")
	}
	for _, l := range b.More {
		t.printf("    %-*s  %s\n", width, l.Name, l.Title)
	}
	t.printf("\nTo begin: fencepost learn SB\n")
}

// lesson writes a lesson with all answers.
func (t *printer) lesson(b *Lesson) {
	t.printf("%s: %s\n", t.Style.bold(b.Name), b.Title)
	t.paragraphs(b.Text)
	t.printf("\n")
	t.program(b.Source)
	t.paragraphs([]string{b.Question})
	t.printf("\n")
	t.options(b.Options)
	t.heading("Answer")
	t.lessonTable(b)
	t.paragraphs([]string{fmt.Sprintf("Every execution was explored under each model. The goal is %s. These have it: %s; these do not: %s.",
		b.Goal, namedModels(b.Allowing), namedModels(b.Forbidding))})
	if x := b.Execution; x != nil {
		t.printf("\nHow %s has it%s:\n\n", x.Model.titled(), map[bool]string{true: " (P0 is thread 1, P1 thread 2)"}[b.Litmus])
		t.columns(x, columns{marked: b.Steps.marked()})
		t.printf("\n")
		t.steps(b.Steps)
	}
	t.paragraphs(b.Paragraphs())
	t.heading("Play")
	reached := "no execution reaches it"
	if n := len(b.Play.Moves); n > 0 {
		reached = Count(n, "move") + " may reach it"
	}
	t.paragraphs([]string{b.Play.Text, fmt.Sprintf("On a terminal, learn %s lets you make the moves under %s. The goal is %s; %s.",
		b.Name, b.Play.Model, b.Play.Goal, reached)})
	if b.Buffers != nil {
		t.lessonBuffers(b.Buffers)
	}
	if b.Repair != nil {
		t.lessonRepair(b.Repair)
	}
	if b.Transfer != nil {
		t.heading("Transfer: " + b.Transfer.File)
		t.paragraphs([]string{b.Transfer.Question})
		t.printf("\n")
		t.options(b.Transfer.Options)
		t.paragraphs([]string{b.Transfer.Text})
	}
	if b.Next != "" {
		t.printf("\nNext: fencepost learn %s\n", b.Next)
	}
}

func namedModels(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (t *printer) heading(text string) { t.printf("\n%s\n", t.Style.bold(text)) }

// paragraphs writes texts, a blank line before each.
func (t *printer) paragraphs(list []string) {
	for _, text := range list {
		if text != "" {
			t.printf("\n%s", fill(text))
		}
	}
}

// program writes the text of a program; fences stand out.
func (t *printer) program(source string) {
	for _, line := range strings.Split(strings.TrimRight(source, "\n"), "\n") {
		line = printable(line)
		if strings.Contains(line, "fence") {
			line = t.Style.good(line)
		}
		t.printf("  %s\n", line)
	}
}

// options writes what is right.
func (t *printer) options(list []LessonOption) {
	for _, o := range list {
		t.printf("  [%s] %s\n", map[bool]string{true: "x", false: " "}[o.Right], o.Text)
	}
}

// lessonTable writes which model has which outcome.
func (t *printer) lessonTable(b *Lesson) {
	if len(b.Observe) == 0 {
		return
	}
	t.printf("\n")
	rows := newTable(1, append([]string{strings.Join(b.Observe, " ")}, append(slices.Clone(b.Models), "")...)...)
	for _, o := range b.Outcomes {
		row := []string{strings.ReplaceAll(o.Values, ",", " ")}
		row = append(row, yesIn(b.Models, o.Models)...)
		mark := ""
		if o.Goal {
			mark = "<-"
		}
		rows.add(append(row, mark)...)
	}
	t.table(rows)
}

// lessonBuffers writes what becomes of the tests under the machines.
func (t *printer) lessonBuffers(b *LessonBuffers) {
	t.heading("Buffers")
	t.paragraphs([]string{b.Text, "These are machines that fencepost models NAME --machine prints:"})
	t.printf("\n")
	rows := newTable(1, append([]string{"test"}, b.Machines...)...)
	for _, test := range b.Tests {
		rows.add(append([]string{test.Name}, yesIn(b.Machines, test.Machines)...)...)
	}
	t.table(rows)
}

// lessonRepair writes the menus with the cheapest choice.
func (t *printer) lessonRepair(r *LessonRepair) {
	t.heading("Repair")
	t.paragraphs([]string{r.Text, fmt.Sprintf("Under %s this is a cheapest choice; it costs %d:", r.Model, r.Cost)})
	t.printf("\n")
	for _, change := range r.Changes() {
		t.printf("  %s\n", change)
	}
}
