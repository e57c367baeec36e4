package fences

import (
	"strings"

	"fencepost/trace"
)

// A source is the text of a C file, read far enough to tell where its
// statements begin and end. Text that the preprocessor leaves out, or that
// macros make of it, may mislead it: whoever relies on it checks the result.
type source struct {
	text       string
	tokens     []token
	comments   [][2]int // offsets
	statements []*statement
}

// A token is a word of the source outside comments and preprocessor lines.
type token struct {
	text      string
	off       int
	line, col int // from 1, col in bytes
}

func (t *token) end() int { return t.off + len(t.text) }

// A statement of a function's body. Numbers are those of tokens.
type statement struct {
	word        string // if, while, for, switch or do; { for a block; else ""
	first, last int
	open, close int  // the parentheses after the word
	inBlock     bool // it stands in a block, so that others may stand beside it
	parts       []*statement
}

// maxDepth bounds the nesting of statements.
const maxDepth = 1000

// readSource reads a file.
func readSource(text string) *source {
	s := &source{text: text}
	s.scan()
	for i := 0; i < len(s.tokens); i++ {
		if s.tokens[i].text != "{" {
			continue
		}
		end := s.match(i)
		if end < 0 {
			break
		}
		if i > 0 && s.tokens[i-1].text == ")" {
			if b, _ := s.statement(i, true, 0); b != nil {
				s.statements = append(s.statements, b)
			}
		}
		i = end
	}
	return s
}

// scan splits the text into tokens.
func (s *source) scan() {
	line, start := 1, 0 // of the line
	fresh := true       // nothing but space since the line began
	for i := 0; i < len(s.text); {
		rest := s.text[i:]
		n := 1
		switch c := rest[0]; {
		case c == '\n':
			fresh = true
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
		case strings.HasPrefix(rest, "//"):
			n = upTo(rest, "\n", false)
			s.comments = append(s.comments, [2]int{i, i + n})
		case strings.HasPrefix(rest, "/*"):
			n = 2 + upTo(rest[2:], "*/", true)
			s.comments = append(s.comments, [2]int{i, i + n})
		case c == '#' && fresh:
			n = directive(rest)
		default:
			fresh = false
			n = word(rest)
			s.tokens = append(s.tokens, token{rest[:n], i, line, i - start + 1})
		}
		for k := range n {
			if rest[k] == '\n' {
				line++
				start = i + k + 1
			}
		}
		i += n
	}
}

// upTo returns the offset of end in s, or behind it; if there is none, s's length.
func upTo(s, end string, behind bool) int {
	i := strings.Index(s, end)
	switch {
	case i < 0:
		return len(s)
	case behind:
		return i + len(end)
	}
	return i
}

// directive returns the length of a preprocessor line and those it is continued
// on, without the last end of line.
func directive(s string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n' && !strings.HasSuffix(strings.TrimRight(s[:i], "\r"), `\`):
			return i
		case strings.HasPrefix(s[i:], "/*"):
			i += 1 + upTo(s[i+2:], "*/", true)
		}
	}
	return len(s)
}

// word returns the length of the token that s begins with.
func word(s string) int {
	switch c := s[0]; {
	case c == '"' || c == '\'':
		for i := 1; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case c, '\n':
				return i + 1
			}
		}
		return len(s)
	case isWord(c):
		n := 1
		for n < len(s) && isWord(s[n]) {
			n++
		}
		return n
	case strings.HasPrefix(s, "->"):
		return 2
	}
	return 1
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

// match returns the bracket that closes bracket i, or -1.
func (s *source) match(i int) int {
	var open []string
	for ; i < len(s.tokens); i++ {
		switch t := s.tokens[i].text; t {
		case "(", "[", "{":
			open = append(open, closing[t])
		case ")", "]", "}":
			if t != open[len(open)-1] {
				return -1
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i
			}
		}
	}
	return -1
}

// word returns the text of token i, "" behind the last.
func (s *source) word(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].text
}

// statement reads the statement at token i and returns the token after it; nil
// if it cannot.
func (s *source) statement(i int, inBlock bool, depth int) (st *statement, next int) {
	if i >= len(s.tokens) || depth > maxDepth {
		return nil, i
	}
	st = &statement{first: i, last: i, inBlock: inBlock}
	ok := true
	switch w := s.word(i); w {
	case "{":
		st.word = w
		ok = s.block(st, depth)
	case "if", "while", "for", "switch":
		st.word, st.open = w, i+1
		ok = s.head(st) && s.part(st, st.close+1, depth)
		if ok && w == "if" && s.word(st.last+1) == "else" {
			ok = s.part(st, st.last+2, depth)
		}
	case "do":
		st.word = w
		if ok = s.part(st, i+1, depth) && s.word(st.last+1) == "while"; ok {
			st.open = st.last + 2
			ok = s.head(st) && s.word(st.close+1) == ";"
			st.last = st.close + 1
		}
	case "case", "default":
		return s.labelled(st, ":", depth)
	default:
		if s.word(i+1) == ":" {
			return s.labelled(st, ":", depth)
		}
		st.last = s.until(i, ";")
		ok = st.last >= 0
	}
	if !ok {
		return nil, i
	}
	return st, st.last + 1
}

// labelled reads the statement behind a label.
func (s *source) labelled(st *statement, colon string, depth int) (*statement, int) {
	at := s.until(st.first, colon)
	if at < 0 {
		return nil, st.first
	}
	return s.statement(at+1, false, depth+1)
}

// until returns the first token of a text at or behind token i, outside brackets; or -1.
func (s *source) until(i int, text string) int {
	for ; i < len(s.tokens); i++ {
		switch t := s.word(i); t {
		case text:
			return i
		case "(", "[", "{":
			if i = s.match(i); i < 0 {
				return -1
			}
		case ")", "]", "}":
			return -1
		}
	}
	return -1
}

func (s *source) head(st *statement) bool {
	if s.word(st.open) != "(" {
		return false
	}
	st.close = s.match(st.open)
	return st.close >= 0
}

func (s *source) part(st *statement, i int, depth int) bool {
	p, _ := s.statement(i, false, depth+1)
	if p == nil {
		return false
	}
	st.parts = append(st.parts, p)
	st.last = p.last
	return true
}

func (s *source) block(st *statement, depth int) bool {
	i := st.first + 1
	for s.word(i) != "}" {
		var p *statement
		if p, i = s.statement(i, true, depth+1); p == nil {
			return false
		}
		st.parts = append(st.parts, p)
	}
	st.last = i
	return true
}

// at returns the token at a position, or -1.
func (s *source) at(p trace.Pos) int {
	for i := range s.tokens {
		if t := &s.tokens[i]; t.line == p.Line && t.col == p.Col {
			return i
		}
	}
	return -1
}

// enclosing returns the innermost statement that holds token i, or nil.
func (s *source) enclosing(i int) *statement {
	var found *statement
	for list := s.statements; ; {
		var in *statement
		for _, st := range list {
			if st.first <= i && i <= st.last {
				in = st
			}
		}
		if in == nil {
			return found
		}
		found, list = in, in.parts
	}
}
