package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// visible returns text with what is not to reach a terminal, or an XML file, as an
// escape: control characters other than tab and newline, what turns the direction
// of text, and bytes that are no UTF-8. The escape of a character is JSON's.
func visible(text string) string {
	var b strings.Builder
	v := visibleWriter{w: &b}
	v.Write([]byte(text)) // to memory
	v.end()
	return b.String()
}

// A visibleWriter writes everything as visible has it. Whole output goes through
// one: whatever is of the user's files is escaped wherever it is shown.
type visibleWriter struct {
	w     io.Writer
	marks bool // the sequences of report.Style pass
	exact bool // all passes, as in a diff to be applied
	rest  []byte
	buf   []byte
}

// styles are the sequences with which the report marks text.
var styles = []string{"\x1b[0m", "\x1b[1m", "\x1b[1;31m", "\x1b[2m", "\x1b[32m", "\x1b[33m"}

const longestStyle = 7

// Write writes p but for an unfinished character or sequence at its end.
func (v *visibleWriter) Write(p []byte) (int, error) {
	if v.exact {
		return v.w.Write(p)
	}
	for part := range slices.Chunk(p, visiblePart) {
		v.rest = append(v.rest, part...)
		if err := v.write(false); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// visiblePart is of how many bytes a visibleWriter makes a copy at most.
const visiblePart = 1 << 16

// end writes what is left.
func (v *visibleWriter) end() error { return v.write(true) }

func (v *visibleWriter) write(all bool) error {
	out, p := v.buf[:0], v.rest
	for len(p) > 0 {
		if c := p[0]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			out, p = append(out, c), p[1:]
			continue
		}
		if p[0] == '\x1b' && v.marks {
			if n := style(p); n > 0 {
				out, p = append(out, p[:n]...), p[n:]
				continue
			}
			if !all && len(p) < longestStyle && slices.ContainsFunc(styles, func(s string) bool { return strings.HasPrefix(s, string(p)) }) {
				break
			}
		}
		if !all && !utf8.FullRune(p) || !all && p[0] == '\r' && len(p) == 1 {
			break
		}
		r, n := utf8.DecodeRune(p)
		switch {
		case r == utf8.RuneError && n == 1:
			out = fmt.Appendf(out, "\\x%02x", p[0])
		case r == '\r' && len(p) > 1 && p[1] == '\n':
			out = append(out, '\r')
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029', r == 0xfffe, r == 0xffff:
			out = fmt.Appendf(out, "\\u%04x", r)
		default:
			out = append(out, p[:n]...)
		}
		p = p[n:]
	}
	v.rest = append(v.rest[:0], p...)
	v.buf = out
	_, err := v.w.Write(out)
	return err
}

// style returns the length of the sequence of report.Style that p begins with, or 0.
func style(p []byte) int {
	for _, s := range styles {
		if strings.HasPrefix(string(p[:min(len(p), longestStyle)]), s) {
			return len(s)
		}
	}
	return 0
}

// writeExactly prints what may be read by another program, unless to a terminal, as
// it is.
func (a *app) writeExactly(text string) error {
	return a.exactly(func() error {
		_, err := io.WriteString(a.stdout, text)
		return err
	})
}

// exactly lets print print as writeExactly does.
func (a *app) exactly(print func() error) error {
	out := a.stdout.(*bufio.Writer)
	if err := out.Flush(); err != nil {
		return err
	}
	a.shown.exact = !isTerminal(a.shown.w)
	err := print()
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	a.shown.exact = false
	return err
}

// A lineWriter remembers whether what was written ends a line.
type lineWriter struct {
	w    io.Writer
	open bool
}

func (l *lineWriter) Write(p []byte) (int, error) {
	if len(p) > 0 {
		l.open = p[len(p)-1] != '\n'
	}
	return l.w.Write(p)
}

// endLine ends the line if one is open.
func (l *lineWriter) endLine() {
	if l.open {
		fmt.Fprintln(l.w)
	}
}
