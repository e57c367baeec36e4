package report

import (
	"strconv"
	"strings"
)

// A changedFile is what a diff changes in a file.
type changedFile struct {
	name  string
	edits []edit
}

// An edit puts a text in the place of lines, as many as are deleted from line on.
type edit struct {
	line, deleted int
	inserted      string
}

// readDiff returns what a unified diff changes.
func readDiff(diff string) (files []changedFile) {
	line := 0     // the next of the file as it is
	hunk := 0     // lines of the hunk as it is that are left
	open := false // the last edit goes on
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
			if hunk == 0 { // what is inserted comes after the line
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
