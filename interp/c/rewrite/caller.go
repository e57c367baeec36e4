package rewrite

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lists"

	"modernc.org/cc/v4"
)

// AtCallers returns changes of the calls of the function that contains an access, if the access has
// its memory order from a parameter. Calls that pass the order from pass the order to instead: each
// call alone, and all together. If a call passes a parameter of its own function, AtCallers also
// follows the callers of that. It leaves out results that do not compile.
func (s *Source) AtCallers(site int32, from, to trace.Order) (list []*Result) {
	a := s.access(site)
	if a == nil {
		return nil
	}
	call := a.call()
	if call == nil {
		return nil
	}
	var edits []textEdit
	c := callers{s, from, to, map[*cc.FunctionDefinition]bool{}}
	for _, arg := range slices.Backward(arguments(call)) {
		if edits = c.passed(a.function, a.spans[arg]); len(edits) > 0 {
			break
		}
	}
	try := func(edits ...textEdit) {
		if now, err := s.edited(edits); err == nil {
			r := now.since(s)
			r.Calls = lists.Map(edits, func(e textEdit) trace.Pos {
				return trace.Pos{File: e.file.name, Line: 1 + strings.Count(e.file.text[:e.start], "\n")}
			})
			list = append(list, r)
		}
	}
	for _, e := range edits {
		try(e)
	}
	if len(edits) > 1 {
		try(edits...)
	}
	return list
}

// call returns the call that performs an access, or nil if none does.
func (a *access) call() *cc.PostfixExpression {
	for n := a.node; n != nil && a.spans[n].first == a.token; n = a.parent[n] {
		if call, ok := n.(*cc.PostfixExpression); ok && call.Case == cc.PostfixExpressionCall {
			return call
		}
	}
	return nil
}

// callers follows a memory order from a parameter to the calls that pass it.
type callers struct {
	*Source
	from, to trace.Order
	seen     map[*cc.FunctionDefinition]bool
}

// passed returns the edits of the calls that pass a memory order to arg, an argument in f that is a
// parameter of f.
func (c *callers) passed(f *function, arg span) (edits []textEdit) {
	if arg.first != arg.last {
		return nil
	}
	def := f.definition()
	k := slices.Index(parameters(def), f.tokens[arg.first].text)
	if k < 0 || c.seen[def] {
		return nil
	}
	c.seen[def] = true
	name := def.Declarator.Name()
	for _, g := range c.allFunctions() {
		for _, call := range g.calls(name) {
			args := arguments(call)
			if k >= len(args) {
				continue
			}
			own := g.spans[args[k]]
			if own.first == own.last && spells(g.tokens[own.first].text, c.from) {
				text := orderName(c.to)
				if strings.HasPrefix(g.tokens[own.first].text, "__ATOMIC_") {
					text = gnuName(c.to)
				}
				if t, ok := g.place(edit{span: own, where: instead, text: text, order: true}); ok {
					edits = append(edits, t)
				}
				continue
			}
			edits = append(edits, c.passed(g, own)...)
		}
	}
	return edits
}

// spells reports whether a token is a memory order.
func spells(text string, o trace.Order) bool {
	return text == orderName(o) || text == gnuName(o) || text == strconv.Itoa(int(o-trace.Relaxed))
}

// allFunctions returns the functions of the program, in the order of their names.
func (s *Source) allFunctions() (list []*function) {
	for _, name := range slices.Sorted(maps.Keys(s.defs)) {
		for _, d := range s.defs[name] {
			list = append(list, s.functionOf(d))
		}
	}
	return list
}

// definition returns the definition of f in the tree.
func (f *function) definition() *cc.FunctionDefinition {
	for n := range f.parent {
		if def, ok := n.(*cc.FunctionDefinition); ok {
			return def
		}
	}
	return nil
}

// calls returns the calls of a function by its name in f, in the order of the text.
func (f *function) calls(name string) (list []*cc.PostfixExpression) {
	for n, s := range f.spans {
		call, ok := n.(*cc.PostfixExpression)
		if ok && call.Case == cc.PostfixExpressionCall && f.tokens[s.first].text == name && f.spans[call.PostfixExpression] == (span{s.first, s.first}) {
			list = append(list, call)
		}
	}
	slices.SortFunc(list, func(a, b *cc.PostfixExpression) int { return f.spans[a].first - f.spans[b].first })
	return list
}

// arguments returns the arguments of a call.
func arguments(call *cc.PostfixExpression) (list []cc.Node) {
	for l := call.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		list = append(list, l.AssignmentExpression)
	}
	return list
}

// parameters returns the names of a function's parameters; "" for a parameter without a name.
func parameters(def *cc.FunctionDefinition) (names []string) {
	if def == nil || def.Declarator == nil || def.Declarator.DirectDeclarator == nil || def.Declarator.DirectDeclarator.ParameterTypeList == nil {
		return nil
	}
	for l := def.Declarator.DirectDeclarator.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
		name := ""
		if d := l.ParameterDeclaration.Declarator; d != nil {
			name = d.Name()
		}
		names = append(names, name)
	}
	return names
}
