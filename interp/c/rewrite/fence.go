package rewrite

import (
	"strings"

	"fencepost/interp/c/types"

	"modernc.org/cc/v4"
)

// An Effort says how hard a fence is to write and to read.
type Effort int

// The efforts.
const (
	AsStatement  Effort = iota
	InHead              // with a comma, in the head of a statement
	InExpression        // with a comma, in the middle of an expression
	Hard                // as a statement expression, or not at all
)

// An access is an access of the program in the syntax tree.
type access struct {
	*function
	token int               // the token at its position
	node  cc.Node           // the node that performs the access; nil if unknown
	expr  *types.Expr       // of node; nil if it is an initialisation
	list  cc.ExpressionNode // node, if it is an expression
}

// fenceWays returns the ways to put a call before or after an access, best first. Which of them is
// right depends on the other accesses around it.
func (a *access) fenceWays(call string, later bool) []way {
	var list []way
	if st, ok := a.statement(a.node); ok {
		list = a.besideStatement(st, call, later)
		for up, more := a.outer(st); more && !a.isPlain(st.span); up, more = a.outer(up) {
			list = append(list, a.beside(up, call, later)...)
			st = up
		}
	}
	return append(list, a.inExpression(call, later)...)
}

// besideStatement returns the ways to put a call before or after a statement or a part of its head.
func (a *access) besideStatement(st statement, call string, later bool) []way {
	first := func() way {
		return way{edits: []edit{{span: st.partSpan, where: before, text: call + ", "}}, effort: InHead}
	}
	last := func() way {
		return way{edits: []edit{{span: st.partSpan, where: after, text: ", " + call}}, effort: InHead}
	}
	_, jump := st.node.(*cc.JumpStatement)
	switch {
	case st.head == itself && !(jump && later):
		return a.beside(st, call, later)
	case (st.head == choice || st.head == opening) && !later && st.inBlock:
		return append(a.beside(st, call, later), first())
	case st.head == choice && !later, st.head == condition && !later, st.head == update && !later:
		return []way{first()}
	case st.head == update, st.head == opening && later:
		return []way{last()}
	}
	return nil
}

// beside returns the ways to put a call before or after a statement. It adds braces around both if
// the statement is not in a block.
func (a *access) beside(st statement, call string, later bool) []way {
	w := way{effort: AsStatement}
	switch {
	case !st.inBlock && later:
		w.edits = []edit{{span: st.span, where: before, text: "{ "}, {span: st.span, where: after, text: " " + call + "; }"}}
	case !st.inBlock:
		w.edits = []edit{{span: st.span, where: before, text: "{ " + call + "; "}, {span: st.span, where: after, text: " }"}}
	case later:
		w.edits = []edit{{span: st.span, where: after, text: " " + call + ";"}}
		w.layout = a.lineAfter(st.span, call+";")
	default:
		w.edits = []edit{{span: st.span, where: before, text: call + "; "}}
		w.layout = a.lineBefore(st.span, call+";")
	}
	return []way{w}
}

// lineBefore returns the edit that puts a line before a span, or nil if the span's first line has
// other text.
func (f *function) lineBefore(s span, text string) []textEdit {
	t := &f.tokens[s.first]
	if t.file == nil || t.span.first != s.first {
		return nil
	}
	indent, alone := t.file.indent(t.start)
	if !alone {
		return nil
	}
	return []textEdit{{t.file, t.start, t.start, text + t.file.eol() + indent}}
}

// lineAfter returns the edit that puts a line after a span, or nil if the span's last line has other
// text.
func (f *function) lineAfter(s span, text string) []textEdit {
	t, begin := &f.tokens[s.last], &f.tokens[s.first]
	if t.file == nil || t.file != begin.file || t.span.last != s.last {
		return nil
	}
	indent, alone := t.file.indent(begin.start)
	end, ok := t.file.ends(t.end)
	if !alone || !ok {
		return nil
	}
	return []textEdit{{t.file, end, end, t.file.eol() + indent + text}}
}

// inExpression returns the ways to put a call before or after an expression
// within another.
func (a *access) inExpression(call string, later bool) []way {
	if a.list == nil {
		return nil
	}
	s := a.spans[a.list]
	around := func(first, last string, effort Effort) []way {
		return []way{{edits: []edit{{span: s, where: before, text: first}, {span: s, where: after, text: last}}, effort: effort}}
	}
	open, shut := "({ __auto_type fencepost_value = (", "); "+call+"; fencepost_value; })"
	switch {
	case !later:
		list := around("("+call+", ", ")", InExpression)
		if v := a.stored(); v != nil {
			s = a.spans[v]
			list = append(list, around(open, shut, Hard)...)
		}
		return list
	case a.expr.Type.IsVoid():
		return around("(", ", "+call+")", Hard)
	}
	return around(open, shut, Hard)
}

// stored returns the expression of the value that an access stores, or nil: it
// is evaluated before the access, in one expression with it.
func (a *access) stored() cc.ExpressionNode {
	switch n := a.list.(type) {
	case *cc.AssignmentExpression:
		return n.AssignmentExpression
	case *cc.PostfixExpression:
		if l := n.ArgumentExpressionList; n.Case == cc.PostfixExpressionCall && l != nil && l.ArgumentExpressionList != nil {
			return l.ArgumentExpressionList.AssignmentExpression
		}
	}
	return nil
}

// removalWays returns the ways to remove a call that has no other effect.
func (a *access) removalWays() []way {
	if a.list == nil {
		return nil
	}
	s := a.spans[a.list]
	var list []way
	if st, ok := a.statement(a.node); ok {
		if _, alone := st.node.(*cc.ExpressionStatement); alone && st.partSpan == s && a.isPlain(st.span) {
			if st.inBlock {
				list = append(list, way{layout: a.cut(st.span)})
			} else {
				list = append(list, way{edits: []edit{{span: s, where: instead}}})
			}
		}
	}
	for k := s.first - 1; k <= s.last+1; k += s.last - s.first + 2 { // a comma before or after it
		if k >= 0 && k < len(a.tokens) && a.tokens[k].text == "," {
			list = append(list, way{edits: []edit{{span: span{min(k, s.first), max(k, s.last)}, where: instead}}})
		}
	}
	return append(list, way{edits: []edit{{span: s, where: instead, text: "(void)0"}}})
}

// cut returns the edit that removes a span, with its lines if they have no other text.
func (f *function) cut(s span) []textEdit {
	first, last := &f.tokens[s.first], &f.tokens[s.last]
	t := textEdit{file: first.file, start: first.start, end: last.end}
	indent, alone := t.file.indent(t.start)
	if end, ok := t.file.ends(t.end); alone && ok {
		t.start -= len(indent)
		t.end = end
		for _, eol := range []string{"\r", "\n"} {
			t.end += len(t.file.text[t.end:]) - len(strings.TrimPrefix(t.file.text[t.end:], eol))
		}
	}
	return []textEdit{t}
}
