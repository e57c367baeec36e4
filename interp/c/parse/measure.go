package parse

import (
	"fmt"
)

// A level measures the text from an open bracket to the present token: how deep the parser may nest
// within it.
type level struct {
	open      Lexeme // Start is the number of its token
	operators int    // since the statement, list element or declarator began
	elses     int    // of the if chain
	questions int    // ? without their :
	after     byte   // ';' or '}' if the previous token ended a statement or a block
}

// A measure walks over preprocessed text.
type measure struct {
	levels []level
	depth  int // brackets, and operators and elses of all levels
	tokens int
}

func newMeasure() *measure { return &measure{levels: []level{{}}} }

// token counts one token. It returns why the text is refused, or "".
func (m *measure) token(x Lexeme) string {
	m.begin(x)
	top := &m.levels[len(m.levels)-1]
	if x.Kind == LexPunct {
		switch x.Text {
		case "(", "[", "{":
			m.depth++
			m.levels = append(m.levels, level{open: x})
		case ")", "]", "}":
			if len(m.levels) == 1 || closing[top.open.Text] != x.Text {
				return "unexpected " + x.Text
			}
			m.clear(top)
			m.depth--
			m.levels = m.levels[:len(m.levels)-1]
			outer := &m.levels[len(m.levels)-1]
			if x.Text == "}" {
				outer.after = '}'
			} else {
				m.operator(outer) // it may have been a cast
			}
		case ";":
			top.after = ';'
		case ",":
			if top.questions == 0 {
				m.depth -= top.operators
				top.operators = 0
			}
		case "?":
			top.questions++
			m.operator(top)
		case ":":
			top.questions = max(0, top.questions-1)
			m.operator(top)
		case ".":
		default:
			m.operator(top)
		}
	} else if opensStatement(x.Text) {
		m.operator(top)
	}
	if m.tokens++; m.tokens > maxTokens {
		return fmt.Sprintf("the program has more than %d tokens", maxTokens)
	}
	if m.tooDeep() {
		return fmt.Sprintf("brackets, operators and statements nest deeper than %d", maxNesting)
	}
	return ""
}

func (m *measure) tooDeep() bool { return m.depth > maxNesting }

// opensStatement reports whether a nested statement or operand follows a word.
func opensStatement(word string) bool {
	switch word {
	case "if", "while", "for", "do", "switch", "case", "default",
		"sizeof", "_Alignof", "__alignof__", "__real__", "__imag__":
		return true
	}
	return false
}

// begin resets the counts of a statement that has ended, before token x.
func (m *measure) begin(x Lexeme) {
	top := &m.levels[len(m.levels)-1]
	after := top.after
	top.after = 0
	switch {
	case after == 0:
	case x.Is("else"):
		m.depth -= top.operators
		top.operators = 0
		top.elses++
		m.depth++
	case after == ';' || x.Kind != LexPunct || x.Text == "{" || x.Text == "}" || x.Text == ";":
		m.clear(top)
	}
}

func (m *measure) operator(l *level) {
	l.operators++
	m.depth++
}

func (m *measure) clear(l *level) {
	m.depth -= l.operators + l.elses
	l.operators, l.elses, l.questions = 0, 0, 0
}

// closing has the brackets that close others.
var closing = map[string]string{"(": ")", "[": "]", "{": "}"}
