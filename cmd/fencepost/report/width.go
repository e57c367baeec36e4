package report

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
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
	if t.Width <= 0 {
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

var control = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

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
	body := strings.TrimLeft(text, " ")
	indent := min(len(text)-len(body)+hang, width/2)
	var out []string
	for columnsOf(text) > width {
		at, gap := breakAt(text, width, indent)
		if at == 0 {
			break
		}
		out = append(out, strings.TrimRight(text[:at], " "))
		text = strings.Repeat(" ", indent) + text[at+gap:]
	}
	return strings.Join(append(out, text), "\n") + ending
}

// breakAt returns where to break a text, and how many blanks stand there; 0 if nowhere.
func breakAt(text string, width, indent int) (at, gap int) {
	begin := len(text) - len(strings.TrimLeft(text, " "))
	for i := begin; i < len(text); {
		if text[i] != ' ' {
			i++
			continue
		}
		n := len(text[i:]) - len(strings.TrimLeft(text[i:], " "))
		fits := columnsOf(text[:i]) <= width
		switch {
		case at == 0, fits && (gap < 2 || n >= 2 || indent+columnsOf(text[at+gap:]) > width):
			at, gap = i, n
		}
		if !fits {
			break
		}
		i += n
	}
	return at, gap
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
		for r := []rune(word); len(r) > width; r = []rune(word) {
			lines, word = append(lines, string(r[:width])), string(r[width:])
		}
		line = word
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
