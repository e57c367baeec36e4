package fences

import "strings"

// without returns the edits that take away the statement that the call at token
// i is; nil if it is not all of one.
func (s *source) without(i int) []edit {
	st := s.enclosing(i)
	if i < 0 || st == nil || st.word != "" || st.first != i || s.match(i+1) != st.last-1 {
		return nil
	}
	first, last := &s.tokens[st.first], &s.tokens[st.last]
	from, to := first.off, last.end()
	if !st.inBlock {
		return append(s.cut(from, to), edit{off: to, text: ";"})
	}
	if indent, alone := s.indent(first); alone && s.ends(st.last) {
		from -= len(indent)
		if to = s.lineEnd(to); to < len(s.text) {
			to += strings.IndexByte(s.text[to:], '\n') + 1
		}
	}
	return s.cut(from, to)
}

// cut returns the edits that take away a stretch of text, one for each line.
func (s *source) cut(from, to int) []edit {
	var edits []edit
	for from < to {
		n := min(to-from, upTo(s.text[from:], "\n", true))
		edits = append(edits, edit{off: from, gone: n})
		from += n
	}
	return edits
}
