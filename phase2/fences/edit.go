package fences

import (
	"slices"
	"strings"
)

// An edit puts text into a file, in place of some that is there. What goes does
// not reach beyond the end of its line.
type edit struct {
	off  int
	text string
	gone int // bytes that it takes the place of
}

// How hard a fence is to write, and to read.
const (
	asStatement  = iota
	inHead       // with a comma, in the head of a loop
	inExpression // with a comma, in the middle of an expression
	notAtAll
)

// A way is a change of the source that puts a fence where it should be, if the
// access is the first, or last, of what it stands in.
type way struct {
	edits  []edit
	effort int
}

// ways returns the changes that put a call before or after the access at token
// i, best first. Which of them is right depends on what else is accessed around
// it: they are candidates.
func (s *source) ways(i int, side Side, call string) []way {
	st := s.enclosing(i)
	if i < 0 || st == nil {
		return nil
	}
	var list []way
	add := func(effort int, edits ...edit) { list = append(list, way{edits, effort}) }
	head := st.open > 0 && st.open < i && i < st.close
	switch {
	case !head && st.word != "":
		return nil
	case !head && side == Before:
		s.beside(st, side, call, add)
	case !head:
		if w := s.word(st.first); w != "return" && w != "goto" {
			s.beside(st, side, call, add)
		}
	case side == Before && (st.word == "if" || st.word == "switch"):
		if st.inBlock {
			s.beside(st, side, call, add)
		}
		add(inHead, edit{off: s.tokens[st.open+1].off, text: call + ", "})
	case st.word == "for":
		s.inFor(st, i, side, call, add)
	case side == Before:
		add(inHead, edit{off: s.tokens[st.open+1].off, text: call + ", "})
	}
	if first, last := s.operand(i); side == Before && 0 <= first && first <= last && last < len(s.tokens) {
		add(inExpression, edit{off: s.tokens[first].off, text: "(" + call + ", "}, edit{off: s.tokens[last].end(), text: ")"})
	}
	return list
}

// beside puts a call before or after a statement; in braces with it, if it is
// no part of a block.
func (s *source) beside(st *statement, side Side, call string, add func(int, ...edit)) {
	first, last := &s.tokens[st.first], &s.tokens[st.last]
	indent, alone := s.indent(first)
	switch {
	case !st.inBlock && side == Before:
		add(asStatement, edit{off: first.off, text: "{ " + call + "; "}, edit{off: last.end(), text: " }"})
	case !st.inBlock:
		add(asStatement, edit{off: first.off, text: "{ "}, edit{off: last.end(), text: " " + call + "; }"})
	case side == Before && alone:
		add(asStatement, edit{off: first.off, text: call + ";\n" + indent})
	case side == Before:
		add(asStatement, edit{off: first.off, text: call + "; "})
	case alone && s.ends(st.last):
		add(asStatement, edit{off: s.lineEnd(last.end()), text: "\n" + indent + call + ";"})
	default:
		add(asStatement, edit{off: last.end(), text: " " + call + ";"})
	}
}

// inFor puts a call into the head of a for statement.
func (s *source) inFor(st *statement, i int, side Side, call string, add func(int, ...edit)) {
	one := s.until(st.open+1, ";")
	if one < 0 {
		return
	}
	two := s.until(one+1, ";")
	switch {
	case two < 0:
	case i < one && side == Before && st.inBlock:
		s.beside(st, side, call, add)
	case i < one:
	case side == Before && i < two:
		add(inHead, edit{off: s.tokens[one+1].off, text: call + ", "})
	case side == Before:
		add(inHead, edit{off: s.tokens[two+1].off, text: call + ", "})
	case i > two:
		add(inHead, edit{off: s.tokens[st.close].off, text: ", " + call})
	}
}

// indent returns the space before a token, and whether nothing else is there.
func (s *source) indent(t *token) (space string, alone bool) {
	start := strings.LastIndexByte(s.text[:t.off], '\n') + 1
	before := s.text[start:t.off]
	return before, strings.TrimLeft(before, " \t") == ""
}

// ends reports whether a line of its own may follow token i: nothing else but a
// comment is on its line.
func (s *source) ends(i int) bool {
	end := s.lineEnd(s.tokens[i].end())
	if i+1 < len(s.tokens) && s.tokens[i+1].off < end {
		return false
	}
	return !slices.ContainsFunc(s.comments, func(c [2]int) bool { return c[0] < end && end < c[1] })
}

func (s *source) lineEnd(off int) int {
	end := off + upTo(s.text[off:], "\n", false)
	if end > off && s.text[end-1] == '\r' {
		end--
	}
	return end
}

// operand returns the tokens of the operand that is accessed at token i: a
// name, a call, a member, an element or what a pointer points to; or -1.
func (s *source) operand(i int) (first, last int) {
	switch w := s.word(i); {
	case w == "*":
		return i, s.forward(i + 1)
	case w == "[":
		return s.backward(i - 1), s.match(i)
	case !isWord(w[0]):
		return -1, -1
	}
	if p := s.word(i - 1); p == "->" || p == "." {
		return s.backward(i - 2), s.forward(i)
	}
	return i, s.forward(i)
}

// backward returns the first token of the postfix expression that ends at i, or -1.
func (s *source) backward(i int) int {
	for i >= 0 {
		switch w := s.word(i); {
		case w == ")" || w == "]":
			if i = s.opening(i); i < 0 {
				return -1
			}
			if p := s.word(i - 1); w == ")" && (p == "" || !isWord(p[0])) {
				return i
			}
			i--
			continue
		case !isWord(w[0]):
			return -1
		}
		if p := s.word(i - 1); p != "->" && p != "." {
			return i
		}
		i -= 2
	}
	return -1
}

// opening returns the bracket that bracket i closes, or -1.
func (s *source) opening(i int) int {
	for k := i - 1; k >= 0; k-- {
		if t := s.word(k); (t == "(" || t == "[") && s.match(k) == i {
			return k
		}
	}
	return -1
}

// forward returns the last token of the name, call or element that begins at i,
// or -1.
func (s *source) forward(i int) int {
	switch w := s.word(i); {
	case w == "(":
		i = s.match(i)
	case w == "" || !isWord(w[0]):
		return -1
	}
	for i >= 0 && (s.word(i+1) == "(" || s.word(i+1) == "[") {
		i = s.match(i + 1)
	}
	return i
}

// apply makes edits.
func apply(text string, edits []edit) string {
	var b strings.Builder
	done := 0
	for _, e := range slices.SortedStableFunc(slices.Values(edits), func(a, b edit) int { return a.off - b.off }) {
		b.WriteString(text[done:e.off])
		b.WriteString(e.text)
		done = e.off + e.gone
	}
	b.WriteString(text[done:])
	return b.String()
}

// overlap reports whether two edits change the same text.
func overlap(edits []edit) bool {
	sorted := slices.SortedStableFunc(slices.Values(edits), func(a, b edit) int { return a.off - b.off })
	for i := 1; i < len(sorted); i++ {
		if sorted[i].off < sorted[i-1].off+sorted[i-1].gone {
			return true
		}
	}
	return false
}
