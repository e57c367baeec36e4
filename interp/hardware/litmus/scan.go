package litmus

import (
	"errors"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"fencepost/trace"
)

// tokenKind classifies tokens.
type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	punctToken
)

// A token is a lexical unit of the source.
type token struct {
	kind  tokenKind
	text  string
	start int // offset
	pos   trace.Pos
}

// describe names the token in messages.
func (t token) describe() string {
	if t.kind == endToken {
		return "end of file"
	}
	return t.text
}

// language has the comments and the signs of two characters of a section.
type language struct {
	comments [][2]string // opening and closing
	signs    []string
}

var (
	sectionLanguage  = language{[][2]string{{"(*", "*)"}}, []string{`/\`, `\/`, "!=", "=="}}
	cLanguage        = language{[][2]string{{"/*", "*/"}, {"//", "\n"}}, []string{"==", "!=", "<=", ">=", "&&", "||"}}
	assemblyLanguage = language{[][2]string{{"(*", "*)"}, {"//", "\n"}}, nil}
)

// A scanner cuts the source into tokens, of which tok is the current one.
type scanner struct {
	file   string
	src    string
	lines  []int // offsets of line starts
	lang   *language
	tok    token
	offset int // after tok
	last   int // offset after the token before tok
	err    error
}

func newScanner(file string, src []byte) *scanner {
	s := &scanner{file: file, src: string(src), lines: []int{0}, lang: &sectionLanguage}
	for i, c := range src {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// at returns the position of an offset.
func (s *scanner) at(offset int) trace.Pos {
	line := sort.SearchInts(s.lines, offset+1)
	return trace.Pos{File: s.file, Line: line, Col: offset - s.lines[line-1] + 1}
}

// use switches to the language of another section; the current token is read anew.
func (s *scanner) use(l *language) {
	s.lang = l
	if s.err == nil {
		s.offset = s.tok.start
		last := s.last
		s.next()
		s.last = last
	}
}

// skip passes over white space and comments.
func (s *scanner) skip() {
	for {
		rest := s.src[s.offset:]
		blank := len(rest) - len(strings.TrimLeft(rest, " \t\r\n\f\v"))
		s.offset += blank
		if !s.comment() {
			return
		}
	}
}

// comment passes over one comment, if there is one.
func (s *scanner) comment() bool {
	for _, c := range s.lang.comments {
		rest, ok := strings.CutPrefix(s.src[s.offset:], c[0])
		if !ok {
			continue
		}
		end := strings.Index(rest, c[1])
		switch {
		case end >= 0:
			s.offset += len(c[0]) + end + len(c[1])
		case c[1] == "\n":
			s.offset = len(s.src)
		default:
			s.errorf(s.at(s.offset), "the comment does not end")
			return false
		}
		return true
	}
	return false
}

// next makes the following token the current one.
func (s *scanner) next() {
	s.last = s.offset
	s.skip()
	if s.err != nil {
		return
	}
	start := s.offset
	rest := s.src[start:]
	s.tok = token{start: start, pos: s.at(start)}
	if rest == "" {
		return
	}
	n := 1
	switch c := rest[0]; {
	case isLetter(c):
		s.tok.kind = nameToken
		n = wordLen(rest)
	case isDigit(c):
		s.tok.kind = numberToken
		n = wordLen(rest)
	case c < ' ' || c > '~':
		r, _ := utf8.DecodeRuneInString(rest)
		s.errorf(s.tok.pos, "unexpected character %q", r)
		return
	default:
		s.tok.kind = punctToken
		for _, sign := range s.lang.signs {
			if strings.HasPrefix(rest, sign) {
				n = len(sign)
			}
		}
	}
	s.tok.text = rest[:n]
	s.offset = start + n
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// wordLen returns the length of the letters and digits that text starts with.
func wordLen(text string) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || isDigit(text[n])) {
		n++
	}
	return n
}

// is reports whether the current token is the given sign or word.
func (s *scanner) is(text string) bool {
	return s.tok.text == text && s.tok.kind != endToken
}

// accept consumes the current token if it is the given sign or word.
func (s *scanner) accept(text string) bool {
	if !s.is(text) {
		return false
	}
	s.next()
	return true
}

// expect consumes the current token, which must be the given sign or word.
func (s *scanner) expect(text string) {
	if !s.accept(text) {
		s.unexpected(text)
	}
}

// unexpected reports that the current token is not the wanted one.
func (s *scanner) unexpected(wanted string) {
	s.errorf(s.tok.pos, "expected %s, found %s", wanted, s.tok.describe())
}

// name consumes a name and returns it. Messages call it what.
func (s *scanner) name(what string) string {
	text := s.tok.text
	if s.tok.kind != nameToken {
		s.unexpected(what)
		return ""
	}
	s.next()
	return text
}

// integer consumes an integer constant of the given bits with an optional sign, and returns it.
func (s *scanner) integer(bits int) int64 {
	pos := s.tok.pos
	sign := ""
	if s.accept("-") {
		sign = "-"
	}
	text := s.tok.text
	if s.tok.kind != numberToken {
		s.unexpected("a number")
		return 0
	}
	s.next()
	v, err := strconv.ParseInt(sign+text, 0, bits)
	if errors.Is(err, strconv.ErrRange) {
		s.errorf(pos, "%s%s does not fit in %d bits", sign, text, bits)
	} else if err != nil {
		s.errorf(pos, "%s is no number", text)
	}
	return v
}

// small consumes a number of threads, or of a thread, and returns it.
func (s *scanner) small() int {
	tok := s.tok
	if tok.kind != numberToken {
		s.unexpected("a thread's number")
		return 0
	}
	s.next()
	return s.threadNumber(tok.text, tok.pos)
}

// threadNumber returns the number of a thread, written as text.
func (s *scanner) threadNumber(text string, pos trace.Pos) int {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		s.errorf(pos, "%s is no thread's number", text)
	}
	return int(n)
}
