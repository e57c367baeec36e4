package report

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace/lists"
)

const stepperHelp = `Enter or n: next step     b: back      a number: go to that step
m: to the next numbered event    e: to the end    q: quit
`

// Walk shows a result of FromExplanation one step at a time, controlled by the commands
// that it reads. It ends with the input, or with ctx.
func Walk(ctx context.Context, in io.Reader, w io.Writer, r *Result, o TextOptions) error {
	b := r.Body.(*Explained)
	s := b.Run.Execution.Explain(0, o.Steps)
	t := &printer{result: r, TextOptions: o}
	t.printf("%s, under %s: %s\n%s", b.Program, r.Models[0].titled(), Count(s.Events, "step"), fill(s.Why()))
	t.nodes(s.Cycle)
	t.printf("\n%s", stepperHelp)
	lines := readLines(ctx, in)
	at := 0
	t.state(s, at)
	for {
		t.printf("\n%d of %d> ", s.reached(at), s.Events)
		if err := t.writeTo(w); err != nil {
			return err
		}
		t.Reset()
		t.kept = nil
		if f, ok := w.(interface{ Flush() error }); ok {
			if err := f.Flush(); err != nil {
				return err
			}
		}
		var (
			command string
			more    bool
		)
		select {
		case <-ctx.Done():
		case command, more = <-lines:
		}
		if !more || command == "q" || command == "quit" {
			_, err := fmt.Fprintln(w)
			return err
		}
		next, ok := s.seek(at, command)
		if !ok {
			t.WriteString(stepperHelp)
			continue
		}
		at = next
		t.state(s, at)
	}
}

// readLines returns a channel of the trimmed lines of in.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(in); scan.Scan(); {
			select {
			case lines <- strings.TrimSpace(scan.Text()):
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// reached returns the last event of the first n steps; 0 before the first.
func (s *Explanation) reached(n int) int32 {
	if n == 0 {
		return 0
	}
	return s.Steps[n-1].last()
}

// seek returns the step to which a command leads from step at; ok is false if it is no
// command.
func (s *Explanation) seek(at int, command string) (to int, ok bool) {
	n := len(s.Steps)
	switch command {
	case "", "n":
		return min(at+1, n), true
	case "b":
		return max(at-1, 0), true
	case "e":
		return n, true
	case "m":
		for to := at + 1; to <= n; to++ {
			if s.Steps[to-1].Mark > 0 {
				return to, true
			}
		}
		return n, true
	}
	event, err := strconv.Atoi(command)
	if err != nil || event < 0 || event > s.Events {
		return 0, false
	}
	to = slices.IndexFunc(s.Steps, func(x Step) bool { return int(x.last()) >= event && event > 0 })
	return to + 1, true
}

// numbers names the events of the step by their numbers.
func (s *Step) numbers() string {
	if s.Last > 0 {
		return fmt.Sprintf("steps %d to %d", s.Event, s.Last)
	}
	return fmt.Sprintf("step %d", s.Event)
}

// state writes the effect of step n, and the state after it.
func (t *printer) state(s *Explanation, n int) {
	var changed []Write
	t.printf("\n")
	if n == 0 {
		t.printf("before the first step\n")
	} else {
		step := &s.Steps[n-1]
		changed = step.Writes
		t.printf("%s, thread %d: %s\n  %s\n", step.numbers(), step.Thread, t.Style.bold(step.Does), t.sentence(step))
		if at := step.place(); at.Line > 0 {
			t.WriteString(t.result.Source.Excerpt(at))
		}
	}
	var cells []string
	for c, value := range s.Memory(n) {
		text := s.Cells[c].Name + " = " + value
		if s.Orders != nil {
			text += s.earlier(c, n)
		}
		for _, change := range changed {
			if change.Cell == c {
				text = t.Style.note("*" + text)
			}
		}
		cells = append(cells, text)
	}
	t.list("memory", cells)
	if n == 0 {
		return
	}
	step := &s.Steps[n-1]
	for thread, list := range step.Buffers {
		if len(list) > 0 {
			t.list(fmt.Sprintf("thread %d's buffer", thread), lists.Map(list, func(p PendingText) string { return p.Text }))
		}
	}
	for _, old := range step.Old {
		t.printf("  thread %d may still read %s as %s\n", old.Thread, s.Cells[old.Cell].Name, strings.Join(old.Values, " or "))
	}
}

// earlier returns the earlier values of cell c after n steps, newest first: under the C11
// model a thread may still read them.
func (s *Explanation) earlier(c, n int) string {
	values := []string{s.Cells[c].Value}
	for i := range n {
		for _, w := range s.Steps[i].Writes {
			if w.Cell == c {
				values = append(values, w.Value)
			}
		}
	}
	values = values[:len(values)-1]
	if len(values) == 0 {
		return ""
	}
	slices.Reverse(values)
	return " (before: " + strings.Join(values, ", ") + ")"
}

// list writes a title and items, in lines of at most textWidth columns.
func (t *printer) list(title string, items []string) {
	line := "  " + title + ":"
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if len(line)+1+len(item) > textWidth {
			t.printf("%s\n", line)
			line = "     "
		}
		line += " " + item
	}
	t.printf("%s\n", line)
}
