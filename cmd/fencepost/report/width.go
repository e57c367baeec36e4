package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fencepost/trace/lazyregexp"
)

// hang is how much farther the lines are indented that a folded line goes on in.
const hang = 4

// verbatim writes what is not to be folded: source text, a change, a model's text.
func (t *printer) verbatim(text string) {
	start := t.Len()
	t.WriteString(text)
	t.kept = append(t.kept, [2]int{start, t.Len()})
}

// folded returns the text with each line that is wider than the output folded, but for
// lines in which something is verbatim.
func (t *printer) folded() string {
	if !t.Fold || t.Width <= 0 {
		return t.String()
	}
	var b strings.Builder
	at, kept := 0, t.kept
	for line := range strings.Lines(t.String()) {
		for len(kept) > 0 && kept[0][1] <= at {
			kept = kept[1:]
		}
		end := at + len(line)
		if len(kept) > 0 && kept[0][0] < end {
			b.WriteString(line)
		} else {
			b.WriteString(foldLine(line, t.Width))
		}
		at = end
	}
	return b.String()
}

// Fold returns a text whose lines are no wider than width, if no word is: a paragraph
// with a line that is wider is filled anew, an indented line goes on in the next.
func Fold(text string, width int) string {
	var b, paragraph strings.Builder
	flush := func() {
		if p := paragraph.String(); widest([]byte(p)) > width {
			b.WriteString(fillTo(p, width))
		} else {
			b.WriteString(p)
		}
		paragraph.Reset()
	}
	for line := range strings.Lines(text) {
		if line == "\n" || line[0] == ' ' {
			flush()
			b.WriteString(foldLine(line, width))
			continue
		}
		paragraph.WriteString(line)
	}
	flush()
	return b.String()
}

var control = lazyregexp.New("\x1b\\[[0-9;]*m")

// columnsOf returns how many columns a text takes.
func columnsOf(text string) int {
	if strings.Contains(text, "\x1b") {
		text = control().ReplaceAllString(text, "")
	}
	return utf8.RuneCountInString(text)
}

// foldLine breaks a line at blanks so that each part fits into width, if no word is
// wider. It breaks at a gap between columns if what comes then fits.
func foldLine(line string, width int) string {
	text := strings.TrimRight(line, "\n")
	ending := line[len(text):]
	rest := strings.TrimLeft(text, " ")
	before := len(text) - len(rest)
	indent := min(before+hang, width/2)
	var out strings.Builder
	for wider(rest, width-before) {
		at, gap := breakAt(rest, width-before, width-indent)
		if at == 0 {
			break
		}
		out.WriteString(strings.Repeat(" ", before) + strings.TrimRight(rest[:at], " ") + "\n")
		rest, before = rest[at+gap:], indent
	}
	out.WriteString(strings.Repeat(" ", before) + rest + ending)
	return out.String()
}

// breakAt returns where to break a text, which begins with no blank, and how many blanks
// stand there; 0 if nowhere. There is room for so many columns, and on the next line.
func breakAt(text string, room, next int) (at, gap int) {
	for i := 0; i < len(text); {
		if text[i] != ' ' {
			i++
			continue
		}
		n := len(text[i:]) - len(strings.TrimLeft(text[i:], " "))
		fits := !wider(text[:i], room)
		switch {
		case at == 0, fits && (gap < 2 || n >= 2 || wider(text[at+gap:], next)):
			at, gap = i, n
		}
		if !fits {
			break
		}
		i += n
	}
	return at, gap
}

// wider reports whether a text takes more than so many columns. It reads no more of the text
// than tells.
func wider(text string, columns int) bool {
	for n := 0; text != ""; {
		if text[0] == '\x1b' {
			if at := control().FindStringIndex(text[:min(len(text), 32)]); at != nil && at[0] == 0 {
				text = text[at[1]:]
				continue
			}
		}
		if n++; n > columns {
			return true
		}
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return columns < 0
}

// wrap breaks a text into lines of at most width columns, at blanks where it can.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		if line != "" && columnsOf(line)+1+columnsOf(word) <= width {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		r := []rune(word)
		for ; len(r) > width; r = r[width:] {
			lines = append(lines, string(r[:width]))
		}
		line = string(r)
	}
	return append(lines, line)
}

// squeeze makes the widest of some columns narrower until they take no more than total;
// it reports false if one were then narrower than least.
func squeeze(widths []int, total, least int) bool {
	for {
		sum := 0
		for _, w := range widths {
			sum += w
		}
		if sum <= total {
			return true
		}
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= least {
			return false
		}
		widths[widest]--
	}
}
