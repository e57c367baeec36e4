package parse

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// flatSource is the name of preprocessed text for the parser.
const flatSource = "<flat>"

// lineTokens is how many tokens and blanks a line of preprocessed text has, or one more.
const lineTokens = 62

// An output holds the preprocessed tokens so far.
type output struct {
	tokens  []ppToken
	ended   bool // a line has ended before the next token
	measure *measure
	spelled []byte // for the hash
}

// put appends the next token.
func (p *preprocessor) put(t ppToken) {
	o := &p.out
	switch {
	case t.kind == LexNewline, t.kind == lexBlank:
		o.ended = o.ended || t.kind == LexNewline
		return
	case t.kind == LexPunct && t.text[0] == '#': // the parser would take it for its own preprocessor
		p.fail(t, "unexpected '%s'", t.text)
	case t.kind == LexPunct:
		for i := range len(t.text) {
			p.lexeme(t, LexPunct, t.text[i:i+1])
		}
	default:
		if n := strings.IndexAny(t.text, `"'`); t.kind == LexLiteral && n > 0 {
			p.lexeme(t, LexWord, t.text[:n])
			p.lexeme(t, LexLiteral, t.text[n:])
		} else {
			p.lexeme(t, t.kind, t.text)
		}
	}
	t.blank = t.blank || o.ended
	o.tokens = append(o.tokens, t)
	o.ended = false
}

// isString reports whether the token is a string literal.
func (t *ppToken) isString() bool { return t.kind == LexLiteral && t.text[len(t.text)-1] == '"' }

// lexeme measures a lexeme of the next token of the output.
func (p *preprocessor) lexeme(t ppToken, kind LexKind, text string) {
	p.out.spelled = append(append(p.out.spelled, text...), 0)
	message := p.out.measure.token(Lexeme{Kind: kind, Text: text, Start: len(p.out.tokens)})
	if len(p.out.spelled) > maxOutput {
		message = fmt.Sprintf("the preprocessed program is larger than %d MB", maxOutput>>20)
	}
	if message != "" {
		p.fail(t, "%s", message)
	}
}

// touching reports whether the parser may read two tokens as others if no blank separates them.
func touching(x, y *ppToken) bool {
	a, b := x.text[len(x.text)-1], y.text[0]
	switch {
	case x.kind != LexPunct && y.kind != LexPunct:
		return true
	case x.kind == LexNumber:
		return b == '.' || isSign(b)
	case y.kind == LexNumber:
		return a == '.'
	}
	return x.kind == LexPunct && y.kind == LexPunct && (operatorAt(string([]byte{a, b})) > 1 || a == '.' && b == '.' || a == '/' && (b == '/' || b == '*'))
}

// A flat is a preprocessed program: the text for the parser, with the source position of every token.
// The text has few blanks, because they are tokens to the parser.
type flat struct {
	text  []byte
	hash  string // of all tokens
	lines []int  // the first spot of each line of text
	spots []spot
}

// A spot is the source position of a token, or of the invocation of the macro that made it.
type spot struct {
	file      *ppFile
	line, col int32
	at        int32 // its column in the text
	blank     bool  // a blank or comment stands before it
}

// flat returns the program of the output, or nil if the parser must not get it. all keeps the unused
// declarations of embedded headers.
func (p *preprocessor) flat(all bool) *flat {
	if p.options.C23 {
		p.out.tokens = modern(p.out.tokens)
	}
	tokens := p.out.tokens
	if n := len(p.out.measure.levels); n > 1 {
		open := p.out.measure.levels[n-1].open
		p.fail(tokens[open.Start], "%s is not closed", open.Text)
	}
	if n := len(tokens); n == 0 || tokens[n-1].text != ";" && tokens[n-1].text != "}" {
		p.guard.r.Errorf(p.lastPos, "unexpected end of the file, expected ';'")
		return nil
	}
	sum := sha256.Sum256(p.out.spelled)
	if !all {
		tokens = p.out.used()
	}
	f := &flat{hash: hex.EncodeToString(sum[:]), lines: []int{0}, text: make([]byte, 0, len(p.out.spelled)), spots: make([]spot, 0, len(tokens))}
	start, inLine := 0, 0
	literal := 0 // the first of string literals that the parser makes one
	var list attributeList
	for i := range tokens {
		t := &tokens[i]
		switch {
		case !t.isString():
		case i > 0 && tokens[i-1].isString():
			f.spots[literal].blank = f.spots[literal].blank || t.blank
		default:
			literal = i
		}
		switch {
		case inLine >= lineTokens:
			f.text = append(f.text, '\n')
			f.lines = append(f.lines, i)
			start, inLine = len(f.text), 0
		case i > 0 && touching(&tokens[i-1], t):
			f.text = append(f.text, ' ')
			inLine++
		}
		f.spots = append(f.spots, spot{t.file, t.line, t.col, int32(len(f.text) - start + 1), t.blank})
		text, n := list.text(t)
		f.text = append(f.text, text...)
		inLine += n
	}
	return f
}

// An attributeList follows the tokens of lists of attributes. The parser keeps only the first and the
// last attribute of a list, so each gets a list of its own.
type attributeList struct {
	word  string // with which the list begins; empty outside of lists
	depth int    // of brackets
}

// text returns the text of the next token for the parser, and how many tokens that is.
func (l *attributeList) text(t *ppToken) (text string, n int) {
	switch {
	case t.text == "__attribute__", t.text == "__attribute":
		l.word, l.depth = t.text, 0
	case l.word == "":
	case t.is("("):
		l.depth++
	case t.is(")"):
		if l.depth--; l.depth == 0 {
			l.word = ""
		}
	case t.is(",") && l.depth == 2:
		return "))" + l.word + "((", 5
	}
	return t.text, 1
}

// used returns the tokens without unused declarations of embedded headers. A declaration is used if
// the program, or a used declaration, contains a name that it declares.
func (o *output) used() []ppToken {
	words := map[string]bool{"__predefined_declarator": true}
	use := func(list []ppToken) {
		for i := range list {
			if list[i].kind == LexWord {
				words[list[i].text] = true
			}
		}
	}
	var parts []part
	complete := true // the previous declaration, if any, is complete
	for i := 0; i < len(o.tokens); {
		end := o.declarationEnd(i)
		list := o.tokens[i:end]
		d := part{i, end, !complete || slices.ContainsFunc(list, func(t ppToken) bool { return !t.file.header })}
		last := list[len(list)-1].text
		if complete = last == ";" || last == "}"; !complete {
			d.used = true
		}
		if d.used {
			use(list)
		}
		parts = append(parts, d)
		i = end
	}
	for changed := true; changed; {
		changed = false
		for k := len(parts) - 1; k >= 0; k-- { // most name earlier ones
			d := &parts[k]
			if list := o.tokens[d.from:d.to]; !d.used && declares(list, words) {
				use(list)
				d.used, changed = true, true
			}
		}
	}
	list := make([]ppToken, 0, len(o.tokens))
	for _, d := range parts {
		if d.used {
			list = append(list, o.tokens[d.from:d.to]...)
		}
	}
	return list
}

// A part is the tokens of an outermost declaration.
type part struct {
	from, to int
	used     bool
}

// declarationEnd returns the end of the outermost declaration that begins at token i: after its
// semicolon or the body of its function.
func (o *output) declarationEnd(i int) int {
	depth := 0
	body := false
	for ; i < len(o.tokens); i++ {
		t := &o.tokens[i]
		if t.kind != LexPunct {
			continue
		}
		switch t.text {
		case "{":
			if depth == 0 {
				body = i > 0 && o.tokens[i-1].text == ")"
			}
			depth++
		case "(", "[":
			depth++
		case ")", "]", "}":
			depth--
			if depth == 0 && body && t.text == "}" {
				return i + 1
			}
		case ";":
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(o.tokens)
}

// declares reports whether a declaration may declare one of the names.
func declares(list []ppToken, names map[string]bool) bool {
	if name := functionOf(list); name != "" {
		return names[name]
	}
	return slices.ContainsFunc(list, func(t ppToken) bool { return t.kind == LexWord && names[t.text] && !keyword(t.text) })
}

// functionOf returns the name of the function that a declaration declares. It returns "" for other
// declarations and for unusual forms.
func functionOf(list []ppToken) string {
	for i := 1; i+1 < len(list); i++ {
		switch t := &list[i]; {
		case t.kind == LexPunct && t.text != "(" && t.text != "*":
			return ""
		case t.is("("):
			name := list[i-1]
			if name.kind != LexWord || keyword(name.text) || list[i+1].is("*") || list[i+1].is("(") || list[0].text == "typedef" {
				return ""
			}
			return name.text
		}
	}
	return ""
}

// keyword reports whether a word is a keyword, and so is not a declared name.
func keyword(word string) bool {
	switch word {
	case "typedef", "struct", "union", "enum", "static", "inline", "extern", "const", "volatile", "restrict", "register",
		"void", "char", "short", "int", "long", "signed", "unsigned", "float", "double",
		"_Bool", "_Atomic", "_Noreturn", "_Thread_local", "_Alignas", "_Static_assert", "return", "if", "else", "for", "while", "do", "sizeof":
		return true
	}
	return strings.HasPrefix(word, "__attribute") || strings.HasPrefix(word, "__typeof") || strings.HasPrefix(word, "__asm") || word == "asm" || word == "typeof"
}

// spot returns the spot of the token at a line and column of the text.
func (f *flat) spot(line, col int) *spot {
	first, end := f.lines[line-1], len(f.spots)
	if line < len(f.lines) {
		end = f.lines[line]
	}
	i, found := slices.BinarySearchFunc(f.spots[first:end], int32(col), func(s spot, col int32) int { return cmp.Compare(s.at, col) })
	if !found {
		i = max(i-1, 0)
	}
	return &f.spots[first+i]
}
