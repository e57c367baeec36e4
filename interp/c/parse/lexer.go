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
	file  string
	src   []byte
	text  string // src with joined lines
	joins []join // the places from off on where lines are joined
	off   int    // in text
	moved int    // what off is less than the offset in src
	line  int
	start int // of the line, in text
}

// A join is a place in a text where two lines were joined. length counts the removed bytes: a backslash
// and the end of the line.
type join struct{ at, length int }

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
	l := &lexer{file: file, src: src, text: string(src), line: 1}
	if strings.Contains(l.text, "\\\n") || strings.Contains(l.text, "\\\r\n") {
		l.join()
	}
	return l
}

// join joins the lines that end in a backslash.
func (l *lexer) join() {
	var joined strings.Builder
	for rest, found := l.text, true; found; {
		var before string
		before, rest, found = strings.Cut(rest, `\`)
		joined.WriteString(before)
		end := "\n"
		if strings.HasPrefix(rest, "\r\n") {
			end = "\r\n"
		}
		if after, ends := strings.CutPrefix(rest, end); ends {
			rest = after
			l.joins = append(l.joins, join{joined.Len(), 1 + len(end)})
		} else if found {
			joined.WriteByte('\\')
		}
	}
	l.text = joined.String()
}

// at returns the position of a lexeme.
func (l *lexer) at(x Lexeme) trace.Pos { return trace.Pos{File: l.file, Line: x.Line, Col: x.Col} }

// peek returns the next byte; 0 at the end.
func (l *lexer) peek() byte {
	if l.off == len(l.text) {
		return 0
	}
	return l.text[l.off]
}

// next returns the next lexeme.
func (l *lexer) next() Lexeme {
	blank := l.skip()
	text, i := l.text, l.off
	x := Lexeme{Start: i + l.moved, Line: l.line, Col: i - l.start + 1, Blank: blank}
	if i == len(text) {
		return x
	}
	switch c := text[i]; {
	case isLetter(c):
		for i++; i < len(text) && (isLetter(text[i]) || isDigit(text[i])); i++ {
		}
		x.Kind = LexWord
	case isDigit(c), c == '.' && i+1 < len(text) && isDigit(text[i+1]):
		for i++; i < len(text) && (isLetter(text[i]) || isDigit(text[i]) || text[i] == '.' || isSign(text[i]) && isExponent(text[i-1]) || separates(text, i)); i++ {
		}
		x.Kind = LexNumber
	case c == '"' || c == '\'':
		i, x.Kind = l.literal()
	case c == '/' && strings.HasPrefix(text[i:], "/*"): // skip found no end
		i, x.Kind = len(text), LexCut
	default:
		i++
		if x.Kind = LexPunct; c == '\n' {
			x.Kind, l.line, l.start = LexNewline, l.line+1, i
		}
	}
	x.Text, x.End = text[l.off:i], i+l.moved
	for k := 0; k < len(l.joins) && l.joins[k].at < i; k++ {
		x.End += l.joins[k].length
	}
	l.off = i
	return x
}

// skip skips blanks and comments, and reports whether there are any.
func (l *lexer) skip() bool {
	from := l.off
	for n := 1; n > 0 && l.off < len(l.text); l.off += n {
		switch rest := l.text[l.off:]; {
		case isBlank(rest[0]):
			n = 1
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			n = len(line)
		case strings.HasPrefix(rest, "/*"):
			comment, _, _ := strings.Cut(rest[2:], "*/")
			if n = len(comment) + 4; n > len(rest) {
				n = 0 // it has no end
				break
			}
			if lines := strings.Count(comment, "\n"); lines > 0 {
				l.line += lines
				l.start = l.off + 3 + strings.LastIndexByte(comment, '\n')
			}
		default:
			n = 0
		}
	}
	for len(l.joins) > 0 && l.joins[0].at <= l.off {
		l.line++
		l.start = max(l.start, l.joins[0].at)
		l.moved += l.joins[0].length
		l.joins = l.joins[1:]
	}
	return l.off > from
}

// literal returns the end of the literal that begins here, which is cut off if it does not end on its
// line.
func (l *lexer) literal() (end int, kind LexKind) {
	quote, escaped := l.text[l.off], false
	for end = l.off + 1; end < len(l.text) && l.text[end] != '\n'; end++ {
		switch c := l.text[end]; {
		case escaped:
			escaped = false
		case c == quote:
			return end + 1, LexLiteral
		default:
			escaped = c == '\\'
		}
	}
	return end, LexCut
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isSign(c byte) bool { return c == '+' || c == '-' }

// separates reports whether a quote at text[i], in a preprocessing number, stands between two digits, as in C23.
func separates(text string, i int) bool {
	return text[i] == '\'' && i+1 < len(text) && isHexDigit(text[i-1]) && isHexDigit(text[i+1])
}

func isHexDigit(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// isExponent reports whether a sign after c belongs to a preprocessing number.
func isExponent(c byte) bool { return c == 'e' || c == 'E' || c == 'p' || c == 'P' }

// isLetter reports whether c may start an identifier. Bytes of characters
// outside ASCII count as letters.
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= utf8.RuneSelf
}
