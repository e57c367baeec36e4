package rewrite

import (
	"slices"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace/lists"
)

// A file is a source file of the user, with its lexemes.
type file struct {
	name, text string
	lex        []parse.Lexeme
	at         map[place]int // the lexeme there
	macros     []definition
	include    int // where an #include may be added
}

// A place is a line and a column of a file.
type place struct{ line, col int }

// A definition is an object-like or function-like macro of the user.
type definition struct {
	file   *file
	name   string
	params []string
	body   []parse.Lexeme
}

const byteOrderMark = "\ufeff"

func newFile(name, text string) *file {
	f := &file{name: name, text: text, at: map[place]int{}, include: -1}
	body := strings.TrimPrefix(text, byteOrderMark)
	mark := len(text) - len(body)
	f.lex = parse.Lex([]byte(body))
	for i := range f.lex {
		x := &f.lex[i]
		x.Start, x.End = x.Start+mark, x.End+mark
		f.at[place{x.Line, x.Col}] = i
	}
	f.directives()
	if f.include < 0 {
		f.include = mark
	}
	return f
}

// directives finds the definitions of macros and the first #include.
func (f *file) directives() {
	first := true // on its line
	for i := 0; i < len(f.lex); i++ {
		if f.lex[i].Kind == parse.LexNewline {
			first = true
			continue
		}
		if first && f.lex[i].Is("#") && i+1 < len(f.lex) {
			end := i
			for end < len(f.lex) && f.lex[end].Kind != parse.LexNewline {
				end++
			}
			switch f.lex[i+1].Text {
			case "include":
				if f.include < 0 {
					f.include = f.lex[i].Start
				}
			case "define":
				f.define(f.lex[i+2 : max(i+2, end)])
			}
			i = end - 1
		}
		first = false
	}
}

// define records a macro definition. line has the lexemes after the word define.
func (f *file) define(line []parse.Lexeme) {
	if len(line) == 0 || line[0].Kind != parse.LexWord {
		return
	}
	d := definition{file: f, name: line[0].Text, body: line[1:]}
	if len(line) > 1 && line[1].Is("(") && line[1].Start == line[0].End {
		end := slices.IndexFunc(line, func(x parse.Lexeme) bool { return x.Is(")") })
		if end < 0 {
			return
		}
		for _, x := range line[2:end] {
			if x.Kind == parse.LexWord {
				d.params = append(d.params, x.Text)
			}
		}
		d.body = line[end+1:]
	}
	f.macros = append(f.macros, d)
}

// close returns the lexeme that closes bracket i, or -1.
func (f *file) close(i int) int {
	depth := 0
	for ; i < len(f.lex); i++ {
		switch x := &f.lex[i]; {
		case x.Is("("), x.Is("["), x.Is("{"):
			depth++
		case x.Is(")"), x.Is("]"), x.Is("}"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// skipNewlines returns the first lexeme from i on that is no newline.
func (f *file) skipNewlines(i int) int {
	for i < len(f.lex) && f.lex[i].Kind == parse.LexNewline {
		i++
	}
	return i
}

// indent returns the text before off on its line, and whether it is blank.
func (f *file) indent(off int) (space string, alone bool) {
	before := f.text[strings.LastIndexByte(f.text[:off], '\n')+1 : off]
	before = strings.TrimPrefix(before, byteOrderMark)
	return before, strings.TrimLeft(before, " \t") == ""
}

// ends reports whether the rest of the line after off is blank except for a comment, and returns the
// end of the line.
func (f *file) ends(off int) (end int, ok bool) {
	end = len(f.text)
	i, _ := slices.BinarySearchFunc(f.lex, off, func(x parse.Lexeme, off int) int { return x.Start - off })
	if i < len(f.lex) {
		if f.lex[i].Kind != parse.LexNewline {
			return 0, false
		}
		end = f.lex[i].Start
	}
	if strings.Contains(f.text[off:end], "\n") {
		return 0, false
	}
	return end - len(f.text[off:end]) + len(strings.TrimSuffix(f.text[off:end], "\r")), true
}

// eol returns the line ending of the file.
func (f *file) eol() string {
	if strings.Contains(f.text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// A textEdit replaces bytes of a file by text.
type textEdit struct {
	file       *file
	start, end int
	text       string
}

// apply makes the edits of a file. ok is false if two of them change the same text. Insertions at one
// place keep their order.
func (f *file) apply(edits []textEdit) (text string, ok bool) {
	own := lists.Where(edits, func(e textEdit) bool { return e.file == f })
	slices.SortStableFunc(own, func(a, b textEdit) int { return a.start - b.start })
	var b strings.Builder
	done := 0
	for _, e := range own {
		if e.start < done || e.end < e.start {
			return "", false
		}
		b.WriteString(f.text[done:e.start])
		b.WriteString(e.text)
		done = e.end
	}
	b.WriteString(f.text[done:])
	return b.String(), true
}
