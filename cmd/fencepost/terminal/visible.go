package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns text with what is not to reach a terminal, or an XML file, as an
// escape: control characters other than tab and newline, what turns the direction
// of text, and bytes that are no UTF-8. The escape of a character is JSON's.
func Visible(text string) string {
	var b strings.Builder
	v := Writer{W: &b}
	v.Write([]byte(text)) // to memory
	v.End()
	return b.String()
}

// A Writer writes everything as Visible has it. Whole output goes through
// one: whatever is of the user's files is escaped wherever it is shown.
type Writer struct {
	W     io.Writer
	Marks bool // the sequences of report.Style pass
	Exact bool // all passes, as in a diff to be applied
	rest  []byte
	buf   []byte
}

// styles are the sequences with which the report marks text.
var styles = []string{"\x1b[0m", "\x1b[1m", "\x1b[1;31m", "\x1b[2m", "\x1b[32m", "\x1b[33m"}

const longestStyle = 7

// Write writes p but for an unfinished character or sequence at its end.
func (v *Writer) Write(p []byte) (int, error) {
	if v.Exact {
		return v.W.Write(p)
	}
	for part := range slices.Chunk(p, visiblePart) {
		v.rest = append(v.rest, part...)
		if err := v.write(false); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// visiblePart is of how many bytes a Writer makes a copy at most.
const visiblePart = 1 << 16

// End writes what is left.
func (v *Writer) End() error { return v.write(true) }

func (v *Writer) write(all bool) error {
	out, p := v.buf[:0], v.rest
	for len(p) > 0 {
		if c := p[0]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			out, p = append(out, c), p[1:]
			continue
		}
		if p[0] == '\x1b' && v.Marks {
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
	_, err := v.W.Write(out)
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

// A LineWriter remembers whether what was written ends a line.
type LineWriter struct {
	W    io.Writer
	open bool
}

func (l *LineWriter) Write(p []byte) (int, error) {
	if len(p) > 0 {
		l.open = p[len(p)-1] != '\n'
	}
	return l.W.Write(p)
}

// EndLine ends the line if one is open.
func (l *LineWriter) EndLine() {
	if l.open {
		fmt.Fprintln(l.W)
	}
}
