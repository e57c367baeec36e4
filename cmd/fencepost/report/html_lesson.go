package report

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// section returns the part of a page that teaches; nil if there is no lesson.
func (b *Lesson) section() g.Node {
	if b == nil {
		return nil
	}
	paragraphs := func(list []string) g.Node { return elements(list, h.P) }
	return section("lesson", b.Name+": "+b.Title,
		paragraphs(b.Text),
		h.Pre(g.Text(b.Source)),
		h.H3(g.Text("Predict")),
		h.P(g.Text(b.Question)),
		options(b.Options),
		answer(right(b.Options), b.Table().lesson(), paragraphs(b.Paragraphs())),
		h.H3(g.Text("Play")),
		h.P(g.Text(b.Play.Text+" The goal under "+b.Play.Model+" is "), codeText(b.Play.Goal), g.Text(": "), commandText("fencepost learn "+b.Name)),
		b.Repair.part(),
		b.Transfer.part())
}

// answer returns the answer to a question. The reader unfolds it.
func answer(content ...g.Node) g.Node {
	return h.Details(h.Summary(g.Text("The answer")), g.Group(content))
}

// options returns the possible answers to a question.
func options(list []LessonOption) g.Node {
	return h.FieldSet(h.Legend(g.Text("Tick what you expect")), g.Map(list, func(o LessonOption) g.Node {
		return h.Label(h.Input(h.Type("checkbox")), g.Text(" "), codeText(o.Text))
	}))
}

// right returns the right answers to a question.
func right(list []LessonOption) g.Node {
	return h.Ul(g.Map(list, func(o LessonOption) g.Node { return g.If(o.Right, h.Li(codeText(o.Text))) }))
}

func (r *LessonRepair) part() g.Node {
	if r == nil {
		return nil
	}
	return g.Group{
		h.H3(g.Text("Repair")),
		h.P(g.Text(r.Text)),
		h.Details(h.Summary(g.Text("A cheapest choice under "+r.Model)), h.Ul(elements(r.Changes(), h.Li)), h.P(g.Textf("It costs %d.", r.Cost))),
	}
}

func (x *LessonTransfer) part() g.Node {
	if x == nil {
		return nil
	}
	return g.Group{
		h.H3(g.Text("Transfer: " + x.File)),
		h.P(g.Text(x.Question)),
		h.Pre(g.Text(x.Source)),
		options(x.Options),
		answer(right(x.Options), h.P(g.Text(x.Text))),
	}
}

func (t *PageTable) lesson() g.Node {
	if t == nil {
		return nil
	}
	return t.node("outcome")
}
