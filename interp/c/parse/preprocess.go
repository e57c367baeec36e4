package parse

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fencepost/interp/c/library"
	"fencepost/trace"
)

// A ppFile is a file as the preprocessor reads it. It is never changed.
type ppFile struct {
	name    string // the preprocessor's
	display string // the user's
	size    int
	header  bool // embedded
	odd     bool // the C parser counts its lines otherwise
	tokens  []ppToken
	lines   [][2]int32 // the tokens of each line that has any, its end included
}

// operators are those of more than one character, the longer ones first.
var operators = []string{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"}

// operatorStarts are the characters that operators of more than one begin with.
const operatorStarts = "<>.-+=!&|*/%^#"

// operatorEnds are the characters that stand in operators, digraphs too, behind another.
const operatorEnds = "<>.-+=&|#:%"

// operatorAt returns how many characters the operator at the beginning of text has.
func operatorAt(text string) int {
	if len(text) < 2 || strings.IndexByte(operatorStarts, text[0]) < 0 || strings.IndexByte("<>.-+=&|#", text[1]) < 0 {
		return 1
	}
	for _, o := range operators {
		if strings.HasPrefix(text, o) {
			return len(o)
		}
	}
	return 1
}

// newFile splits a text into tokens and lines.
func newFile(name, display, text string) *ppFile {
	f := &ppFile{name: name, display: display, size: len(text)}
	f.odd = strings.Contains(text, "\n\\\n") || strings.Contains(text, "\n\\\r\n")
	text = strings.TrimPrefix(text, fileHeader)
	f.tokens = make([]ppToken, 0, len(text)/3)
	l := newLexer(name, []byte(text))
	start := 0
	for ended := false; !ended; {
		x := l.next()
		t := ppToken{text: x.Text, kind: x.Kind, blank: x.Blank, file: f, line: int32(x.Line), col: int32(x.Col)}
		switch x.Kind {
		case LexEnd:
			ended = true
			if len(f.tokens) == start {
				continue
			}
			t.kind = LexNewline
		case LexPunct:
			if n := operatorAt(text[x.Start:]); n > len(x.Text) {
				for t.text = text[x.Start : x.Start+n]; x.End < x.Start+n; {
					x.End = l.next().End
				}
			} else if x.Start+1 < len(text) && text[x.Start+1] == '\\' && strings.Contains(operatorStarts, x.Text) {
				t.kind = LexCut // an operator that is joined of two lines may be
			}
		case LexWord, LexNumber:
			if !plainWord(x.Text) {
				t.kind = LexCut
			}
		}
		if len(f.tokens) == cap(f.tokens) { // as many more as the rest has, if it is like what was read
			f.tokens = slices.Grow(f.tokens, 1+len(f.tokens)*(len(text)-x.Start)/(x.Start+1))
		}
		f.tokens = append(f.tokens, t)
		if t.kind == LexNewline {
			f.lines = append(f.lines, [2]int32{int32(start), int32(len(f.tokens))})
			start = len(f.tokens)
		}
	}
	return f
}

// plainWord reports whether the lexer and the C parser are at one on where a word or
// number ends.
func plainWord(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 || text[i] == '$' {
			return false
		}
	}
	return true
}

// embedded are the headers that have been split already, by name.
var embedded sync.Map

// header returns an embedded header.
func header(name string) *ppFile {
	if f, ok := embedded.Load(name); ok {
		return f.(*ppFile)
	}
	text, _ := headerText(name)
	full := systemDir + "/" + name
	f := newFile(full, "<"+name+">", text)
	if name == library.BuiltinHeader {
		f.name, f.display = Predefined, Predefined
	}
	f.header = true
	kept, _ := embedded.LoadOrStore(name, f)
	return kept.(*ppFile)
}

// A preprocessor expands the directives and macros of one translation unit, as the C
// parser's does. Where it is in doubt it gives up: then that one decides, and says
// what is wrong.
type preprocessor struct {
	*sources
	out    output
	files  map[string]*ppFile
	macros map[string]*ppMacro
	once   map[*ppFile]bool
	open   []*inclusion // innermost last
	line   []ppToken    // what is left of the line in work
	last   *ppToken     // taken of a file, if any was
	lists  [][]ppToken  // in front of that, the first one last
	work   int          // steps, as the C parser's preprocessor counts them, without blanks and lines
	count  int          // of inclusions
	bytes  int          // of included files
}

// An inclusion is a file that is being read.
type inclusion struct {
	file  *ppFile
	next  int    // line
	conds []bool // the open conditional directives: whether a part of them has been taken
}

// usualHeaders is how many tokens the headers of a program have, as a rule, at most.
const usualHeaders = 10_000

// doubted ends preprocessing.
type doubted struct{}

func (p *preprocessor) doubt() { panic(doubted{}) }

// charge counts steps. Too many are refused here: the C parser's preprocessor would take
// ten times as long to find that out.
func (p *preprocessor) charge(n int) {
	if p.work += n; p.work > maxExpansion {
		p.guard.r.Errorf(p.place(), "%s", tooManySteps)
		p.doubt()
	}
}

// place returns where the user's text stands that was read last.
func (p *preprocessor) place() trace.Pos {
	if p.last == nil || p.last.file.header {
		return trace.Pos{File: p.main, Line: 1, Col: 1}
	}
	return trace.Pos{File: p.last.file.display, Line: int(p.last.line), Col: int(p.last.col)}
}

// flatten preprocesses the program, and returns nil in doubt. What it does not use of
// embedded headers is left out, unless the whole is wanted.
func (s *sources) flatten(defines string, whole bool) (f *flat) {
	p := &preprocessor{sources: s, files: make(map[string]*ppFile), macros: make(map[string]*ppMacro, 1000), once: make(map[*ppFile]bool)}
	p.out.measure = newMeasure()
	defer func() {
		if e := recover(); e != nil && e != (doubted{}) {
			panic(e)
		}
	}()
	main := newFile(s.mainName(), s.main, s.texts[s.mainName()])
	p.out.tokens = make([]ppToken, 0, min(len(main.tokens)+usualHeaders, maxExpansion))
	for _, file := range []*ppFile{
		header(library.BuiltinHeader),
		newFile(defineSource, defineSource, defines),
		newFile(includeSource, includeSource, s.included()),
		main,
	} {
		p.enter(file)
		p.expand(p, false, p.put)
	}
	if s.guard.r.Failed() {
		return nil
	}
	return p.flat(whole)
}

// enter begins a file.
func (p *preprocessor) enter(f *ppFile) {
	p.count++
	p.bytes += f.size
	if f.odd || p.count > maxIncludes || p.bytes > maxIncluded {
		p.doubt()
	}
	p.open = append(p.open, &inclusion{file: f})
}

// more reads the next line of text behind what is left of the present one.
func (p *preprocessor) more() bool {
	for len(p.open) > 0 {
		in := p.open[len(p.open)-1]
		if in.next == len(in.file.lines) {
			p.open = p.open[:len(p.open)-1]
			continue
		}
		l := in.file.lines[in.next]
		in.next++
		line := in.file.tokens[l[0]:l[1]]
		if line[0].is("#") {
			p.directive(in, line[:len(line)-1])
			continue
		}
		if len(p.line) == 0 {
			p.line = line
		} else {
			p.line = slices.Concat(p.line, line)
		}
		return true
	}
	return false
}

// shift implements stream.
func (p *preprocessor) shift() (t ppToken, raw, ok bool) {
	if n := len(p.lists); n > 0 {
		l := &p.lists[n-1]
		t = (*l)[0]
		if *l = (*l)[1:]; len(*l) == 0 {
			p.lists = p.lists[:n-1]
		}
		return t, false, true
	}
	if len(p.line) == 0 && !p.more() {
		return t, false, false
	}
	t, p.last = p.line[0], &p.line[0]
	p.line = p.line[1:]
	return t, true, true
}

// opens implements stream.
func (p *preprocessor) opens() bool {
	if n := len(p.lists); n > 0 {
		l := ppList(p.lists[n-1])
		if afterBlanks(l, 0) == len(l) {
			p.doubt()
		}
		if !l.opens() {
			return false
		}
		if p.lists[n-1] = l; len(l) == 0 {
			p.lists = p.lists[:n-1]
		}
		return true
	}
	i := afterBlanks(p.line, 0)
	for i == len(p.line) {
		p.line = p.line[max(i-1, 0):] // one end of line is as good as many
		if !p.more() {
			return false
		}
		i = afterBlanks(p.line, 0)
	}
	if !p.line[i].is("(") {
		return false
	}
	p.line = p.line[i+1:]
	return true
}

// prepend implements stream.
func (p *preprocessor) prepend(list []ppToken) int {
	if len(list) > 0 {
		p.lists = append(p.lists, list)
	}
	return 0
}

// directive performs a directive in text that is not left out.
func (p *preprocessor) directive(in *inclusion, line []ppToken) {
	if len(line) < 2 {
		return
	}
	rest := line[2:]
	switch line[1].text {
	case "if", "ifdef", "ifndef":
		taken := p.condition(line[1].text, rest)
		if in.conds = append(in.conds, taken); !taken {
			p.leaveOut(in)
		}
	case "elif", "else":
		p.leaveOut(in) // a part before it was taken
	case "endif":
		if len(in.conds) == 0 {
			p.doubt()
		}
		in.conds = in.conds[:len(in.conds)-1]
	case "define":
		p.define(rest)
	case "undef":
		if len(rest) > 0 && !protected[rest[0].text] {
			delete(p.macros, rest[0].text)
		}
	case "include":
		p.include(line, rest)
	case "pragma":
		switch {
		case len(rest) == 0:
			p.doubt()
		case rest[0].text == "once":
			if p.once[in.file] {
				p.open = p.open[:len(p.open)-1]
			}
			p.once[in.file] = true
		case strings.HasSuffix(rest[0].text, "_macro"):
			p.doubt()
		}
	case "include_next", "error", "line":
		p.doubt()
	}
}

// leaveOut goes to the next part of the innermost conditional directive that is
// taken, or to its end.
func (p *preprocessor) leaveOut(in *inclusion) {
	if len(in.conds) == 0 {
		p.doubt()
	}
	taken := &in.conds[len(in.conds)-1]
	for depth := 0; ; {
		if in.next == len(in.file.lines) {
			p.doubt()
		}
		l := in.file.lines[in.next]
		in.next++
		line := in.file.tokens[l[0] : l[1]-1]
		if len(line) < 2 || !line[0].is("#") {
			continue
		}
		switch line[1].text {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			if depth--; depth < 0 {
				in.conds = in.conds[:len(in.conds)-1]
				return
			}
		case "elif", "else":
			if depth == 0 && !*taken && (line[1].text == "else" || p.condition("if", line[2:])) {
				*taken = true
				return
			}
		}
	}
}

// protected are the macros that no program defines or removes.
var protected = map[string]bool{
	"__DATE__": true, "__FILE__": true, "__LINE__": true, "__STDC_HOSTED__": true, "__STDC_MB_MIGHT_NEQ_WC__": true,
	"__STDC_VERSION__": true, "__STDC__": true, "__TIME__": true, "__has_builtin": true, "__has_extension": true,
	"__has_feature": true, "defined": true,
}

// define performs #define of what stands behind it.
func (p *preprocessor) define(line []ppToken) {
	if len(line) == 0 || line[0].kind != LexWord {
		p.doubt()
	}
	name := line[0]
	if protected[name.text] && name.file.name != Predefined {
		return
	}
	if name.text == "L" || name.text == "u8" || name.text == "__COUNTER__" || name.text == pragmaOperator {
		p.doubt()
	}
	m := &ppMacro{further: -1}
	line = line[1:]
	var params []string
	if len(line) > 0 && line[0].is("(") && !line[0].blank {
		m.function = true
		line = line[1:]
		for closed := false; !closed; {
			if len(line) == 0 {
				p.doubt()
			}
			t := line[0]
			line = line[1:]
			switch {
			case t.is(")"):
				closed = true
			case t.is("...") && len(line) > 0 && line[0].is(")"):
				m.further = len(params)
			case t.kind == LexWord && len(line) > 0 && (line[0].is(")") || line[0].is(",")):
				params = append(params, t.text)
				if line[0].is(",") {
					line = line[1:]
				}
			default:
				p.doubt()
			}
		}
		m.params = len(params)
	}
	m.body = make([]ppToken, 0, 2*len(line))
	m.param = make([]int, 0, 2*len(line))
	for i, t := range line {
		if t.kind == LexCut {
			p.doubt()
		}
		if i > 0 && t.blank {
			m.body = append(m.body, ppToken{kind: lexBlank, text: " "})
			m.param = append(m.param, -1)
		}
		k := slices.Index(params, t.text)
		if k < 0 && m.further >= 0 && t.text == "__VA_ARGS__" {
			k = m.further
		}
		m.body = append(m.body, t)
		m.param = append(m.param, k)
	}
	p.macros[name.text] = m
}

// include performs #include.
func (p *preprocessor) include(line, rest []ppToken) {
	name, ok := p.headerName(line)
	if !ok {
		p.doubt()
	}
	dirs := []string{rootDir, systemDir}
	if name[0] == '"' {
		own, _ := filepath.Split(rest[0].file.name)
		dirs = []string{rootDir, filepath.Clean(own)}
	}
	for i := range p.options.IncludeDirs {
		dirs = append(dirs, includeDir(i))
	}
	if name[0] == '"' {
		dirs = append(dirs, systemDir)
	}
	for _, dir := range dirs {
		if f := p.file(filepath.ToSlash(filepath.Join(dir, name[1:len(name)-1]))); f != nil {
			p.enter(f)
			return
		}
	}
	p.doubt()
}

// headerName returns the name that an #include line has, with its delimiters.
func (p *preprocessor) headerName(line []ppToken) (name string, ok bool) {
	rest := line[2:]
	if len(rest) == 0 {
		return "", false
	}
	switch first := rest[0]; {
	case first.kind == LexLiteral && first.text[0] == '"' && !strings.Contains(first.text, `\`):
		return first.text, true
	case first.is("<"):
		var b strings.Builder
		for i, t := range rest {
			if i > 0 && t.blank || t.kind == LexCut {
				return "", false
			}
			b.WriteString(t.text)
			if t.is(">") {
				return b.String(), true
			}
		}
	}
	return "", false
}

// file returns the file of a name, or nil if there is none.
func (p *preprocessor) file(name string) *ppFile {
	if f := p.files[name]; f != nil {
		return f
	}
	if !p.load(name) {
		return nil
	}
	var f *ppFile
	if short, ok := strings.CutPrefix(name, systemDir+"/"); ok {
		f = header(short)
	} else {
		f = newFile(name, p.display(name), p.texts[name])
	}
	p.files[name] = f
	return f
}
