package parse

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"fencepost/trace"
)

// Limits on what is compiled.
const (
	maxSource    = 4 << 20 // bytes of one file
	maxIncluded  = 16 << 20
	maxIncludes  = 2000 // files, each inclusion counted
	maxExpansion = 1_000_000
	maxOutput    = 32 << 20 // bytes of preprocessed text
	maxTokens    = 1_000_000
	maxNesting   = 1000 // of brackets, operators and statements in each other
	maxParams    = 1000 // of a macro

	// Brackets in one directive. An #if takes 6 KB of stack for each bracket that it evaluates;
	// within maxExpansion macros make at most some 50,000 of them.
	maxMacroNesting = 100
)

// A guard examines files before the preprocessor sees them.
type guard struct{ r *Reporter }

const pragmaOperator = "_Pragma"

// admit examines a file and returns the text for the preprocessor. It returns nil if it reported an
// error.
func (g *guard) admit(name string, text []byte) []byte {
	if !utf8.Valid(text) {
		text = plainComments(text)
	}
	if pos, message := faultyText(name, text); message != "" {
		g.r.Errorf(pos, "%s", message)
		return nil
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	f := fileScan{guard: g, lexer: newLexer(name, text)}
	f.run()
	if g.r.Failed() {
		return nil
	}
	return append(bytes.Clone(text), '\n')
}

// plainComments replaces bytes in comments that are not UTF-8 text, because compilers accept them.
func plainComments(text []byte) []byte {
	text = bytes.Clone(text)
	until := "" // what ends the comment or the literal
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		rest := text[i:]
		comment := until == "\n" || until == "*/"
		switch {
		case c == utf8.RuneError && n == 1 && comment:
			text[i] = '?'
		case c == '\\' && until != "*/":
			n = min(2, len(rest)) // nothing ends here, nor after a line is continued
		case until != "" && bytes.HasPrefix(rest, []byte(until)), until != "" && !comment && c == '\n':
			n, until = max(len(until), 1), ""
		case until != "":
		case bytes.HasPrefix(rest, []byte("//")):
			n, until = 2, "\n"
		case bytes.HasPrefix(rest, []byte("/*")):
			n, until = 2, "*/"
		case c == '"' || c == '\'':
			until = string(c)
		}
		i += n
	}
	return text
}

// faultyText returns the place and the description of bytes that make a file no text; "" if there are
// none.
func faultyText(name string, text []byte) (trace.Pos, string) {
	if len(text) > maxSource {
		return trace.Pos{File: name, Line: 1, Col: 1}, fmt.Sprintf("the file is larger than %d MB", maxSource>>20)
	}
	at := func(off int) trace.Pos {
		line := bytes.Count(text[:off], []byte("\n"))
		return trace.Pos{File: name, Line: line + 1, Col: off - bytes.LastIndexByte(text[:off], '\n')}
	}
	if i := bytes.IndexByte(text, 0); i >= 0 {
		return at(i), "the file holds a NUL byte: it is not C source"
	}
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && n == 1 {
			return at(i), "the file is not UTF-8 text"
		}
		i += n
	}
	end := bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if bytes.HasSuffix(end, []byte(`\`)) {
		return at(len(end) - 1), "backslash at the end of the file"
	}
	return trace.Pos{}, ""
}

// A fileScan is the examination of one file.
type fileScan struct {
	*guard
	*lexer
	conds []conditional // those that are open
}

// A conditional is an #if with its #else.
type conditional struct {
	pos     trace.Pos
	hasElse bool
}

func (f *fileScan) run() {
	first := true // on its line
	steps := 0    // that preprocessing the file takes at least
	for x := f.next(); x.Kind != LexEnd; x = f.next() {
		if len(f.conds) == 0 && separate(x) {
			steps++
		}
		if steps > maxExpansion {
			f.r.Errorf(f.at(x), "%s", tooManySteps)
			return
		}
		switch {
		case x.Kind == LexNewline:
			first = true
			continue
		case x.Is("#") && first:
			f.directive(x)
			continue
		}
		f.token(x)
		first = false
	}
	for _, c := range f.conds {
		f.r.Errorf(c.pos, "conditional directive without #endif")
	}
}

// separate reports whether a token of the lexer is also one of the preprocessor: it is not a later
// part of an operator, and it is not removed.
func separate(x Lexeme) bool {
	switch x.Kind {
	case LexWord, LexNumber:
		return true
	}
	return x.Kind == LexPunct && !strings.Contains(operatorEnds, x.Text)
}

// token examines a token that is not the # of a directive.
func (f *fileScan) token(x Lexeme) {
	if x.Kind == LexCut {
		f.r.Errorf(f.at(x), "%s without its end", cutName(f.src[x.Start]))
	}
}

func cutName(c byte) string {
	switch c {
	case '/':
		return "comment"
	case '"':
		return "string literal"
	}
	return "character constant"
}

// directive examines a directive up to its end of line; hash is its #.
func (f *fileScan) directive(hash Lexeme) {
	name := f.next()
	freeText := false
	switch name.Text {
	case "if", "ifdef", "ifndef":
		f.conds = append(f.conds, conditional{pos: f.at(hash)})
		if len(f.conds) == maxNesting {
			f.r.Errorf(f.at(hash), "conditional directives nest too deeply")
		}
	case "elif", "elifdef", "elifndef", "else", "endif":
		f.branch(hash, name)
	case "include", "include_next":
		f.headerName()
	case "define", "undef", "line", "\n", "":
	default:
		freeText = name.Kind != LexNumber
	}
	depth, brackets := newMeasure(), 0
	for x := name; x.Kind != LexNewline && x.Kind != LexEnd; x = f.next() {
		if !freeText || f.src[x.Start] == '/' {
			f.token(x)
		}
		depth.token(x)
		brackets = max(brackets, len(depth.levels)-1)
	}
	if brackets > maxMacroNesting || depth.tooDeep() {
		f.r.Errorf(f.at(hash), "brackets or operators nest too deeply for a directive")
	}
}

// branch examines #elif, #else and #endif.
func (f *fileScan) branch(hash, name Lexeme) {
	n := len(f.conds)
	switch {
	case n == 0:
		f.r.Errorf(f.at(hash), "#%s without #if", name.Text)
	case name.Text == "endif":
		f.conds = f.conds[:n-1]
	case f.conds[n-1].hasElse:
		f.r.Errorf(f.at(hash), "#%s after #else", name.Text)
	case name.Text == "else":
		f.conds[n-1].hasElse = true
	}
}

// headerName skips a header name in angle brackets, in which quotes and
// slashes mean nothing.
func (f *fileScan) headerName() {
	line, _, _ := strings.Cut(f.text[f.off:], "\n")
	if name, _, _ := strings.Cut(line, ">"); strings.HasPrefix(strings.TrimLeft(line, " \t"), "<") {
		f.off += min(len(name)+1, len(line))
	}
}
