package parse

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"fencepost/trace"

	"modernc.org/cc/v4"
)

// flatSource is the name of preprocessed text for the parser.
const flatSource = "<flat>"

// lineTokens is how many tokens a line of preprocessed text has at least, if blanks allow.
const lineTokens = 32

// An output is the preprocessed tokens, as far as they are known.
type output struct {
	tokens  []ppToken
	gap     bool // a blank or comment stands before the next token
	joined  bool // the last token is of a file, and no macro was invoked since
	measure *measure
	spelled []byte // for the hash
}

// invoked notes that a file's text invokes a macro.
func (o *output) invoked(t ppToken) {
	o.gap = o.gap || t.blank
	o.joined = false
}

// put takes the next token.
func (p *preprocessor) put(t ppToken, raw bool) {
	o := &p.out
	switch {
	case t.kind == LexNewline, t.kind == lexBlank:
		o.gap = true
		return
	case t.kind == LexCut, t.kind == LexPunct && t.text[0] == '#':
		p.doubt()
	}
	gap := o.gap || raw && t.blank
	if n := len(o.tokens); !gap && !(raw && o.joined) && n > 0 {
		gap = p.apart(&o.tokens[n-1], &t)
	}
	if t.kind == LexPunct {
		for i := range len(t.text) {
			p.lexeme(LexPunct, t.text[i:i+1])
		}
	} else {
		p.lexeme(t.kind, t.text)
	}
	t.blank = gap || t.blank
	o.tokens = append(o.tokens, t)
	o.gap, o.joined = false, raw
}

// lexeme measures a lexeme of the output.
func (p *preprocessor) lexeme(kind LexKind, text string) {
	p.out.spelled = append(append(p.out.spelled, text...), 0)
	if p.out.measure.token(Lexeme{Kind: kind, Text: text}) != "" || len(p.out.spelled) > maxOutput {
		p.doubt()
	}
}

// apart reports whether a blank must stand between two tokens that macros bring
// together. It is in doubt where the two might be read as one, or as a comment.
func (p *preprocessor) apart(x, y *ppToken) bool {
	a, b := x.text[len(x.text)-1], y.text[0]
	switch {
	case x.kind == LexWord && y.kind == LexWord, x.kind == LexNumber && (y.text == "+" || y.text == "-" || y.text == "."):
		return true
	case a == '/' && (b == '/' || b == '*'),
		x.kind != LexPunct && x.kind != LexLiteral && y.kind != LexPunct,
		x.kind == LexNumber && (b == '.' || isSign(b) && isExponent(a)),
		a == '.' && y.kind == LexNumber:
		p.doubt()
	}
	return x.kind == LexPunct && y.kind == LexPunct && (operatorAt(string([]byte{a, b})) > 1 || a == '.' && b == '.')
}

// A flat is a preprocessed program: what is parsed, with the place of every token.
type flat struct {
	text  []byte
	hash  string // of all tokens
	lines []int  // the first token of each line of text
	cols  []int32
	spots []spot
}

// A spot is where a token stands, or the invocation of the macro that it is of.
type spot struct {
	file      *ppFile
	line, col int32
}

// flat makes the program of the output.
func (p *preprocessor) flat(whole bool) *flat {
	tokens := p.out.tokens
	if n := len(tokens); n == 0 || len(p.out.measure.levels) > 1 || tokens[n-1].text != ";" && tokens[n-1].text != "}" {
		p.doubt()
	}
	sum := sha256.Sum256(p.out.spelled)
	f := &flat{hash: hex.EncodeToString(sum[:]), lines: []int{0}, text: make([]byte, 0, len(p.out.spelled))}
	var unused []bool
	if !whole {
		unused = p.out.unused()
	}
	start := 0
	for i := range tokens {
		if !whole && unused[i] {
			continue
		}
		t := &tokens[i]
		switch {
		case !t.blank:
		case len(f.spots) < f.lines[len(f.lines)-1]+lineTokens:
			f.text = append(f.text, ' ')
		default:
			f.text = append(f.text, '\n')
			f.lines = append(f.lines, len(f.spots))
			start = len(f.text)
		}
		f.spots = append(f.spots, spot{t.file, t.line, t.col})
		f.cols = append(f.cols, int32(len(f.text)-start+1))
		f.text = append(f.text, t.text...)
	}
	return f
}

// unused returns which tokens belong to declarations of embedded headers that the
// program does not name, nor anything that it names.
func (o *output) unused() []bool {
	leave := make([]bool, len(o.tokens))
	used := map[string]bool{"__predefined_declarator": true}
	use := func(list []ppToken) {
		for i := range list {
			if list[i].kind == LexWord {
				used[list[i].text] = true
			}
		}
	}
	var declarations [][2]int
	whole := true // a declaration begins here
	for i := 0; i < len(o.tokens); {
		end := o.declarationEnd(i)
		list := o.tokens[i:end]
		embedded := whole && !slices.ContainsFunc(list, func(t ppToken) bool { return !t.file.header })
		last := list[len(list)-1].text
		whole = last == ";" || last == "}"
		if embedded && whole {
			declarations = append(declarations, [2]int{i, end})
			for j := i; j < end; j++ {
				leave[j] = true
			}
		} else {
			use(list)
		}
		i = end
	}
	for changed := true; changed; {
		changed = false
		for k := len(declarations) - 1; k >= 0; k-- { // most name what stands before them
			d := declarations[k]
			list := o.tokens[d[0]:d[1]]
			if !leave[d[0]] || !declares(list, used) {
				continue
			}
			use(list)
			changed = true
			for j := d[0]; j < d[1]; j++ {
				leave[j] = false
			}
		}
	}
	return leave
}

// declarationEnd returns where the outermost declaration ends that begins at token i:
// behind its semicolon or the body of its function.
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

// functionOf returns the name of the function that is declared, or "" if it is another
// declaration, or one of an unusual form.
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

// keyword reports whether a word declares nothing.
func keyword(word string) bool {
	switch word {
	case "typedef", "struct", "union", "enum", "static", "inline", "extern", "const", "volatile", "restrict", "register",
		"void", "char", "short", "int", "long", "signed", "unsigned", "float", "double",
		"_Bool", "_Atomic", "_Noreturn", "_Thread_local", "_Alignas", "_Static_assert", "return", "if", "else", "for", "while", "do", "sizeof":
		return true
	}
	return strings.HasPrefix(word, "__attribute") || strings.HasPrefix(word, "__typeof") || strings.HasPrefix(word, "__asm") || word == "asm" || word == "typeof"
}

// pos returns the place of the token that stands at a line and column of the text.
func (f *flat) pos(line, col int) trace.Pos {
	if line < 1 || line > len(f.lines) {
		return trace.Pos{}
	}
	first, end := f.lines[line-1], len(f.cols)
	if line < len(f.lines) {
		end = f.lines[line]
	}
	i, found := slices.BinarySearch(f.cols[first:end], int32(col))
	if !found {
		i = max(i-1, 0)
	}
	at := f.spots[first+i]
	return trace.Pos{File: at.file.display, Line: int(at.line), Col: int(at.col)}
}

// parseFlat preprocesses and parses the program, and returns nil in doubt and if
// anything is wrong.
func (s *sources) parseFlat(defines string, whole bool) (ast *cc.AST, hash string) {
	defer func() {
		if recover() != nil { // the parser has a fault, which it has told as one of the text
			ast = nil
		}
	}()
	if s.flat = s.flatten(defines, whole); s.flat == nil {
		return nil, ""
	}
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		return nil, ""
	}
	ast, err = cc.Parse(&cc.Config{ABI: abi}, []cc.Source{{Name: flatSource, Value: s.flat.text}, {Name: endSource, Value: trailer}})
	if err != nil {
		return nil, ""
	}
	return ast, s.flat.hash
}
