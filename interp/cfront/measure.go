package cfront

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"fencepost/trace"
)

// A level is what lies between a bracket and the place examined: how deep the
// parser may be within it.
type level struct {
	open      lexeme
	operators int  // since the statement, list element or declarator began
	elses     int  // of the if chain
	questions int  // ? without their :
	after     byte // ';' or '}' if the previous token ended a statement or a block
}

// A measure walks over preprocessed text.
type measure struct {
	levels []level
	depth  int // brackets, and operators and elses of all levels
	tokens int
}

// measureText refuses text on which the parser could recurse too deeply, or
// whose brackets do not match, with a message, and returns the SHA-256 of its
// tokens, which does not depend on blanks, file names or line ends.
func measureText(text []byte) (hash, message string) {
	sum := sha256.New()
	m := measure{levels: []level{{}}}
	l := newLexer("", text)
	for x := l.next(); x.kind != lexEnd; x = l.next() {
		if x.kind == lexNewline {
			continue
		}
		sum.Write([]byte(x.text))
		sum.Write([]byte{0})
		if message := m.token(x); message != "" {
			return "", message
		}
	}
	if n := len(m.levels); n > 1 {
		return "", fmt.Sprintf("%s is not closed", m.levels[n-1].open.text)
	}
	return hex.EncodeToString(sum.Sum(nil)), ""
}

// token counts one token; it returns why the text is refused, or "".
func (m *measure) token(x lexeme) string {
	m.begin(x)
	top := &m.levels[len(m.levels)-1]
	if x.kind == lexPunct {
		switch x.text {
		case "(", "[", "{":
			if x.text != "{" {
				m.operator(top)
			}
			m.depth++
			m.levels = append(m.levels, level{open: x})
		case ")", "]", "}":
			if len(m.levels) == 1 || closing(top.open.text) != x.text {
				return "unexpected " + x.text
			}
			m.clear(top)
			m.depth--
			m.levels = m.levels[:len(m.levels)-1]
			if x.text == "}" {
				m.levels[len(m.levels)-1].after = '}'
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
	} else if opensStatement[x.text] {
		m.operator(top)
	}
	switch m.tokens++; {
	case m.tokens > maxTokens:
		return fmt.Sprintf("the program has more than %d tokens", maxTokens)
	case m.depth > maxNesting:
		return fmt.Sprintf("brackets, operators and statements nest deeper than %d", maxNesting)
	}
	return ""
}

// opensStatement has the words behind which a statement or operand stands
// within another.
var opensStatement = map[string]bool{
	"if": true, "while": true, "for": true, "do": true, "switch": true, "case": true, "default": true,
	"sizeof": true, "_Alignof": true, "__alignof__": true, "__real__": true, "__imag__": true,
}

// begin forgets what a statement that has ended needed, before token x.
func (m *measure) begin(x lexeme) {
	top := &m.levels[len(m.levels)-1]
	after := top.after
	top.after = 0
	switch {
	case after == 0:
	case x.is("else"):
		m.depth -= top.operators
		top.operators = 0
		top.elses++
		m.depth++
	case after == ';' || x.kind != lexPunct || x.text == "{" || x.text == "}" || x.text == ";":
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

// closing returns the bracket that closes open.
func closing(open string) string {
	switch open {
	case "(":
		return ")"
	case "[":
		return "]"
	case "{":
		return "}"
	}
	return ""
}

// unmatched finds the first bracket of a file that has no partner, conditional
// directives not considered.
func unmatched(name string, text []byte) (pos trace.Pos, message string) {
	var open []lexeme
	l := newLexer(name, text)
	inDirective, first := false, true
	for x := l.next(); x.kind != lexEnd; x = l.next() {
		switch {
		case x.kind == lexNewline:
			inDirective, first = false, true
			continue
		case first && x.is("#"):
			inDirective = true
		}
		first = false
		if inDirective || x.kind != lexPunct {
			continue
		}
		switch n := len(open); x.text {
		case "(", "[", "{":
			open = append(open, x)
		case ")", "]", "}":
			switch {
			case n == 0:
				return l.at(x), "unexpected " + x.text
			case closing(open[n-1].text) != x.text:
				return l.at(x), fmt.Sprintf("unexpected %s, expected %s", x.text, closing(open[n-1].text))
			}
			open = open[:n-1]
		}
	}
	if n := len(open); n > 0 {
		return l.at(open[n-1]), open[n-1].text + " is not closed"
	}
	return trace.Pos{}, ""
}
