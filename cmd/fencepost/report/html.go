package report

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/interp/search/candidates"
	"fencepost/trace"
	"fencepost/trace/lists"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

//go:embed assets
var assets embed.FS

// Assets returns the files of pages of executions: page.css, and player.js, which steps
// through the output of WriteExecution.
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
	findings, err := json.Marshal(p.Findings)
	if err != nil {
		return err
	}
	status := string(p.Status)
	if p.Caution {
		status = "incomplete"
	}
	return document(filepath.Base(p.Program)+": "+p.Verdict, findings,
		h.Header(h.H1(g.Text(p.Program)), h.P(h.Class("verdict "+status), g.Text(p.Verdict))),
		h.Main(
			p.Lesson.section(),
			p.outcomes(),
			p.causes(),
			p.contents(),
			each(p.Findings, func(i int, f PageBug) g.Node { return p.finding(i, &f) }),
			p.benign(),
			p.coverage(),
			p.summary(),
			p.remarks(),
		)).Render(w)
}

// writeSections writes a page of candidate executions, each drawn as a graph.
func writeSections(w io.Writer, title, source string, sections []candidates.Section) error {
	return document(title, []byte("[]"),
		h.Header(h.H1(g.Text(title))),
		h.Main(h.Pre(g.Text(source)), each(sections, func(i int, s candidates.Section) g.Node {
			return section(fmt.Sprintf("section-%d", i+1), s.Heading,
				g.If(s.Columns != nil, h.Div(h.Class("columns"), elements(s.Columns, h.Pre))),
				g.If(s.Text != "", h.Pre(g.Text(s.Text))),
				g.Iff(s.Picture != nil, func() g.Node { return graphNode(PictureGraph(s.Picture, nil, nil), i) }))
		}))).Render(w)
}

// document returns a page with its style and its scripts. findings, as JSON, are what its
// players show.
func document(title string, findings []byte, body ...g.Node) g.Node {
	return h.Doctype(h.HTML(h.Lang("en"),
		h.Head(
			h.Meta(h.Charset("utf-8")),
			h.Meta(h.Name("viewport"), h.Content("width=device-width, initial-scale=1")),
			g.Raw(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">`),
			h.Meta(h.Name("color-scheme"), h.Content("light dark")),
			h.TitleEl(g.Text(title)),
			h.StyleEl(asset("page.css")),
		),
		h.Body(
			g.Group(body),
			h.Script(h.Type("application/json"), h.ID("data"), g.Raw(string(findings))),
			h.Script(asset("player.js"), g.Raw("\n"), asset("page.js")),
		)))
}

// asset returns the text of a file of the page.
func asset(name string) g.Node {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err)
	}
	return g.Raw(string(text))
}

// each returns a node for each element of a list.
func each[T any](list []T, node func(int, T) g.Node) g.Group {
	var out g.Group
	for i, x := range list {
		out = append(out, node(i, x))
	}
	return out
}

// elements returns an element for each text.
func elements(list []string, element func(...g.Node) g.Node) g.Group {
	return g.Map(list, func(s string) g.Node { return element(g.Text(s)) })
}

// section returns a section of a page, on a line of its own.
func section(id, heading string, content ...g.Node) g.Node {
	return g.Group{g.Raw("\n"), h.Section(h.ID(id), h.H2(g.Text(heading)), g.Group(content))}
}

// scrollTable returns a table that scrolls on narrow screens, with a line for each row.
func scrollTable(head g.Node, rows g.Group) g.Node {
	for i, row := range rows {
		rows[i] = g.Group{g.Raw("\n"), row}
	}
	return h.Div(h.Class("scroll"), h.Table(h.THead(h.Tr(head)), h.TBody(rows)))
}

// shortPlace names a line without the folder of its file.
func shortPlace(file string, line int) string { return fmt.Sprintf("%s:%d", filepath.Base(file), line) }

func codeText(text string) g.Node    { return h.Code(g.Text(text)) }
func commandText(text string) g.Node { return h.Code(h.Class("command"), g.Text(text)) }
func dimText(text string) g.Node     { return h.Span(h.Class("dim"), g.Text(text)) }
func numeric() g.Node                { return h.Class("num") }

// node returns the table of outcomes, its first column under a heading.
func (t *PageTable) node(heading string, cell ...g.Node) g.Node {
	column := func(element func(...g.Node) g.Node, list []string) g.Group {
		return g.Map(list, func(s string) g.Node { return element(g.Group(cell), g.Text(s)) })
	}
	return scrollTable(g.Group{h.Th(g.Text(heading)), column(h.Th, t.Models)}, g.Map(t.Rows, func(r PageOutcomes) g.Node {
		return h.Tr(h.Td(codeText(r.State)), column(h.Td, r.Executions))
	}))
}

func (p *Page) outcomes() g.Node {
	if p.Outcomes == nil {
		return nil
	}
	return section("outcomes", "Outcomes", p.Outcomes.node("final state", numeric()),
		h.P(h.Class("dim"), g.Text("How many executions end in each final state; a dash: none does.")))
}

func (p *Page) causes() g.Node {
	if len(p.Causes) == 0 {
		return nil
	}
	return section("causes", "Causes", h.Ol(g.Map(p.Causes, func(c Cause) g.Node {
		leads := lists.Map(c.Findings, func(f CauseResult) string {
			return fmt.Sprintf("%s at %s (%s)", f.Kind, f.At, strings.Join(f.Models, ", "))
		})
		return h.Li(h.B(g.Text(c.Kind)), g.Text(": "+c.Explanation),
			h.Ul(g.Map(c.Accesses, func(a Place) g.Node {
				return h.Li(codeText(shortPlace(a.File, a.Line)), g.Text(" "), codeText(a.Text))
			})),
			h.P(h.Class("dim"), g.Text("Leads to "+strings.Join(leads, "; ")+".")),
			c.fix())
	})))
}

// fix returns the change that mends a cause, or how to look for one.
func (c *Cause) fix() g.Node {
	switch f := c.Fix; {
	case f == nil && c.Search == "":
		return nil
	case f == nil:
		return h.P(g.Text("To look for a fix: "), commandText(c.Search))
	default:
		return g.Group{
			h.P(g.Text("The fix (" + f.sure() + "): " + f.Description)),
			g.If(f.Diff != "", h.Pre(h.Class("diff"), g.Map(changes(f.Diff), func(l changeLine) g.Node {
				return g.Group{h.Span(h.Class(l.Class), g.Text(l.Text)), g.Text("\n")}
			}))),
			elements(f.Notes, h.P),
		}
	}
}

func (p *Page) contents() g.Node {
	if len(p.Findings) < 2 {
		return nil
	}
	heading := "Errors"
	if p.Outcomes != nil {
		heading = "Executions"
	}
	return section("contents", heading, h.Ol(each(p.Findings, func(i int, f PageBug) g.Node {
		return h.Li(h.A(h.Href(fmt.Sprintf("#finding-%d", i+1)), g.Text(joined(": ", f.At, f.What))), g.Text(" "), dimText(strings.Join(f.Models, ", ")))
	})))
}

// maxPageEvents bounds the events of all graphs of a page: where they are many and large, to find
// ways for their edges takes longer than the search for the errors.
const maxPageEvents = 2 * maxGraphEvents

// drawsGraph reports whether the page has room for a graph, and takes the room.
func (p *Page) drawsGraph(x *Graph) bool {
	if x == nil || p.graphEvents+len(x.Events) > maxPageEvents {
		return false
	}
	p.graphEvents += len(x.Events)
	return true
}

// finding returns the section of the error or the outcome with an index.
func (p *Page) finding(i int, f *PageBug) g.Node {
	under := "under " + strings.Join(f.Models, ", ")
	if f.SC {
		under += ": no reordering is needed for it"
	}
	if f.Count > 0 {
		under += fmt.Sprintf("; %d executions ended in it", f.Count)
	}
	place := g.Iff(f.At != "", func() g.Node { return g.Group{g.Text("at "), codeText(f.At), g.Text(", ")} })
	return g.Group{g.Raw("\n"), h.Section(h.Class("finding"), h.ID(fmt.Sprintf("finding-%d", i+1)), h.Data("finding", fmt.Sprint(i)),
		h.H2(g.Text(f.What)),
		h.P(place, g.Text(under+". "+f.Why)),
		g.If(f.Text != "", h.Pre(h.Class("error"), g.Text(f.Text))),
		g.If(f.Witness != "", h.P(g.Text("To replay it: "), commandText("fencepost replay "+f.Witness))),
		g.Iff(f.Explanation != nil, func() g.Node {
			e := f.Explanation
			return g.Group{
				g.Iff(len(e.Cycle) > 0, func() g.Node { return g.Group{h.H3(g.Text("The " + e.Shows)), cycleNode(e, i)} }),
				h.H3(g.Text("The execution, under " + e.Model)),
				playerNode(e, i, p.drawsGraph(e.Graph)),
			}
		}),
		h.H3(g.Text("The source")),
		g.Map(p.source(*f), func(s sourceFile) g.Node { return s.node(s.Name, h.Data("file", s.Name)) }),
	)}
}

// node returns the lines of a file, which a label describes.
func (f *sourceFile) node(label string, more ...g.Node) g.Node {
	return g.Group{h.H4(g.Text(f.Name)), h.Div(h.Class("source"), h.TabIndex("0"), g.Group(more), h.Aria("label", label),
		h.Table(h.TBody(g.Map(f.Lines, sourceLine.node))))}
}

func (l sourceLine) node() g.Node {
	class := slices.Concat(lists.If(l.Error, "error"), lists.If(len(l.Marks) > 0, "marked"), lists.If(l.Unreached != "", "unreached"), lists.If(l.Near, "near"))
	return g.Group{g.Raw("\n"), h.Tr(h.Data("line", fmt.Sprint(l.Number)), h.Class(strings.Join(class, " ")),
		h.Td(h.Class("gutter"), g.Text(l.Unreached), g.Map(l.Marks, func(n int) g.Node { return h.Span(h.Class("badge"), g.Text(fmt.Sprint(n))) })),
		h.Td(h.Class("number"), g.Text(fmt.Sprint(l.Number))),
		h.Td(codeText(l.Text)))}
}

func (p *Page) benign() g.Node {
	if len(p.Benign) == 0 {
		return nil
	}
	return section("benign", "Benign violations",
		h.P(g.Text("These cycles were confirmed and led to no error.")),
		h.Details(h.Summary(g.Textf("%d cycles", len(p.Benign))), scrollTable(
			g.Group{h.Th(numeric(), g.Text("cycle")), h.Th(g.Text("sites")), h.Th(g.Text("confirmed"))},
			g.Map(p.Benign, func(l PageLine) g.Node {
				return h.Tr(h.Td(numeric(), g.Textf("#%d", l.Number)), h.Td(codeText(l.Sites)), h.Td(g.Text(l.Trials)))
			}))))
}

func (p *Page) coverage() g.Node {
	c := p.Coverage
	if c == nil {
		return nil
	}
	share := func(c Covered) string { return fmt.Sprintf("%d of %d", c.Reached, c.Total) }
	return section("coverage", "Coverage",
		h.P(g.Text("The executions reached "+share(c.Lines)+" lines, "+share(c.Branches)+" branches and "+share(c.Assertions)+" assertions.")),
		h.Details(g.If(len(c.Assertions.Unreached) > 0, g.Attr("open")), h.Summary(g.Text("The source, what was not reached marked")),
			g.Map(p.reached(), func(f sourceFile) g.Node { return f.node(f.Name + ", coverage") })))
}

func (p *Page) summary() g.Node {
	if len(p.Summary) == 0 {
		return nil
	}
	head := g.Group{h.Th(g.Text("model"))}
	for _, column := range []string{"predicted", "under the model", "confirmed", "buggy", "mean probability", "errors"} {
		head = append(head, h.Th(numeric(), g.Text(column)))
	}
	return section("summary", "Summary",
		scrollTable(head, g.Map(p.Summary, func(r PageRow) g.Node {
			row := g.Group{h.Td(h.B(g.Text(r.Model)), g.Text(" "), dimText(r.Title))}
			for _, x := range []any{r.Predicted, r.UnderModel, r.Confirmed, r.Buggy, r.Mean, r.Errors} {
				row = append(row, h.Td(numeric(), g.Text(fmt.Sprint(x))))
			}
			return h.Tr(row)
		})),
		h.P(h.Class("dim"), g.Textf("Cycles that were predicted from executions under sequential consistency; those predicted under the model; those that were made to happen (confirmed); those that then led to an error (buggy). %d executions under sequential consistency, seed %d.", p.SCRuns, p.Seed)))
}

func (p *Page) remarks() g.Node {
	if len(p.Remarks) == 0 {
		return nil
	}
	return section("remarks", "Place by place", scrollTable(
		elements([]string{"place", "what", "source", "why"}, h.Th),
		g.Map(p.Remarks, func(r Remark) g.Node {
			return h.Tr(g.If(r.Warning, h.Class("marked")), h.Td(codeText(shortPlace(r.Pos.File, r.Pos.Line))), h.Td(h.B(g.Text(r.Subject))), h.Td(codeText(r.Line)), h.Td(g.Text(r.Text)))
		})))
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

// ownFiles returns the program's files with all their lines. It leaves out the compiler's files.
func (p *Page) ownFiles() (files []sourceFile) {
	for _, f := range p.Files {
		if (trace.Pos{File: f.Name}).System() {
			continue
		}
		out := sourceFile{Name: f.Name}
		for k, text := range strings.Split(strings.TrimSuffix(f.Text, "\n"), "\n") {
			out.Lines = append(out.Lines, sourceLine{Number: k + 1, Text: printable(strings.TrimSuffix(text, "\r"))})
		}
		files = append(files, out)
	}
	return files
}

// source returns the files that a finding concerns, with relevant lines marked.
func (p *Page) source(b PageBug) []sourceFile {
	var files []sourceFile
	for _, f := range p.ownFiles() {
		used := false
		matters := func(line int) {
			used = true
			for k := max(1, line-nearLines); k <= min(line+nearLines, len(f.Lines)); k++ {
				f.Lines[k-1].Near = true
			}
		}
		if b.File == f.Name && b.Line >= 1 && b.Line <= len(f.Lines) {
			f.Lines[b.Line-1].Error = true
			matters(b.Line)
		}
		if b.Explanation != nil {
			for _, s := range b.Explanation.Steps {
				if s.File != f.Name || s.Line < 1 || s.Line > len(f.Lines) {
					continue
				}
				used = true
				if l := &f.Lines[s.Line-1]; s.Mark > 0 && !slices.Contains(l.Marks, s.Mark) {
					l.Marks = append(l.Marks, s.Mark)
					matters(s.Line)
				}
			}
		}
		if used {
			files = append(files, f)
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
	files = p.ownFiles()
	for _, f := range files {
		for k := range f.Lines {
			for _, name := range []string{f.Name, filepath.Base(f.Name)} {
				if mark := what[fmt.Sprintf("%s:%d", name, k+1)]; mark != "" {
					f.Lines[k].Unreached, f.Lines[k].Near = mark, true
				}
			}
		}
	}
	return files
}
