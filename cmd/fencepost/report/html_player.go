package report

import (
	"fmt"
	"io"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// WriteExecution writes the part of a page that shows an execution: its cycle, if it has one, its
// steps and its graph. The Player of player.js steps through it. number must be unique among the
// executions and graphs of the page.
func WriteExecution(w io.Writer, e *Explanation, number int) error {
	return g.Group{g.Iff(len(e.Cycle) > 0, func() g.Node { return cycleNode(e, number) }), playerNode(e, number, true)}.Render(w)
}

// WriteGraph writes the part of a page that shows a graph. number is as in WriteExecution.
func WriteGraph(w io.Writer, x *Graph, number int) error { return graphNode(x, number).Render(w) }

// cycleNode returns a cycle as a picture and in words.
func cycleNode(e *Explanation, n int) g.Node {
	return g.Group{h.P(g.Text(e.Why())), h.Div(h.Class("cyclebox"),
		pictureBox("scroll", "the "+e.Shows+" as a picture", cycleSVG(e.Cycle, fmt.Sprintf("cycle-head-%d", n)), h.Role("group")),
		h.Ol(h.Class("nodes"), g.Map(e.Cycle, func(x Node) g.Node {
			return h.Li(h.Value(fmt.Sprint(x.Mark)), codeText(x.Does), g.If(x.At != "", g.Group{g.Text(" "), dimText(x.At)}), h.Br(), g.Text(x.Then))
		})))}
}

// pictureBox returns a box in which a picture scrolls.
func pictureBox(class, label, svg string, more ...g.Node) g.Node {
	return h.Div(h.Class(class), h.TabIndex("0"), g.Group(more), h.Aria("label", label), g.Raw(svg))
}

// playerNode returns what Player shows an execution in, its steps in words, and its graph.
func playerNode(e *Explanation, n int, graph bool) g.Node {
	button := func(does, title, text string) g.Node {
		return h.Button(h.Type("button"), h.Data("go", does), h.Title(title), g.Text(text))
	}
	values := "Memory"
	if e.Model == "c11" {
		values = "Latest values"
	}
	return g.Group{
		h.Div(h.Class("player"),
			h.Div(h.Class("controls"), h.Role("group"), h.Aria("label", "steps"),
				button("first", "to the start (Home)", "start"),
				g.Text("\n"), button("back", "one step back (left arrow)", "\u25C0 back"),
				g.Text("\n"), button("next", "one step on (right arrow)", "next \u25B6"),
				g.Text("\n"), button("mark", "to the next numbered event (m)", "next numbered"),
				g.Text("\n"), button("last", "to the end (End)", "end"),
				g.Text("\n"), h.Input(h.Type("range"), h.Min("0"), h.Max(fmt.Sprint(len(e.Steps))), h.Value("0"), h.Aria("label", "step")),
				g.Text("\n"), g.El("output", h.Class("at"))),
			g.If(len(e.Orders) > 0, h.P(h.Class("key"),
				h.Span(h.Class("reads"), g.Text("reads from")), g.Text("; "),
				h.Span(h.Class("mo"), g.Text("comes before in modification order (only what is decided)")), g.Text("; "),
				h.Span(h.Class("sw"), g.Text("synchronises with")), g.Text(". Beside the latest values stand the earlier ones, newest first."))),
			h.P(h.Class("sentence"), h.Aria("live", "polite")),
			h.Div(h.Class("panes"),
				pictureBox("scroll picture", "the execution as a picture", executionSVG(e, fmt.Sprintf("head-%d", n))),
				h.Div(h.Class("state"),
					h.H4(g.Text(values)),
					h.Table(h.Class("memory"), h.TBody()),
					h.Div(g.If(!e.Buffered, g.Attr("hidden")), h.H4(g.Text("Store buffers")), h.Ul(h.Class("buffers"))),
					h.Div(h.Class("olds"), g.Attr("hidden"), h.H4(g.Text("Old values that may still be read")), h.Ul(h.Class("old")))))),
		h.Details(h.Class("steps"), h.Summary(g.Text("All steps in words")), h.Ol(g.Map(e.Steps, func(s Step) g.Node {
			return h.Li(h.Value(fmt.Sprint(s.Event)),
				g.If(s.Mark > 0, g.Group{h.B(g.Textf("(%d)", s.Mark)), g.Text(" ")}),
				g.Text(s.Sentence),
				g.If(s.place().Line > 0, g.Group{g.Text(" "), dimText(shortPlace(s.place().File, s.place().Line))}))
		}))),
		g.Iff(graph && e.Graph != nil, func() g.Node {
			return h.Details(h.Class("relations"), h.Summary(g.Text("As a graph of relations")), graphNode(e.Graph, n))
		}),
	}
}

// graphNode returns a graph, with switches that show and hide its relations.
func graphNode(x *Graph, n int) g.Node {
	return h.Div(h.Class("graphbox"),
		h.Div(h.Class("switches"), h.Role("group"), h.Aria("label", "relations that are shown"), g.Map(x.Relations(), func(name string) g.Node {
			return g.Group{g.Text("\n"), h.Label(h.Class(name), h.Input(h.Type("checkbox"), h.Data("relation", name), g.If(name != "hb", h.Checked())), g.Text(" "+name+" "), dimText(relations[name]))}
		})),
		pictureBox("scroll", "the graph as a picture", graphSVG(x, fmt.Sprintf("graph-head-%d", n)), h.Role("group")))
}
