package rewrite

import (
	"maps"
	"slices"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace/lists"
)

// An edit is a change of the preprocessed text of a function: text to put before its span, after it,
// or in its place.
type edit struct {
	span
	where side
	text  string
	order bool // the span is a memory order, in any spelling
}

// A side of a span.
type side uint8

const (
	before side = iota
	after
	instead
)

// A way is a candidate for a change. Whether it is right depends on macros, and on the other accesses
// of the statement.
type way struct {
	edits  []edit
	layout []textEdit // the same change as separate lines; nil if that is not possible
	effort Effort
}

// direct returns the edits of a way in the text as it is, or nil if an edit is within the expansion
// of a macro.
func (f *function) direct(w way) []textEdit {
	if w.layout != nil {
		return w.layout
	}
	var list []textEdit
	for _, e := range w.edits {
		t, ok := f.place(e)
		if !ok {
			return nil
		}
		list = append(list, t)
	}
	return list
}

// place converts an edit to one of the text. ok is false if it is within the expansion of a macro.
func (f *function) place(e edit) (t textEdit, ok bool) {
	first, last := &f.tokens[e.first], &f.tokens[e.last]
	t = textEdit{file: first.file, start: first.start, end: first.start, text: e.text}
	switch e.where {
	case before:
		return t, first.file != nil && first.first == e.first
	case after:
		return textEdit{file: last.file, start: last.end, end: last.end, text: e.text}, last.file != nil && last.last == e.last
	}
	t.end = last.end
	if next := e.last + 1; e.text == "" && last.text == "," && f.tokens[next].file == last.file && f.tokens[next].start > t.end {
		t.end = f.tokens[next].start
	}
	if strings.HasPrefix(e.text, ",") && e.first > 0 && f.tokens[e.first-1].file == first.file && f.tokens[e.first-1].end <= t.start {
		t.start = f.tokens[e.first-1].end // no blank before a comma
	}
	return t, f.isPlain(e.span)
}

// maxDefinitions bounds the changes of definitions that are tried for one way.
const maxDefinitions = 12

// A redefinition is the change of a way made to the definition of a macro.
type redefinition struct {
	macro string
	edits []textEdit
}

// definitions returns the changes of macro definitions that may perform a way, if all its edits are
// within one invocation. The definition has the same tokens, or parameters in their place.
func (f *function) definitions(w way) []redefinition {
	in := f.invocation(w)
	if in == nil {
		return nil
	}
	var list []redefinition
	for _, d := range f.expanded(in) {
		for _, edits := range f.within(d, w.edits, 0) {
			if len(list) < maxDefinitions {
				list = append(list, redefinition{d.name, edits})
			}
		}
	}
	return list
}

// invocation returns a token of the invocation of a macro that all edits of a way are within; nil if there is
// none.
func (f *function) invocation(w way) *token {
	if len(w.edits) == 0 {
		return nil
	}
	in := &f.tokens[w.edits[0].first]
	if in.file == nil || in.spelledAlone() {
		return nil
	}
	if slices.ContainsFunc(w.edits, func(e edit) bool { return e.first < in.first || in.last < e.last }) {
		return nil
	}
	return in
}

// inArguments returns the changes of the arguments of one invocation that may perform a way: they have the
// same tokens.
func (f *function) inArguments(w way) [][]textEdit {
	in := f.invocation(w)
	if in == nil {
		return nil
	}
	return f.within(definition{file: in.file, body: in.written()}, w.edits, 0)
}

// written returns the lexemes of an invocation as it is in the text.
func (t *token) written() []parse.Lexeme {
	end := t.lex
	for end < len(t.file.lex) && t.file.lex[end].Start < t.end {
		end++
	}
	return lists.Where(t.file.lex[t.lex:end], func(x parse.Lexeme) bool { return x.Kind != parse.LexNewline })
}

// spelledAlone reports whether the token is written in the text, and not the result of a macro.
func (t *token) spelledAlone() bool {
	return t.span.first == t.span.last && t.spelledAs(&t.file.lex[t.lex])
}

// expanded returns the definitions that an invocation may expand: of the names in it, and of the
// names in their bodies.
func (f *function) expanded(t *token) []definition {
	var list []definition
	seen := map[string]bool{}
	var add func(words []parse.Lexeme)
	add = func(words []parse.Lexeme) {
		for _, x := range words {
			if x.Kind != parse.LexWord || seen[x.Text] {
				continue
			}
			seen[x.Text] = true
			for _, name := range slices.Sorted(maps.Keys(f.files)) {
				for _, d := range f.files[name].macros {
					if d.name == x.Text {
						list = append(list, d)
						add(d.body)
					}
				}
			}
		}
	}
	add(t.written())
	return list
}

// within returns the ways to make edits in the body of a definition, none of them
// before lexeme from.
func (f *function) within(d definition, edits []edit, from int) [][]textEdit {
	if len(edits) == 0 {
		return [][]textEdit{nil}
	}
	var list [][]textEdit
	for i := from; i < len(d.body) && len(list) < maxDefinitions; i++ {
		end, ok := f.matches(d, i, edits[0])
		if !ok {
			continue
		}
		t := textEdit{file: d.file, start: d.body[i].Start, end: d.body[i].Start, text: edits[0].text}
		switch edits[0].where {
		case after:
			t.start, t.end = d.body[end-1].End, d.body[end-1].End
		case instead:
			t.end = d.body[end-1].End
			if strings.HasPrefix(t.text, ",") && i > 0 {
				t.start = d.body[i-1].End // no blank before a comma
			}
			if edits[0].order {
				t.text = spellLike(d.body[i].Text, t.text)
			}
		}
		next := i
		if edits[0].where == instead {
			next = end
		}
		for _, rest := range f.within(d, edits[1:], next) {
			list = append(list, append([]textEdit{t}, rest...))
		}
	}
	return list
}

// matches reports whether the lexemes of a definition's body from i on may be the place of an edit,
// and returns their end.
func (f *function) matches(d definition, i int, e edit) (end int, ok bool) {
	x := &d.body[i]
	switch {
	case e.order:
		return i + 1, e.where == instead && isOrder(x.Text)
	case e.where == before:
		return i + 1, f.tokens[e.first].begins(x) || slices.Contains(d.params, x.Text)
	case e.where == after && slices.Contains(d.params, x.Text):
		return i + 1, true
	case e.where == after:
		return sequence(d.body, i, f.tokens[e.last].text)
	}
	end = i
	for k := e.first; k <= e.last; k++ {
		if end, ok = sequence(d.body, end, f.tokens[k].text); !ok {
			return end, false
		}
	}
	return end, true
}

func (t *token) begins(x *parse.Lexeme) bool {
	return t.text == x.Text || x.Kind == parse.LexPunct && strings.HasPrefix(t.text, x.Text)
}

// sequence reports whether a token equals the lexemes from i on, and returns the index after them.
func sequence(list []parse.Lexeme, i int, text string) (next int, ok bool) {
	for text != "" {
		if i >= len(list) || !strings.HasPrefix(text, list[i].Text) {
			return i, false
		}
		text = text[len(list[i].Text):]
		i++
	}
	return i, true
}

// writtenOut returns the edits of a way in which each invocation with an edit inside is replaced by
// its expansion.
func (f *function) writtenOut(w way) []textEdit {
	out := map[int]bool{} // invocations, by their first token
	for _, e := range w.edits {
		if _, ok := f.place(e); ok {
			continue
		}
		for _, k := range []int{e.first, e.last} {
			t := &f.tokens[k]
			if t.file == nil {
				return nil
			}
			if !t.spelledAlone() {
				out[t.first] = true
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	var list []textEdit
	for _, e := range w.edits {
		first, last := &f.tokens[e.first], &f.tokens[e.last]
		if out[first.first] != out[last.first] && e.where == instead || first.first != last.first && e.where == instead && out[first.first] {
			return nil
		}
		if e.where == after && out[last.first] || e.where != after && out[first.first] {
			continue
		}
		t, ok := f.place(e)
		if !ok {
			return nil
		}
		list = append(list, t)
	}
	for first := range f.tokens {
		if out[first] {
			t := &f.tokens[first]
			list = append(list, textEdit{t.file, t.start, t.end, f.expansion(t.span, w.edits)})
		}
	}
	return list
}

// expansion returns the tokens of an invocation as text, with edits.
func (f *function) expansion(s span, edits []edit) string {
	var b strings.Builder
	for k := s.first; k <= s.last; k++ {
		if k > s.first && (f.tokens[k].space || merge(f.tokens[k-1].text, f.tokens[k].text)) {
			b.WriteByte(' ')
		}
		text, gone := f.tokens[k].text, false
		for _, e := range edits {
			if e.where != after && e.first == k {
				b.WriteString(e.text)
			}
			gone = gone || e.where == instead && e.first <= k && k <= e.last
		}
		if !gone {
			b.WriteString(text)
		}
		for _, e := range edits {
			if e.where == after && e.last == k {
				b.WriteString(e.text)
			}
		}
	}
	return b.String()
}

// merge reports whether two tokens would become others without a blank between them.
func merge(a, b string) bool {
	const operators = "+-*/<>=&|!%^#.:"
	word := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
	}
	x, y := a[len(a)-1], b[0]
	return word(x) && word(y) || strings.IndexByte(operators, x) >= 0 && strings.IndexByte(operators, y) >= 0
}
