package rewrite

import (
	"reflect"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// A function is the syntax tree of a function's definition with its tokens and their places in the
// text.
type function struct {
	files  map[string]*file
	tokens []token
	at     map[trace.Pos]int // the first token there
	spans  map[cc.Node]span
	parent map[cc.Node]cc.Node
}

// A span is the tokens first..last.
type span struct{ first, last int }

// A token is one of the preprocessed text. The tokens that an invocation of a macro made all have the
// place of the invocation.
type token struct {
	text       string
	space      bool  // a blank or comment precedes it
	file       *file // nil if it is in no file of the user
	lex        int   // the first lexeme of the token, or of the invocation
	start, end int   // bytes of the token, or of the invocation
	span             // of the invocation, or of the token alone
}

// newFunction reads the definition of a function.
func newFunction(tree *parse.Tree, files map[string]*file, def *cc.FunctionDefinition) *function {
	f := &function{files: files, at: map[trace.Pos]int{}, spans: map[cc.Node]span{}, parent: map[cc.Node]cc.Node{}}
	list := cc.NodeTokens(def)
	numbers := make(map[int]int, len(list)) // by sequence number
	places := make([]trace.Pos, len(list))
	for i := range list {
		numbers[list[i].Seq()] = i
		places[i] = tree.Pos(list[i])
		if _, ok := f.at[places[i]]; !ok {
			f.at[places[i]] = i
		}
		f.tokens = append(f.tokens, token{text: list[i].SrcStr(), space: tree.Spaced(list[i])})
	}
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && places[j] == places[i] {
			j++
		}
		f.locate(places, i, j)
		i = j
	}
	f.walk(def, nil, numbers)
	return f
}

// locate finds the place in the text of the tokens i..j-1, which have one position.
func (f *function) locate(places []trace.Pos, i, j int) {
	src := f.files[places[i].File]
	if src == nil {
		return
	}
	lex, ok := src.at[place{places[i].Line, places[i].Col}]
	if !ok {
		return
	}
	t := &f.tokens[i]
	x := &src.lex[lex]
	if x.Is("{") || j == i+1 && t.spelledAs(x) { // the definition of __func__ follows a function's {
		*t = token{text: t.text, space: t.space, file: src, lex: lex, start: x.Start, end: src.endOf(lex, t.text), span: span{i, i}}
		if x.Kind == parse.LexLiteral {
			t.end = f.endOfLiterals(src, lex, places, j)
		}
		return
	}
	end := x.End
	if open := src.skipNewlines(lex + 1); open < len(src.lex) && src.lex[open].Is("(") {
		_, spelled := f.at[trace.Pos{File: src.name, Line: src.lex[open].Line, Col: src.lex[open].Col}]
		if closing := src.close(open); !spelled && closing >= 0 {
			end = src.lex[closing].End
		}
	}
	for k := i; k < j; k++ {
		t := &f.tokens[k]
		*t = token{text: t.text, space: t.space, file: src, lex: lex, start: x.Start, end: end, span: span{i, j - 1}}
	}
}

// spelledAs reports whether the text at x is the token itself.
func (t *token) spelledAs(x *parse.Lexeme) bool {
	return t.text == x.Text || x.Kind == parse.LexLiteral || x.Kind == parse.LexPunct && strings.HasPrefix(t.text, x.Text)
}

// endOf returns the end of a token that begins at a lexeme. An operator may be several lexemes.
func (f *file) endOf(lex int, text string) int {
	n := len(f.lex[lex].Text)
	for n < len(text) && lex+1 < len(f.lex) && f.lex[lex+1].Kind == parse.LexPunct && f.lex[lex].Kind == parse.LexPunct {
		lex++
		n += len(f.lex[lex].Text)
	}
	return f.lex[lex].End
}

// endOfLiterals returns the end of consecutive string literals that the preprocessor joined: they end
// before the next token.
func (f *function) endOfLiterals(src *file, lex int, places []trace.Pos, next int) int {
	end := src.lex[lex].End
	if next >= len(places) || places[next].File != src.name {
		return end
	}
	until, ok := src.at[place{places[next].Line, places[next].Col}]
	for k := lex; ok && k < until; k++ {
		if src.lex[k].Kind != parse.LexNewline {
			end = src.lex[k].End
		}
	}
	return end
}

var tokenType = reflect.TypeFor[cc.Token]()

// walk records parents and spans of the nodes below n. The only common access to the children of the
// parser's nodes is by their exported fields.
func (f *function) walk(n, parent cc.Node, numbers map[int]int) (s span, ok bool) {
	v := reflect.ValueOf(n)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return s, false
	}
	f.parent[n] = parent
	add := func(t span) {
		if !ok {
			s, ok = t, true
		}
		s = span{min(s.first, t.first), max(s.last, t.last)}
	}
	v = v.Elem()
	for i := range v.NumField() {
		if !v.Type().Field(i).IsExported() {
			continue
		}
		if v.Field(i).Type() == tokenType {
			t := v.Field(i).Interface().(cc.Token)
			if k, known := numbers[t.Seq()]; known {
				add(span{k, k})
			}
		} else if part, isNode := v.Field(i).Interface().(cc.Node); isNode && !v.Field(i).IsZero() {
			if t, has := f.walk(part, n, numbers); has {
				add(t)
			}
		}
	}
	if ok {
		f.spans[n] = s
	}
	return s, ok
}

// nodeAt returns the smallest node that contains token i, or nil. Of several with the same tokens it
// returns the outermost.
func (f *function) nodeAt(i int) (found cc.Node) {
	best := span{0, len(f.tokens)}
	for n, s := range f.spans {
		if s.first <= i && i <= s.last && s.last-s.first < best.last-best.first {
			best, found = s, n
		}
	}
	for p := f.parent[found]; p != nil && f.spans[p] == best; p = f.parent[p] {
		found = p
	}
	return found
}

// isPlain reports whether a span neither begins nor ends within the expansion of a macro.
func (f *function) isPlain(s span) bool {
	first, last := &f.tokens[s.first], &f.tokens[s.last]
	return first.file != nil && first.file == last.file && first.first == s.first && last.last == s.last && first.start <= last.end
}

// A statement is a statement or declaration, with the facts that decide where a call can be put
// beside it.
type statement struct {
	node cc.Node
	span
	inBlock  bool // it is in a block, so that others may follow or precede it
	head     part // the part that contains the node
	partSpan span // the span of that part
}

// A part of a statement.
type part uint8

const (
	itself    part = iota // the statement is an expression, a declaration or a jump
	choice                // the controlling expression of if or switch
	condition             // of a loop
	opening               // the first clause of a for statement
	update                // the last clause of a for statement
)

// statement returns the innermost statement around a node; ok is false if there
// is none.
func (f *function) statement(n cc.Node) (st statement, ok bool) {
	for from := cc.Node(nil); n != nil; from, n = n, f.parent[n] {
		st = statement{node: n, span: f.spans[n], partSpan: f.spans[from]}
		switch x := n.(type) {
		case *cc.ExpressionStatement, *cc.JumpStatement:
		case *cc.Declaration:
			if _, inFor := f.parent[n].(*cc.IterationStatement); inFor {
				continue
			}
		case *cc.SelectionStatement:
			st.head = choice
		case *cc.IterationStatement:
			st.head = headOf(x, from)
		default:
			continue
		}
		st.inBlock = f.inBlock(n)
		return st, true
	}
	return st, false
}

func headOf(n *cc.IterationStatement, from cc.Node) part {
	switch {
	case n.Case == cc.IterationStatementForDecl && from == cc.Node(n.Declaration), n.Case == cc.IterationStatementFor && from == cc.Node(n.ExpressionList):
		return opening
	case n.Case == cc.IterationStatementForDecl && from == cc.Node(n.ExpressionList2), n.Case == cc.IterationStatementFor && from == cc.Node(n.ExpressionList3):
		return update
	}
	return condition
}

// inBlock reports whether a statement stands in a block.
func (f *function) inBlock(n cc.Node) bool {
	p := f.parent[n]
	if _, ok := p.(*cc.Statement); ok {
		p = f.parent[p]
	}
	_, ok := p.(*cc.BlockItem)
	return ok
}

// outer returns the statement around a statement.
func (f *function) outer(st statement) (statement, bool) {
	for n := f.parent[st.node]; n != nil; n = f.parent[n] {
		switch n.(type) {
		case *cc.SelectionStatement, *cc.IterationStatement, *cc.CompoundStatement:
			if _, body := f.parent[n].(*cc.FunctionDefinition); body {
				return statement{}, false
			}
			return statement{node: n, span: f.spans[n], inBlock: f.inBlock(n)}, true
		}
	}
	return statement{}, false
}
