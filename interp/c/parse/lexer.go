package parse

import (
	"strings"
	"unicode/utf8"

	"fencepost/trace"
)

// LexKind is the kind of a lexeme.
type LexKind uint8

// The kinds of lexemes.
const (
	LexEnd     LexKind = iota
	LexNewline         // not joined by a backslash
	LexWord            // identifier or keyword
	LexNumber
	LexLiteral // string literal or character constant
	LexPunct   // one character; -> and .. are two
	LexCut     // a comment or literal without its end
	lexBlank   // a blank between tokens in a macro
)

// A Lexeme is a preprocessing token, as far as the guard distinguishes them. Comments and blanks are
// skipped.
type Lexeme struct {
	Kind       LexKind
	Text       string // without joined lines
	Start, End int    // offsets in the file
	Line, Col  int    // from 1, Col in bytes
	Blank      bool   // a blank or comment stands before it
}

// Is reports whether the lexeme is the given punctuation or word.
func (x Lexeme) Is(text string) bool {
	return x.Text == text && (x.Kind == LexPunct || x.Kind == LexWord)
}

// A lexer splits C text, before or after preprocessing. Every call of next
// makes progress until it returns LexEnd.
type lexer struct {
	file      string
	src       []byte
	text      string // src
	off       int
	line, col int
	buf       []byte
}

// Lex splits the text of a file, with its directives, into lexemes, without LexEnd.
func Lex(text []byte) []Lexeme {
	var list []Lexeme
	l := newLexer("", text)
	for x := l.next(); x.Kind != LexEnd; x = l.next() {
		list = append(list, x)
	}
	return list
}

func newLexer(file string, src []byte) *lexer {
	return &lexer{file: file, src: src, text: string(src), line: 1, col: 1}
}

// at returns the position of a lexeme.
func (l *lexer) at(x Lexeme) trace.Pos { return trace.Pos{File: l.file, Line: x.Line, Col: x.Col} }

// join skips backslashes that join two lines.
func (l *lexer) join() {
	for l.off+1 < len(l.src) && l.src[l.off] == '\\' {
		switch n := l.off + 1; {
		case l.src[n] == '\n':
			l.off += 2
		case l.src[n] == '\r' && n+1 < len(l.src) && l.src[n+1] == '\n':
			l.off += 3
		default:
			return
		}
		l.line++
		l.col = 1
	}
}

// peek returns the byte that step would consume; 0 at the end.
func (l *lexer) peek() byte {
	l.join()
	if l.off >= len(l.src) {
		return 0
	}
	return l.src[l.off]
}

// step consumes one byte.
func (l *lexer) step() byte {
	c := l.peek()
	if l.off >= len(l.src) {
		return 0
	}
	l.off++
	l.col++
	if c == '\n' {
		l.line++
		l.col = 1
	}
	return c
}

// done reports whether the text is used up.
func (l *lexer) done() bool { l.join(); return l.off >= len(l.src) }

// next returns the next lexeme.
func (l *lexer) next() Lexeme {
	blank := false
	for ; ; blank = true {
		x, ok := l.simple(blank)
		if ok {
			return x
		}
		c := l.peek()
		x = Lexeme{Start: l.off, Line: l.line, Col: l.col, Blank: x.Blank}
		l.buf = l.buf[:0]
		switch {
		case l.done():
			return x
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			l.step()
			continue
		case c == '/':
			l.take()
			switch l.peek() {
			case '/':
				for !l.done() && l.peek() != '\n' {
					l.step()
				}
				continue
			case '*':
				if !l.comment() {
					return l.lexeme(x, LexCut)
				}
				continue
			}
			return l.lexeme(x, LexPunct)
		case c == '\n':
			l.take()
			return l.lexeme(x, LexNewline)
		case c == '"' || c == '\'':
			if !l.literal(c) {
				return l.lexeme(x, LexCut)
			}
			return l.lexeme(x, LexLiteral)
		case isLetter(c):
			for isLetter(l.peek()) || isDigit(l.peek()) {
				l.take()
			}
			return l.lexeme(x, LexWord)
		case isDigit(c):
			l.number()
			return l.lexeme(x, LexNumber)
		case c == '.':
			l.take()
			if isDigit(l.peek()) {
				l.number()
				return l.lexeme(x, LexNumber)
			}
			return l.lexeme(x, LexPunct)
		}
		l.take()
		return l.lexeme(x, LexPunct)
	}
}

// simple is next for a common lexeme without a backslash near it; ok is false for others. It skips
// blanks and comments, and x.Blank reports whether there were any.
func (l *lexer) simple(blank bool) (x Lexeme, ok bool) {
	text, i := l.text, l.skip()
	x = Lexeme{Start: i, Line: l.line, Col: l.col, Blank: blank || i > l.off}
	if l.off = i; i >= len(text) {
		return x, false
	}
	switch c := text[i]; {
	case isLetter(c):
		for i++; i < len(text) && (isLetter(text[i]) || isDigit(text[i])); i++ {
		}
		x.Kind = LexWord
	case isDigit(c):
		for i++; i < len(text) && (isLetter(text[i]) || isDigit(text[i]) || text[i] == '.' || isSign(text[i]) && isExponent(text[i-1])); i++ {
		}
		x.Kind = LexNumber
	case c == '\n':
		l.off, l.line, l.col = i+1, l.line+1, 1
		x.Kind, x.End, x.Text = LexNewline, i+1, text[i:i+1]
		return x, true
	case c == '"' || c == '\'':
		for i++; ; i++ {
			if i >= len(text) || text[i] == '\n' {
				return x, false
			}
			if text[i] == c {
				break
			}
			if text[i] == '\\' {
				if i++; i >= len(text) || text[i] == '\n' || text[i] == '\r' {
					return x, false
				}
			}
		}
		i++
		x.Kind = LexLiteral
	case c == '/' || c == '.' || c <= ' ' || c == '\\':
		return x, false
	default:
		i++
		x.Kind = LexPunct
	}
	if (x.Kind == LexWord || x.Kind == LexNumber) && i < len(text) && text[i] == '\\' {
		return x, false
	}
	l.off, l.col = i, l.col+i-x.Start
	x.End, x.Text = i, text[x.Start:i]
	return x, true
}

// skip returns where the next lexeme may begin, after blanks and comments without a backslash. It
// counts lines.
func (l *lexer) skip() int {
	text, i := l.text, l.off
	for i+1 < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t':
			i++
			l.col++
			continue
		case c == '/' && text[i+1] == '/':
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 || strings.IndexByte(text[i:i+n], '\\') >= 0 {
				return i
			}
			i += n
			l.col += n
			continue
		case c == '/' && text[i+1] == '*':
			n := strings.Index(text[i+2:], "*/")
			if n < 0 || strings.IndexByte(text[i:i+2+n], '\\') >= 0 {
				return i
			}
			comment := text[i : i+n+4]
			if lines := strings.Count(comment, "\n"); lines > 0 {
				l.line += lines
				l.col = len(comment) - strings.LastIndexByte(comment, '\n')
			} else {
				l.col += len(comment)
			}
			i += len(comment)
			continue
		}
		break
	}
	return i
}

// lexeme completes x.
func (l *lexer) lexeme(x Lexeme, k LexKind) Lexeme {
	x.Kind, x.End, x.Text = k, l.off, string(l.buf)
	return x
}

// take consumes one byte and appends it to the text of the lexeme.
func (l *lexer) take() { l.buf = append(l.buf, l.step()) }

// comment skips the rest of a comment, and reports whether it has an end.
func (l *lexer) comment() bool {
	l.step()
	for !l.done() {
		if l.step() == '*' && l.peek() == '/' {
			l.step()
			return true
		}
	}
	return false
}

// literal takes a literal, and reports whether it has an end on its line.
func (l *lexer) literal(quote byte) bool {
	l.take()
	for !l.done() && l.peek() != '\n' {
		switch l.peek() {
		case quote:
			l.take()
			return true
		case '\\':
			l.take()
			if l.done() || l.peek() == '\n' {
				return false
			}
		}
		l.take()
	}
	return false
}

// number takes a preprocessing number.
func (l *lexer) number() {
	for {
		c := l.peek()
		if !isDigit(c) && !isLetter(c) && c != '.' {
			return
		}
		l.take()
		if isExponent(c) && isSign(l.peek()) {
			l.take()
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isSign(c byte) bool { return c == '+' || c == '-' }

// isExponent reports whether a sign after c belongs to a preprocessing number.
func isExponent(c byte) bool { return c == 'e' || c == 'E' || c == 'p' || c == 'P' }

// isLetter reports whether c may start an identifier. Bytes of characters
// outside ASCII count as letters.
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= utf8.RuneSelf
}
