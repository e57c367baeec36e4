package ir

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"fencepost/trace"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	end      tokenKind = iota
	word               // also numbers, with their signs
	global             // @name; text is the name
	local              // %name
	meta               // !name or !12, without the mark
	group              // #12
	comdat             // $name
	quoted             // "text", decoded
	bytes              // c"text", decoded
	label              // name:
	punct              // one byte, or ...
	debugRec           // #dbg_...: the rest of the record is skipped
)

// A token is a token of the text.
type token struct {
	kind tokenKind
	text string
	at   int
}

// A lexer cuts text into tokens.
type lexer struct {
	m   *Module
	pos int
	tok token // the current one
}

// pos returns the position of a byte of the text.
func (m *Module) pos(at int) trace.Pos {
	line := sort.Search(len(m.lines), func(i int) bool { return m.lines[i] > at })
	return trace.Pos{File: m.File, Line: line, Col: at - m.lines[line-1] + 1}
}

func (m *Module) errorf(at int, format string, args ...any) error {
	return &trace.Diagnostic{Pos: m.pos(at), Message: fmt.Sprintf(format, args...)}
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' || c == '-' || c == '+'
}

// next makes the next token the current one.
func (l *lexer) next() {
	s := l.m.text
	for l.pos < len(s) {
		switch c := s[l.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			l.pos++
			continue
		case c == ';':
			l.pos = lineEnd(s, l.pos)
			continue
		}
		break
	}
	at := l.pos
	if at >= len(s) {
		l.tok = token{kind: end, at: len(s)}
		return
	}
	rest := func(from int) int {
		for from < len(s) && isWord(s[from]) {
			from++
		}
		return from
	}
	name := func(kind tokenKind) {
		if at+1 < len(s) && s[at+1] == '"' {
			text, to := decode(s, at+1)
			l.pos = to
			l.tok = token{kind, text, at}
			return
		}
		to := rest(at + 1)
		l.pos = to
		l.tok = token{kind, s[at+1 : to], at}
	}
	switch c := s[at]; {
	case c == '@':
		name(global)
	case c == '%':
		name(local)
	case c == '$':
		name(comdat)
	case c == '!':
		to := at + 1
		for to < len(s) && (isWord(s[to]) || s[to] == '\\') {
			to++
		}
		l.pos = to
		l.tok = token{meta, s[at+1 : to], at}
	case c == '#':
		to := rest(at + 1)
		l.pos = to
		l.tok = token{group, s[at+1 : to], at}
		if strings.HasPrefix(l.tok.text, "dbg_") {
			l.tok.kind = debugRec
		}
	case c == '"':
		text, to := decode(s, at)
		l.pos = to
		l.tok = token{quoted, text, at}
		if to < len(s) && s[to] == ':' {
			l.tok.kind = label
			l.pos++
		}
	case c == 'c' && at+1 < len(s) && s[at+1] == '"':
		text, to := decode(s, at+1)
		l.pos = to
		l.tok = token{bytes, text, at}
	case c == '.' && strings.HasPrefix(s[at:], "..."):
		l.pos = at + 3
		l.tok = token{punct, "...", at}
	case isWord(c):
		to := rest(at)
		l.pos = to
		l.tok = token{word, s[at:to], at}
		if to < len(s) && s[to] == ':' && (to+1 >= len(s) || s[to+1] != ':') {
			l.tok.kind = label
			l.pos++
		}
	default:
		l.pos = at + 1
		l.tok = token{punct, s[at : at+1], at}
	}
}

// decode reads a quoted string that begins at from. to is the index after it.
func decode(s string, from int) (text string, to int) {
	n := strings.IndexByte(s[from+1:], '"')
	if n < 0 {
		return s[from+1:], len(s)
	}
	text, to = s[from+1:from+1+n], from+n+2
	if strings.IndexByte(text, '\\') < 0 {
		return text, to
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+2 < len(text) {
			if code, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(code))
				i += 2
				continue
			}
		}
		if text[i] == '\\' && i+1 < len(text) && text[i+1] == '\\' {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String(), to
}

func lineEnd(s string, from int) int {
	if n := strings.IndexByte(s[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(s)
}

// is reports whether the current token is this word or punctuation.
func (l *lexer) is(text string) bool {
	return (l.tok.kind == word || l.tok.kind == punct) && l.tok.text == text
}

// accept skips the current token if it is this word or punctuation.
func (l *lexer) accept(text string) bool {
	if l.is(text) {
		l.next()
		return true
	}
	return false
}

// A fault is the value of a parser's panic. It never leaves the package.
type fault struct{ err error }

func (l *lexer) fail(format string, args ...any) {
	panic(fault{l.m.errorf(l.tok.at, format, args...)})
}

// expect skips this word or punctuation, which must be there.
func (l *lexer) expect(text string) {
	if !l.accept(text) {
		l.fail("%q expected, found %s", text, l.tok)
	}
}

// String describes a token in messages.
func (t token) String() string {
	if t.kind == end {
		return "the end of the file"
	}
	marks := map[tokenKind]string{global: "@", local: "%", meta: "!", group: "#", debugRec: "#", comdat: "$"}
	text := t.text
	if len(text) > 40 {
		text = text[:40] + "..."
	}
	return fmt.Sprintf("%q", marks[t.kind]+text)
}

// skipBalanced skips from the bracket that is the current token to the token after the closing one.
func (l *lexer) skipBalanced() {
	for depth := 0; l.tok.kind != end; {
		if l.tok.kind == punct {
			switch l.tok.text {
			case "(", "[", "{", "<":
				depth++
			case ")", "]", "}", ">":
				depth--
			}
		}
		l.next()
		if depth <= 0 {
			return
		}
	}
	l.fail("a bracket is not closed")
}

// skipLine skips the rest of the line that byte at is in.
func (l *lexer) skipLine(at int) {
	l.pos = lineEnd(l.m.text, at)
	l.next()
}

// caught turns the panic of a fault to an error.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case fault:
		*err = r.err
	default:
		panic(r)
	}
}
