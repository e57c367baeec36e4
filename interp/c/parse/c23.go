package parse

import (
	"slices"
	"strings"
)

// The parser knows C17. What C23 adds (ISO/IEC 9899:2024) is written in its words: here, for what tokens show.
// The checker does the rest: types of enums, and constants (constexpr). A file is read so if it is no C17, see
// cfront.Analyse.

// c23Keywords are keywords of C23 by which the parser has others.
var c23Keywords = map[string]string{
	"bool": "_Bool", "true": "1", "false": "0", "nullptr": "((void*)0)", "alignas": "_Alignas", "alignof": "_Alignof",
	"static_assert": "_Static_assert", "thread_local": "_Thread_local", "typeof_unqual": "__typeof__",
	"constexpr": "static const __attribute__((__fp_constexpr))",
}

// A modernizer writes tokens of C23 as tokens of C17.
type modernizer struct {
	in, out []ppToken
}

// modern returns tokens of C23 as tokens of C17.
func modern(tokens []ppToken) []ppToken {
	m := modernizer{tokens, make([]ppToken, 0, len(tokens))}
	for len(m.in) > 0 {
		m.next()
	}
	return m.out
}

// at returns token i of the input; an empty one after the end.
func (m *modernizer) at(i int) (t ppToken) {
	if i < len(m.in) {
		t = m.in[i]
	}
	return t
}

// next writes the first tokens of the input.
func (m *modernizer) next() {
	t := m.in[0]
	switch {
	case t.is("[") && m.at(1).is("["):
		m.attributes()
		return
	case t.kind == LexWord && t.text == "constexpr" && m.isStatic():
		m.write(t, "const __attribute__((__fp_constexpr))")
	case t.kind == LexWord && c23Keywords[t.text] != "":
		m.write(t, c23Keywords[t.text])
	case t.kind == LexWord && t.text == "auto" && m.infers():
		m.leaveOutConst()
		m.write(t, "__auto_type")
	case t.kind == LexLiteral && strings.HasPrefix(t.text, "u8'"):
		m.write(t, "(unsigned char)"+t.text[2:])
	case t.kind == LexNumber:
		t.text = withoutSeparators(t.text)
		m.out = append(m.out, t)
	case t.is(":") && m.at(1).is("}"): // a label
		m.out = append(m.out, t)
		m.write(t, ";")
	default:
		m.out = append(m.out, t)
	}
	m.in = m.in[1:]
}

// write writes text in the place of token t.
func (m *modernizer) write(t ppToken, text string) {
	for _, x := range Lex([]byte(text)) {
		t.kind, t.text = x.Kind, x.Text
		m.out = append(m.out, t)
		t.blank = false
	}
}

// isStatic reports whether the declaration of a constexpr has static, before or after it.
func (m *modernizer) isStatic() bool {
	before := len(m.out) > 0 && m.out[len(m.out)-1].text == "static"
	return before || m.at(1).text == "static"
}

// infers reports whether the declaration that begins with auto, and perhaps const, has no type.
func (m *modernizer) infers() bool {
	i := 1
	if m.at(1).text == "const" {
		i++
	}
	return m.at(i).kind == LexWord && m.at(i+1).is("=")
}

// leaveOutConst leaves out a const beside auto, which may not stand beside __auto_type.
func (m *modernizer) leaveOutConst() {
	if n := len(m.out); n > 0 && m.out[n-1].text == "const" {
		m.out = m.out[:n-1]
	}
	if m.at(1).text == "const" {
		m.in = m.in[1:]
	}
}

// attributes writes the attributes [[...]] that mean something here as GNU C's, and leaves out the others.
func (m *modernizer) attributes() {
	t, depth, end := m.in[0], 0, 0
	for end = range m.in {
		switch m.in[end].text {
		case "[", "(":
			depth++
		case "]", ")":
			depth--
		}
		if depth == 0 {
			break
		}
	}
	list := m.in[2:max(end-1, 2)]
	m.in = m.in[end+1:]
	for len(list) > 0 {
		n, depth := 0, 0
		for ; n < len(list) && (depth > 0 || !list[n].is(",")); n++ {
			switch list[n].text {
			case "(":
				depth++
			case ")":
				depth--
			}
		}
		one := list[:n]
		list = list[min(n+1, len(list)):]
		switch {
		case n == 1 && slices.Contains([]string{"noreturn", "_Noreturn", "__noreturn__"}, one[0].text):
			m.write(t, "_Noreturn")
		case n > 3 && strings.Trim(one[0].text, "_") == "gnu" && slices.Contains(meantAttributes, strings.Trim(one[3].text, "_")):
			m.write(t, "__attribute__((")
			m.out = append(m.out, one[3:]...)
			m.write(t, "))")
		}
	}
}

// withoutSeparators returns a number without the ' between its digits.
func withoutSeparators(number string) string { return strings.ReplaceAll(number, "'", "") }

// meantAttributes are the attributes of GNU C that change what a declaration means.
var meantAttributes = []string{"packed", "aligned", "weak", "alias", "cleanup", "constructor", "destructor", "transparent_union", "vector_size", "mode"}
