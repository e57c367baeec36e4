package report

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"fencepost/interp/code"
	"fencepost/trace"
)

// tabWidth is how many columns a tab of a source line takes at most.
const tabWidth = 8

// A Source is the text that positions refer to.
type Source struct {
	Sites []trace.Site
	prog  *code.Program       // nil if only a trace is at hand
	lines map[string][]string // by file
	short map[string]string   // by file: what it is called
}

// NewSource returns the source of a compiled program.
func NewSource(p *code.Program) *Source {
	s := &Source{Sites: p.Sites, prog: p, lines: map[string][]string{}}
	var names []string
	for _, f := range p.Files {
		s.lines[f.Name] = strings.Split(f.Text, "\n")
		names = append(names, f.Name)
	}
	s.short = shorten(names)
	return s
}

// TraceSource returns what a trace file tells of the source: the sites, but no
// text beside theirs.
func TraceSource(h trace.Header) *Source {
	var names []string
	for _, s := range h.Sites {
		names = append(names, s.Pos.File)
	}
	return &Source{Sites: h.Sites, short: shorten(names)}
}

// shorten maps each file name to its base name if no other file has the same.
func shorten(names []string) map[string]string {
	owner := map[string]string{}
	shared := map[string]bool{}
	for _, n := range names {
		base := filepath.Base(n)
		if o, taken := owner[base]; taken && o != n {
			shared[base] = true
		}
		owner[base] = n
	}
	short := map[string]string{}
	for _, n := range names {
		short[n] = n
		if base := filepath.Base(n); !shared[base] {
			short[n] = base
		}
	}
	return short
}

// Pos returns file:line:col, the file by its base name if that is enough.
func (s *Source) Pos(p trace.Pos) string {
	if short, ok := s.short[p.File]; ok {
		p.File = short
	}
	return p.String()
}

// Place returns file:line, the file by its base name if that is enough.
func (s *Source) Place(p trace.Pos) string {
	p.Col = 0
	return s.Pos(p)
}

// Site returns the name of a site: file:line:col, with #N where several share
// a position.
func (s *Source) Site(n int32) string {
	if n < 0 || int(n) >= len(s.Sites) {
		return "?"
	}
	site := s.Sites[n]
	if site.N > 1 {
		return fmt.Sprintf("%s#%d", s.Pos(site.Pos), site.N)
	}
	return s.Pos(site.Pos)
}

// siteText returns what stands at a site: its source line, or the expression
// if the line is not at hand.
func (s *Source) siteText(n int32) string {
	if n < 0 || int(n) >= len(s.Sites) {
		return ""
	}
	if line, ok := s.line(s.Sites[n].Pos); ok {
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

// Excerpt returns the source line at p and a caret under its column, or
// nothing if the line is not at hand.
func (s *Source) Excerpt(p trace.Pos) string {
	line, ok := s.line(p)
	if !ok {
		return ""
	}
	margin := fmt.Sprintf("%5d | ", p.Line)
	out := margin + printable(line) + "\n"
	if p.Col >= 1 && p.Col <= len(line)+1 {
		before := utf8.RuneCountInString(printable(line[:p.Col-1]))
		out += strings.Repeat(" ", len(margin)-2) + "| " + strings.Repeat(" ", before) + "^\n"
	}
	return out
}

// printable replaces tabs by blanks up to the next tab stop, and what a
// terminal might interpret by a question mark.
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

// clip shortens s to n columns.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-2]) + ".."
}
