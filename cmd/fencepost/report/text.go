package report

import (
	"fmt"
	"io"
	"strings"
)

// TextOptions configure the text of a result.
type TextOptions struct {
	Quiet bool // only the verdict, and a line for each error
	All   bool // everything in full, whatever its length
	Steps bool // also each step of a library
	Stats bool // also statistics of the work
	Width int  // width of the output in columns, for tables and pictures; 0: unknown
	Fold  bool // also wrap lines
	Style Style
}

// WriteText writes a result for people, the most important part first.
func WriteText(w io.Writer, r *Result, o TextOptions) error {
	t := &printer{result: r, TextOptions: o}
	for _, write := range texts() {
		if write(t, r.Body) {
			break
		}
	}
	t.known()
	return t.writeTo(w)
}

// textOf returns a function that writes the text of a body if it is a *B, and reports whether it is.
func textOf[B any](write func(*printer, *B)) func(*printer, Body) bool {
	return func(t *printer, body Body) bool {
		b, ok := body.(*B)
		if ok {
			write(t, b)
		}
		return ok
	}
}

// texts returns what writes the text of each kind of Body.
func texts() []func(*printer, Body) bool {
	return []func(*printer, Body) bool{
		textOf((*printer).check),
		textOf((*printer).suite),
		textOf((*printer).test),
		textOf((*printer).explore),
		textOf((*printer).exploredRun),
		textOf((*printer).run),
		textOf((*printer).explained),
		textOf((*printer).prediction),
		textOf((*printer).confirmation),
		textOf((*printer).comparison),
		textOf((*printer).inference),
		textOf((*printer).orders),
		textOf((*printer).justified),
		textOf((*printer).mutated),
		textOf((*printer).difference),
		textOf((*printer).lesson),
		textOf((*printer).lessons),
		textOf((*printer).models),
		textOf(func(t *printer, b *ModelText) { t.verbatim(b.Text) }),
		textOf((*printer).native),
		textOf((*printer).compilers),
		textOf((*printer).table1),
		textOf((*printer).c11tester),
		textOf((*printer).pctwm),
		textOf((*printer).fig11),
		textOf((*printer).applications),
		textOf((*printer).ablation),
		textOf((*printer).thesis),
		textOf(func(t *printer, b *SynthesisResult) { t.synthesized(b.synthesis) }),
		textOf(func(*printer, *PageMade) {}),
		textOf((*printer).tasks),
		textOf((*printer).jobs),
		textOf(func(t *printer, b *Build) { t.printf("fencepost %s (%s)\n", b.Build, b.Go) }),
	}
}

// A printer collects the text of a result.
type printer struct {
	strings.Builder
	TextOptions
	result *Result
	kept   [][2]int // ranges that are not wrapped
	err    error    // the first one
}

func (t *printer) printf(format string, args ...any) { fmt.Fprintf(t, format, args...) }

func (t *printer) writeTo(w io.Writer) error {
	if t.err != nil {
		return t.err
	}
	_, err := io.WriteString(w, t.folded())
	return err
}

func (t *printer) table(rows *table) {
	width := 0
	if t.Fold {
		width = t.Width
	}
	if err := rows.write(t, width); err != nil && t.err == nil {
		t.err = err
	}
}

// limit returns how many events of an execution are drawn: n, unless all are asked for.
func (t *printer) limit(n int) int {
	if t.All {
		return 0
	}
	return n
}

// incomplete writes, below a table, why it was cut short; nothing if it was not.
func (t *printer) incomplete(why *string) {
	if why != nil {
		t.printf("\nincomplete: %s\n", *why)
	}
}

// replay writes how to repeat an execution in a file.
func (t *printer) replay(file string) {
	if file != "" {
		t.printf("\nTo replay it: fencepost replay %s\n", file)
	}
}

// nodes explains the events of a cycle: the effect of each, and why it comes before the
// next one.
func (t *printer) nodes(nodes []Node) {
	width := 16
	for _, n := range nodes {
		width = max(width, len(n.At))
	}
	for _, n := range nodes {
		then := n.Then
		if n.Inside {
			then = t.Style.note(then)
		}
		if n.Event == 0 {
			t.printf("  (%d) %s\n", n.Mark, n.Does)
		} else {
			t.printf("  (%d) thread %d: %s\n", n.Mark, n.Thread, t.Style.bold(n.Does))
		}
		if n.At != "" {
			t.printf("      %-*s %s\n", width, n.At, clip(n.Text, 70))
		}
		t.printf("      %s\n", then)
	}
}

// Count returns "1 event", "2 events", "2 classes".
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// textWidth is the width at which texts and lists of values are wrapped.
const textWidth = 78

// fill wraps a text.
func fill(text string) string { return fillTo(text, textWidth) }

// fillTo wraps a text at width columns.
func fillTo(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String() + "\n"
}
