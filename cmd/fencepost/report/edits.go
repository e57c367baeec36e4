package report

import (
	"strconv"
	"strings"
)

// A changedFile is the edits of a diff in one file.
type changedFile struct {
	name  string
	edits []edit
}

// An edit replaces lines by a text: as many as deleted says, from line on.
type edit struct {
	line, deleted int
	inserted      string
}

// readDiff returns the edits of a unified diff.
func readDiff(diff string) (files []changedFile) {
	line := 0     // next line of the old file
	hunk := 0     // remaining lines of the hunk in the old file
	open := false // the last edit continues
	for text := range strings.Lines(diff) {
		switch {
		case hunk == 0 && strings.HasPrefix(text, "--- "):
			name, _, _ := strings.Cut(strings.TrimSpace(text[4:]), "\t")
			files = append(files, changedFile{name: strings.TrimPrefix(name, "a/")})
			continue
		case strings.HasPrefix(text, "@@ -"):
			at, _, _ := strings.Cut(text[4:], " ")
			first, length, many := strings.Cut(at, ",")
			line, _ = strconv.Atoi(first)
			hunk = 1
			if many {
				hunk, _ = strconv.Atoi(length)
			}
			if hunk == 0 { // the text is inserted after the line
				line++
			}
			open = false
			continue
		}
		if len(files) == 0 || line == 0 {
			continue
		}
		f := &files[len(files)-1]
		switch text[0] {
		case '-', '+':
			if text[0] == '+' && strings.HasPrefix(text, "+++ ") && hunk == 0 && len(f.edits) == 0 {
				continue
			}
			if !open {
				f.edits = append(f.edits, edit{line: line})
				open = true
			}
			e := &f.edits[len(f.edits)-1]
			if text[0] == '+' {
				e.inserted += text[1:]
				continue
			}
			e.deleted++
			line++
			hunk--
		case ' ', '\n':
			open = false
			line++
			hunk--
		}
	}
	return files
}
