package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed assets/page.html assets/page.css assets/page.js
var assets embed.FS

// WriteHTML prints a result as one page that needs no other file.
func WriteHTML(w io.Writer, r *Result) error {
	p, err := NewPage(r)
	if err != nil {
		return err
	}
	return p.write(w)
}

func (p *Page) write(w io.Writer) error {
	t, err := template.New("page.html").Funcs(template.FuncMap{
		"execution": func(s *Explanation, finding int) template.HTML {
			return executionSVG(s, fmt.Sprintf("head-%d", finding))
		},
		"cycle": func(list []Node, finding int) template.HTML {
			return cycleSVG(list, fmt.Sprintf("cycle-head-%d", finding))
		},
		"source":   p.source,
		"reached":  p.reached,
		"fraction": func(c Covered) string { return fmt.Sprintf("%d of %d", c.Reached, c.Total) },
		"short":    filepath.Base,
		"join":     func(list []string) string { return strings.Join(list, ", ") },
		"n":        func(i int) int { return i + 1 },
		"style": func() (template.CSS, error) {
			text, err := assets.ReadFile("assets/page.css")
			return template.CSS(text), err
		},
		"script": func() (template.JS, error) {
			text, err := assets.ReadFile("assets/page.js")
			return template.JS(text), err
		},
	}).ParseFS(assets, "assets/page.html")
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// A sourceFile is a file as a finding shows it.
type sourceFile struct {
	Name  string
	Lines []sourceLine
}

// A sourceLine is a line, with the numbers of the cycle's events on it.
type sourceLine struct {
	Number int
	Text   string
	Marks  []int
	Error  bool
	Near   bool // to a line that matters: those are printed
	// Unreached says what of the line no execution reached; empty: all of it was.
	Unreached string
}

// nearLines is how far from a line that matters lines are printed.
const nearLines = 3

// source returns the files that a finding concerns, the lines that matter marked.
func (p *Page) source(b PageBug) []sourceFile {
	var files []sourceFile
	for _, f := range p.Files {
		lines := strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n")
		out := sourceFile{Name: f.Name, Lines: make([]sourceLine, len(lines))}
		used := false
		matters := func(line int) {
			used = true
			for k := max(1, line-nearLines); k <= min(line+nearLines, len(lines)); k++ {
				out.Lines[k-1].Near = true
			}
		}
		for k, text := range lines {
			out.Lines[k].Number, out.Lines[k].Text = k+1, printable(strings.TrimSuffix(text, "\r"))
		}
		if b.File == f.Name && b.Line >= 1 && b.Line <= len(lines) {
			out.Lines[b.Line-1].Error = true
			matters(b.Line)
		}
		if b.Explanation != nil {
			for i := range b.Explanation.Steps {
				s := &b.Explanation.Steps[i]
				if s.File != f.Name || s.Line < 1 || s.Line > len(lines) {
					continue
				}
				used = true
				if l := &out.Lines[s.Line-1]; s.Mark > 0 && !slices.Contains(l.Marks, s.Mark) {
					l.Marks = append(l.Marks, s.Mark)
					matters(s.Line)
				}
			}
		}
		if used {
			files = append(files, out)
		}
	}
	return files
}

// reached returns the files with what no execution reached marked.
func (p *Page) reached() (files []sourceFile) {
	if p.Coverage == nil {
		return nil
	}
	what := map[string]string{}
	for _, mark := range []struct {
		of   Covered
		text string
	}{{p.Coverage.Branches, "one way"}, {p.Coverage.Lines, "not reached"}, {p.Coverage.Assertions, "not reached"}} {
		for _, at := range mark.of.Unreached {
			what[at] = mark.text
		}
	}
	for _, f := range p.Files {
		out := sourceFile{Name: f.Name}
		for k, text := range strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n") {
			line := sourceLine{Number: k + 1, Text: printable(strings.TrimSuffix(text, "\r"))}
			for _, name := range []string{f.Name, filepath.Base(f.Name)} {
				if mark := what[fmt.Sprintf("%s:%d", name, k+1)]; mark != "" {
					line.Unreached = mark
				}
			}
			out.Lines = append(out.Lines, line)
		}
		files = append(files, out)
	}
	return files
}
