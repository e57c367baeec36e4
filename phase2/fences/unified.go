package fences

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// contextLines is how many unchanged lines a diff shows around a change.
const contextLines = 3

// A diffLine is a line of a diff: kept (' '), taken away ('-') or added ('+').
type diffLine struct {
	mark byte
	text string // with its end of line, if it has one
}

// unified returns the unified diff of a file that is edited; "" if it is not.
func unified(name, text string, edits []edit) string {
	if len(edits) == 0 {
		return ""
	}
	lines := diffLines(text, edits)
	var b strings.Builder
	name = strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), "/")
	fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", name, name)
	for i := 0; i < len(lines); {
		if lines[i].mark == ' ' {
			i++
			continue
		}
		end := hunkEnd(lines, i)
		writeHunk(&b, lines, max(i-contextLines, 0), end)
		i = end
	}
	return b.String()
}

// hunkEnd returns where the hunk of the change at line i ends: behind the first
// lines that are kept, if more of them follow than two hunks would share.
func hunkEnd(lines []diffLine, i int) int {
	last := i
	for ; i < len(lines) && i-last <= 2*contextLines; i++ {
		if lines[i].mark != ' ' {
			last = i
		}
	}
	return min(last+1+contextLines, len(lines))
}

func writeHunk(b *strings.Builder, lines []diffLine, from, to int) {
	old, now := 1, 1 // line numbers at from
	count := func(list []diffLine, old, now *int) {
		for _, l := range list {
			if l.mark != '+' {
				*old++
			}
			if l.mark != '-' {
				*now++
			}
		}
	}
	count(lines[:from], &old, &now)
	oldEnd, nowEnd := old, now
	count(lines[from:to], &oldEnd, &nowEnd)
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", old, oldEnd-old, now, nowEnd-now)
	for _, l := range lines[from:to] {
		b.WriteByte(l.mark)
		b.WriteString(l.text)
		if !strings.HasSuffix(l.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// diffLines applies edits line by line. A line to which only lines are added,
// before or after, is kept.
func diffLines(text string, edits []edit) []diffLine {
	edits = slices.SortedStableFunc(slices.Values(edits), func(a, b edit) int { return a.off - b.off })
	var out []diffLine
	add := func(mark byte, text string) {
		for _, l := range splitLines(text) {
			out = append(out, diffLine{mark, l})
		}
	}
	for off := 0; off < len(text); {
		line := splitLines(text[off:])[0]
		var own []edit
		for len(edits) > 0 && (edits[0].off < off+len(line) || off+len(line) == len(text)) {
			own = append(own, edit{edits[0].off - off, edits[0].text, edits[0].gone})
			edits = edits[1:]
		}
		changed := apply(line, own)
		switch {
		case len(own) == 0:
			add(' ', line)
		case strings.HasPrefix(changed, line):
			add(' ', line)
			add('+', changed[len(line):])
		case strings.HasSuffix(changed, "\n"+line):
			add('+', changed[:len(changed)-len(line)])
			add(' ', line)
		default:
			add('-', line)
			add('+', changed)
		}
		off += len(line)
	}
	return out
}

// splitLines splits a text behind each end of line.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
