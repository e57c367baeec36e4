package report

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

const stepperHelp = `Enter or n: next step     b: back      a number: go to that step
m: to the next numbered event    e: to the end    q: quit
`

// textWidth is where texts and lists of values are broken.
const textWidth = 78

// Walk shows the story one step at a time, as the commands that it reads say.
// It ends with the input, or with ctx.
func (e *Explanation) Walk(ctx context.Context, in io.Reader, w io.Writer) error {
	s := e.Story(0)
	fmt.Fprintf(w, "%s, under %s: %s\n%s", e.Program, e.titled(), count(len(s.Steps), "step"), fill(s.Why()))
	if err := writeNodes(w, s.Cycle, e.Style); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s", stepperHelp)
	lines := readLines(ctx, in)
	at := 0
	e.showState(w, s, at)
	for {
		fmt.Fprintf(w, "\n%d of %d> ", at, len(s.Steps))
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
			fmt.Fprintln(w)
			return nil
		}
		next, ok := s.seek(at, command)
		if !ok {
			fmt.Fprint(w, stepperHelp)
			continue
		}
		at = next
		e.showState(w, s, at)
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

// seek returns the step that a command leads to from step at; ok is false if it
// is no command.
func (s *Story) seek(at int, command string) (to int, ok bool) {
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
	to, err := strconv.Atoi(command)
	return to, err == nil && to >= 0 && to <= n
}

// showState writes what step n did, and the state after it.
func (e *Explanation) showState(w io.Writer, s *Story, n int) {
	var changed []Write
	fmt.Fprintln(w)
	if n == 0 {
		fmt.Fprintln(w, "before the first step")
	} else {
		step := &s.Steps[n-1]
		changed = step.Writes
		fmt.Fprintf(w, "step %d, thread %d: %s\n", n, step.Thread, e.Style.bold(step.Does))
		fmt.Fprintf(w, "  %s\n", e.sentence(step))
		if step.Line > 0 {
			fmt.Fprint(w, e.Source.Excerpt(step.pos()))
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
				text = e.Style.note("*" + text)
			}
		}
		cells = append(cells, text)
	}
	writeList(w, "memory", cells)
	if n == 0 {
		return
	}
	step := &s.Steps[n-1]
	for t, list := range step.Buffers {
		var texts []string
		for _, p := range list {
			texts = append(texts, p.Text)
		}
		if len(texts) > 0 {
			writeList(w, fmt.Sprintf("thread %d's buffer", t), texts)
		}
	}
	for _, old := range step.Old {
		fmt.Fprintf(w, "  thread %d may still read %s as %s\n", old.Thread, s.Cells[old.Cell].Name, strings.Join(old.Values, " or "))
	}
}

// earlier tells what cell c held before, after n steps, newest first: under C11's own
// model a thread may still read it.
func (s *Story) earlier(c, n int) string {
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

// writeList writes a title and items after it, in lines of at most
// textWidth columns.
func writeList(w io.Writer, title string, items []string) {
	line := "  " + title + ":"
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if len(line)+1+len(item) > textWidth {
			fmt.Fprintln(w, line)
			line = "     "
		}
		line += " " + item
	}
	fmt.Fprintln(w, line)
}
