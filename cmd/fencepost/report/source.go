package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fencepost/interp/code"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// tabWidth is the maximal width of a tab in a source line.
const tabWidth = 8

// A Source is the text to which positions refer.
type Source struct {
	Sites []trace.Site
	prog  *code.Program       // nil if there is only a trace
	lines map[string][]string // by file
}

// NewSource returns the source of a compiled program.
func NewSource(p *code.Program) *Source {
	s := &Source{Sites: p.Sites, prog: p, lines: map[string][]string{}}
	for _, f := range p.Files {
		s.lines[f.Name] = strings.Split(f.Text, "\n")
	}
	return s
}

// FileSource returns the source of one file. The file need not be a program.
func FileSource(name, text string) *Source {
	return &Source{lines: map[string][]string{name: strings.Split(text, "\n")}}
}

// TraceSource returns the source that a trace file has: sites with their texts, but no
// lines.
func TraceSource(h trace.Header) *Source {
	return &Source{Sites: h.Sites}
}

// reordered describes where the program has other memory orders than its files.
func (s *Source) reordered() (list []string) {
	if s.prog == nil {
		return nil
	}
	for _, o := range s.prog.Orders {
		text := o.Order.String()
		switch a := &s.prog.Access[o.Site]; {
		case a.Fence != trace.NoFence || a.Size == 0 && o.Order == trace.Relaxed:
			text = "no fence"
		case o.Fail != trace.Plain:
			text += " and, on failure, " + o.Fail.String()
		}
		if text = s.Sites[o.Site].Pos.String() + ": " + text; !slices.Contains(list, text) { // a position may have several copies
			list = append(list, text)
		}
	}
	return list
}

// volatile reports whether the access of a site is to a volatile object.
func (s *Source) volatile(site int32) bool {
	return s.prog != nil && site >= 0 && int(site) < len(s.prog.Access) && s.prog.Access[site].Volatile
}

// fences reports whether the program has memory fences that are not in its libraries.
func (s *Source) fences() bool {
	return s.prog != nil && slices.ContainsFunc(fences.Own(s.prog), func(site int32) bool { return s.Sites[site].Library.Line == 0 })
}

// Place returns file:line.
func (s *Source) Place(p trace.Pos) string {
	p.Col = 0
	return p.String()
}

// Site returns the name of a site: file:line:col, with #N if several share a position.
func (s *Source) Site(n int32) string {
	if n < 0 || int(n) >= len(s.Sites) {
		return "?"
	}
	return s.Sites[n].String()
}

// siteText returns the source line of a site, or the part of it that is shown, or its expression
// if the line is not available.
func (s *Source) siteText(n int32) string {
	if n < 0 || int(n) >= len(s.Sites) {
		return ""
	}
	at := s.Sites[n].Pos
	if line, ok := s.line(at); ok {
		line, _ = window(line, at.Col)
		return strings.TrimSpace(printable(line))
	}
	return printable(s.Sites[n].Text)
}

func (s *Source) line(p trace.Pos) (string, bool) {
	lines := s.lines[p.File]
	if p.Line < 1 || p.Line > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[p.Line-1], "\r"), true
}

// Excerpt returns the source line at p with a caret under its column, and tildes under the
// rest of the access or word; empty if the line is not available.
func (s *Source) Excerpt(p trace.Pos) string {
	line, ok := s.line(p)
	if !ok {
		return ""
	}
	length := s.extent(p, line)
	margin := fmt.Sprintf("%5d | ", p.Line)
	line, p.Col = window(line, p.Col)
	out := margin + printable(line) + "\n"
	if p.Col >= 1 && p.Col <= len(line)+1 {
		before := utf8.RuneCountInString(printable(line[:p.Col-1]))
		under := line[p.Col-1 : min(len(line), p.Col-1+length)]
		tildes := strings.Repeat("~", max(0, utf8.RuneCountInString(printable(under))-1))
		out += strings.Repeat(" ", len(margin)-2) + "| " + strings.Repeat(" ", before) + "^" + tildes + "\n"
	}
	return out
}

// extent returns the length in bytes of the access, or otherwise the word, that begins at
// p.
func (s *Source) extent(p trace.Pos, line string) int {
	if p.Col < 1 || p.Col > len(line) {
		return 0
	}
	rest := line[p.Col-1:]
	for _, x := range s.Sites {
		if x.Pos == p && x.Text != "" && strings.HasPrefix(rest, x.Text) {
			return len(x.Text)
		}
	}
	word := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if word < 0 {
		return len(rest)
	}
	return word
}

// The part of a longer line that is shown: its length, and the part before the column, in
// bytes.
const (
	longLine   = 240
	beforeLong = 80
)

// window cuts a long line to the part around a column, and returns it with the new column.
func window(line string, col int) (string, int) {
	if len(line) <= longLine {
		return line, col
	}
	from := max(0, min(col-beforeLong, len(line)-longLine))
	to := from + longLine
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	cut := line[from:to]
	if col -= from; from > 0 {
		cut, col = ".."+cut, col+2
	}
	if to < len(line) {
		cut += ".."
	}
	return cut, col
}

// printable replaces tabs by blanks up to the next tab stop, and control characters by a
// question mark.
func printable(s string) string {
	var b strings.Builder
	col := 0
	for _, r := range s {
		switch {
		case r == '\t':
			n := tabWidth - col%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			col += n
			continue
		case !unicode.IsPrint(r):
			r = '?'
		}
		b.WriteRune(r)
		col++
	}
	return b.String()
}

// snippet returns a source line, with single blanks, clipped to n columns.
func snippet(line string, n int) string { return clip(strings.Join(strings.Fields(line), " "), n) }

// clip shortens s to n columns.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-2]) + ".."
}
