package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/trace"
)

//go:embed assets
var assets embed.FS

// Assets returns the files of pages of executions other than templates: page.css, and
// player.js, which steps through the output of WriteExecution.
func Assets() fs.FS {
	sub, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err)
	}
	return sub
}

// WriteHTML prints a result as one page that needs no other file.
func WriteHTML(w io.Writer, r *Result) error {
	p, err := NewPage(r)
	if err != nil {
		return err
	}
	return p.write(w)
}

func (p *Page) write(w io.Writer) error {
	t, err := parts(template.FuncMap{
		"source":   p.source,
		"reached":  p.reached,
		"changes":  changes,
		"fraction": func(c Covered) string { return fmt.Sprintf("%d of %d", c.Reached, c.Total) },
		"join":     func(list []string) string { return strings.Join(list, ", ") },
		"n":        func(i int) int { return i + 1 },
		"style": func() (template.CSS, error) {
			text, err := assets.ReadFile("assets/page.css")
			return template.CSS(text), err
		},
		"script": func(name string) (template.JS, error) {
			text, err := assets.ReadFile("assets/" + name)
			return template.JS(text), err
		},
	})
	if err != nil {
		return err
	}
	if t, err = t.ParseFS(assets, "assets/page.html"); err != nil {
		return err
	}
	return t.ExecuteTemplate(w, "page.html", p)
}

// parts returns the templates that every page of executions has.
func parts(more template.FuncMap) (*template.Template, error) {
	return template.New("parts.html").Funcs(template.FuncMap{
		"shown": func(e *Explanation, n int) shownExecution { return shownExecution{e, n} },
		"drawn": func(g *Graph, n int) drawnGraph { return drawnGraph{g, n} },
		"execution": func(e *Explanation, n int) template.HTML {
			return executionSVG(e, fmt.Sprintf("head-%d", n))
		},
		"cycle":   func(list []Node, n int) template.HTML { return cycleSVG(list, fmt.Sprintf("cycle-head-%d", n)) },
		"graph":   func(g *Graph, n int) template.HTML { return GraphSVG(g, fmt.Sprintf("graph-head-%d", n)) },
		"short":   filepath.Base,
		"meaning": func(relation string) string { return relations[relation] },
	}).Funcs(more).ParseFS(assets, "assets/parts.html")
}

// A changeLine is a line of a diff with its class: added, removed, where, or empty.
type changeLine struct{ Text, Class string }

// changes returns the lines of a diff.
func changes(diff string) (list []changeLine) {
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		class := ""
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "@@"):
			class = "where"
		case strings.HasPrefix(line, "+"):
			class = "added"
		case strings.HasPrefix(line, "-"):
			class = "removed"
		}
		list = append(list, changeLine{line, class})
	}
	return list
}

// shownExecution and drawnGraph have a number that is unique in their page.
type shownExecution struct {
	Explanation *Explanation
	ID          int
}

type drawnGraph struct {
	Graph *Graph
	ID    int
}

// WriteExecution writes the part of a page that steps through an execution, for the Player
// of player.js: its cycle, if it has one, the player and the graph. number must be unique
// among the executions and graphs of the page.
func WriteExecution(w io.Writer, e *Explanation, number int) error {
	t, err := parts(nil)
	if err != nil {
		return err
	}
	shown := shownExecution{e, number}
	if len(e.Cycle) > 0 {
		if err := t.ExecuteTemplate(w, "cycle", shown); err != nil {
			return err
		}
	}
	return t.ExecuteTemplate(w, "player", shown)
}

// WriteGraph writes the part of a page that shows a graph. number is as in WriteExecution.
func WriteGraph(w io.Writer, g *Graph, number int) error {
	t, err := parts(nil)
	if err != nil {
		return err
	}
	return t.ExecuteTemplate(w, "graph", drawnGraph{g, number})
}

// A sourceFile is the part of a file that a finding concerns.
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
	Near   bool // the line is near a relevant one, and is printed
	// Unreached describes the part of the line that no execution reached; empty if there is
	// none.
	Unreached string
}

// nearLines is the distance from a relevant line up to which lines are printed.
const nearLines = 3

// source returns the files that a finding concerns, with relevant lines marked.
func (p *Page) source(b PageBug) []sourceFile {
	var files []sourceFile
	for _, f := range p.Files {
		if (trace.Pos{File: f.Name}).System() { // code of the compiler
			continue
		}
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

// reached returns the files with unreached code marked.
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
		if (trace.Pos{File: f.Name}).System() { // code of the compiler
			continue
		}
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
