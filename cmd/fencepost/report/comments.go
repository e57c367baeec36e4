package report

import (
	"fmt"
	"strings"

	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
)

// Beginnings of the comments of justify, and of their other lines.
const (
	justifies     = "// order: "
	justifiesMore = "//        "
)

// commentWidth is the width of a comment of justify in columns, if its words allow it.
const commentWidth = 100

// Comments returns the change that gives the source comments which say why its memory
// orders are needed. notes has the places where no comment can stand. The diff is empty if
// the comments are already there.
func (b *Justified) Comments() (diff string, notes []string) {
	for _, f := range b.files {
		now, more := b.commented(f)
		diff += rewrite.Diff(f.Name, f.Text, now)
		notes = append(notes, more...)
	}
	return diff, notes
}

// commented returns the text of a file in which the comments replace old ones.
func (b *Justified) commented(f code.File) (text string, notes []string) {
	at := map[int][]string{} // comment of each line
	for _, o := range b.Orders {
		if o.Need == "needed" && o.pos.File == f.Name {
			at[o.pos.Line] = append(at[o.pos.Line], o.justification())
		}
	}
	if len(at) == 0 && !strings.Contains(f.Text, justifies) {
		return f.Text, nil
	}
	var out strings.Builder
	old, continued := false, false
	for k, line := range strings.SplitAfter(f.Text, "\n") {
		trimmed := strings.TrimLeft(line, " \t")
		if old = strings.HasPrefix(trimmed, justifies) || old && strings.HasPrefix(trimmed, justifiesMore); old {
			continue
		}
		indent := line[:len(line)-len(trimmed)]
		for _, reason := range at[k+1] {
			if continued {
				notes = append(notes, fmt.Sprintf("%s:%d: no comment can stand in a line that a backslash goes on with: %s", f.Name, k+1, reason))
				continue
			}
			out.WriteString(comment(indent, reason))
		}
		continued = strings.HasSuffix(strings.TrimRight(line, "\r\n"), "\\")
		out.WriteString(line)
	}
	return out.String(), notes
}

// comment returns lines of comment.
func comment(indent, text string) string {
	var out strings.Builder
	begin, column := indent+justifies, 0
	for i, word := range strings.Fields(text) {
		if i > 0 && column+1+len(word) > commentWidth {
			out.WriteString("\n")
			begin, column = indent+justifiesMore, 0
		}
		if column == 0 {
			out.WriteString(begin + word)
			column = len(begin) + len(word)
			continue
		}
		out.WriteString(" " + word)
		column += 1 + len(word)
	}
	return out.String() + "\n"
}
