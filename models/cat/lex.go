package cat

import (
	"fmt"
	"strings"

	"fencepost/trace"
)

// failf aborts reading or compiling. Parse recovers the panic and returns it as its error.
func failf(p trace.Pos, format string, args ...any) {
	panic(&trace.Diagnostic{Pos: p, Message: fmt.Sprintf(format, args...)})
}

type tokenKind uint8

const (
	eofToken tokenKind = iota
	nameToken
	keywordToken
	stringToken
	tagToken
	symbolToken
)

type token struct {
	kind tokenKind
	text string // a string or tag without its quotes
	pos  trace.Pos
}

func (t token) String() string {
	switch t.kind {
	case eofToken:
		return "end of file"
	case stringToken:
		return `"` + t.text + `"`
	case tagToken:
		return "'" + t.text
	}
	return t.text
}

var keywords = map[string]bool{}

func init() {
	for _, k := range strings.Fields(`let rec and when acyclic show unshow irreflexive empty subset
		as fun in undefined_unless flag assert include variant begin end procedure call enum debug
		match with forall from do try if then else catdep instructions default not`) {
		keywords[k] = true
	}
}

// symbols has longer symbols before their prefixes.
var symbols = []string{"||", "&&", "++", "->", "-1", "(", ")", "{", "}", "[", "]",
	"|", "&", "*", "~", "+", "^", "\\", "?", "=", ";", ",", "_", "0"}

// tokens splits a text into tokens; the last is the end of file.
func tokens(file, src string) (list []token) {
	line, start := 1, 0 // start is the offset of the current line
	at := func(i int) trace.Pos { return trace.Pos{File: file, Line: line, Col: i - start + 1} }
	for i := 0; ; {
		if i == len(src) {
			return append(list, token{eofToken, "", at(i)})
		}
		rest := src[i:]
		switch c := src[i]; {
		case c == '\n':
			i++
			line, start = line+1, i
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '#' || strings.HasPrefix(rest, "//"):
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case strings.HasPrefix(rest, "(*"):
			p, depth := at(i), 0
			for {
				if i >= len(src) {
					failf(p, "the comment does not end")
				}
				switch {
				case strings.HasPrefix(src[i:], "(*"):
					depth++
					i += 2
				case strings.HasPrefix(src[i:], "*)"):
					depth--
					i += 2
				case src[i] == '\n':
					i++
					line, start = line+1, i
				default:
					i++
				}
				if depth == 0 {
					break
				}
			}
		case c == '"':
			n := strings.IndexAny(rest[1:], "\"\n")
			if n < 0 || rest[1+n] == '\n' {
				failf(at(i), "the string does not end")
			}
			list = append(list, token{stringToken, rest[1 : 1+n], at(i)})
			i += n + 2
		case c == '\'' && nameLen(rest[1:]) > 0:
			n := nameLen(rest[1:])
			list = append(list, token{tagToken, rest[1 : 1+n], at(i)})
			i += n + 1
		case nameLen(rest) > 0:
			n := nameLen(rest)
			t := token{nameToken, rest[:n], at(i)}
			if keywords[t.text] {
				t.kind = keywordToken
			}
			list = append(list, t)
			i += n
		default:
			sym := ""
			for _, s := range symbols {
				if strings.HasPrefix(rest, s) {
					sym = s
					break
				}
			}
			if sym == "" {
				failf(at(i), "unexpected character %q", []rune(rest)[0])
			}
			list = append(list, token{symbolToken, sym, at(i)})
			i += len(sym)
		}
	}
}

// nameLen returns the length of the name that s starts with, or 0.
func nameLen(s string) int {
	n := 0
	if strings.HasPrefix(s, "_") {
		n = 1
	}
	if n >= len(s) || !letter(s[n]) {
		return 0
	}
	for n < len(s) && (letter(s[n]) || '0' <= s[n] && s[n] <= '9' || strings.IndexByte("_.-", s[n]) >= 0) {
		n++
	}
	if n < len(s) && s[n] == '\'' {
		n++
	}
	return n
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
