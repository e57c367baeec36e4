package parse

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fencepost/interp/c/library"
	"fencepost/trace"
)

// A ppFile is a file as the preprocessor reads it. It is immutable.
type ppFile struct {
	name    string // the preprocessor's
	display string // the user's
	size    int
	header  bool // embedded
	tokens  []ppToken
	lines   [][2]int32 // the tokens of each line that has any, its end included
}

// operators are the operators of more than one character, the longer ones first.
var operators = []string{"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"}

// operatorStarts are the first characters of operators of more than one character.
const operatorStarts = "<>.-+=!&|*/%^#"

// operatorEnds are the characters in operators and digraphs after the first.
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
			for n := operatorAt(l.text[l.off-1:]); len(t.text) < n; {
				t.text += l.next().Text
			}
		case LexWord:
			if c := l.peek(); c == '"' && (x.Text == "L" || x.Text == "u8") || c == '\'' && (x.Text == "L" || x.Text == "u8") {
				t.kind, t.text = LexLiteral, x.Text+l.next().Text
			}
		}
		if len(f.tokens) == cap(f.tokens) { // room for the rest, if it has as many tokens as the text read so far
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

// embedded are the headers that have been split already, by name.
var embedded sync.Map

// header returns an embedded header.
func header(name string) *ppFile {
	if f, ok := embedded.Load(name); ok {
		return f.(*ppFile)
	}
	text, _ := library.Header(name)
	full := systemDir + "/" + name
	f := newFile(full, "<"+name+">", text)
	if name == library.BuiltinHeader {
		f.name, f.display = Predefined, Predefined
	}
	f.header = true
	kept, _ := embedded.LoadOrStore(name, f)
	return kept.(*ppFile)
}

// A preprocessor expands the directives and macros of one translation unit. It reports what is
// wrong.
type preprocessor struct {
	*sources
	out     output
	files   map[string]*ppFile
	macros  map[string]*ppMacro
	pushed  map[string][]*ppMacro // by #pragma push_macro
	once    map[string]bool       // by the user's names: a file may have several of the preprocessor's
	omitted bool                  // a #pragma omp was left out
	open    []*inclusion          // innermost last
	line    []ppToken             // the rest of the current line
	last    *ppToken              // the last token from a file, or nil
	lists   [][]ppToken           // tokens before line; the last list comes first
	work    int                   // steps
	count   int                   // of inclusions
	unique  int                   // the next __COUNTER__
	bytes   int                   // of included files
}

// An inclusion is a file that is being read.
type inclusion struct {
	file  *ppFile
	next  int    // line
	conds []bool // the open conditional directives: whether a part of them has been taken
}

// usualHeaders is the usual number of tokens of a program's headers, or more.
const usualHeaders = 10_000

// stopped is the panic that ends preprocessing after an error was reported.
type stopped struct{}

// fail reports an error at a token, and ends preprocessing.
func (p *preprocessor) fail(t ppToken, format string, args ...any) {
	p.reportAt(t, format, args...)
	panic(stopped{})
}

// reportAt reports an error at a token. The position of an error in an embedded header is where the
// user includes the header.
func (p *preprocessor) reportAt(t ppToken, format string, args ...any) {
	pos := t.pos()
	if pos.System() {
		pos = p.includeOf(t.file.name)
	}
	p.guard.r.Errorf(pos, format, args...)
}

// charge counts steps.
func (p *preprocessor) charge(n int) {
	if p.work += n; p.work > maxExpansion {
		p.guard.r.Errorf(p.place(), "%s", tooManySteps)
		panic(stopped{})
	}
}

// place returns the position of the user's token that was read last.
func (p *preprocessor) place() trace.Pos {
	if p.last == nil || p.last.file.header {
		return trace.Pos{File: p.main, Line: 1, Col: 1}
	}
	return p.last.pos()
}

// flatten preprocesses the program, and returns nil if anything is wrong. It leaves out unused
// declarations of embedded headers, unless all is set.
func (s *sources) flatten(defines string, all bool) (f *flat) {
	p := &preprocessor{sources: s, files: make(map[string]*ppFile), macros: make(map[string]*ppMacro, 1000), pushed: make(map[string][]*ppMacro), once: make(map[string]bool)}
	p.out.measure = newMeasure()
	defer func() {
		if e := recover(); e != nil && e != (stopped{}) {
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
		if version := p.macros["__STDC_VERSION__"]; p.options.C23 && version != nil && file == header(library.BuiltinHeader) {
			later := *version
			later.body = []ppToken{{text: "202311L", kind: LexNumber, file: file}}
			p.macros["__STDC_VERSION__"] = &later
		}
	}
	if s.guard.r.Failed() {
		return nil
	}
	return p.flat(all)
}

// enter begins a file.
func (p *preprocessor) enter(f *ppFile) {
	p.count++
	p.bytes += f.size
	if p.count > maxIncludes || p.bytes > maxIncluded {
		p.guard.r.Errorf(p.includeOf(f.name), "too many files are included, or files include each other without end")
		panic(stopped{})
	}
	p.open = append(p.open, &inclusion{file: f})
}

// more appends the next line of text to the current line. It reports false at the end.
func (p *preprocessor) more() bool {
	n := len(p.line)
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
			p.directive(in, line[:len(line)-1], line[len(line)-1])
			continue
		}
		if len(p.line) == 0 {
			p.line = line
		} else {
			p.line = slices.Concat(p.line, line)
		}
		return true
	}
	return len(p.line) > n // the last line is a #pragma pack
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
	for n := len(p.lists); n > 0; n = len(p.lists) {
		l := ppList(p.lists[n-1])
		if afterBlanks(l, 0) == len(l) {
			p.lists = p.lists[:n-1]
			continue
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

// directive performs a directive in active text. end is the newline after it.
func (p *preprocessor) directive(in *inclusion, line []ppToken, end ppToken) {
	if len(line) < 2 {
		return
	}
	rest := line[2:]
	switch line[1].text {
	case "if", "ifdef", "ifndef":
		taken := p.condition(line)
		if in.conds = append(in.conds, taken); !taken {
			p.leaveOut(in)
		}
	case "elif", "elifdef", "elifndef", "else", "endif":
		switch {
		case len(in.conds) == 0: // the guard does not see a directive after a _Pragma
			p.fail(line[0], "#%s without #if", line[1].text)
		case line[1].text == "endif":
			in.conds = in.conds[:len(in.conds)-1]
		default:
			p.leaveOut(in) // an earlier part was active
		}
	case "define":
		p.define(line)
	case "undef":
		if len(rest) > 0 && !protected[rest[0].text] {
			delete(p.macros, rest[0].text)
		}
	case "include", "include_next":
		p.include(line, end)
	case "pragma":
		switch {
		case len(rest) == 0:
		case rest[0].text == "pack":
			p.line = slices.Concat(p.line, p.pack(line[0], PackOf("#pragma "+spelled(rest))))
		case rest[0].text == "once":
			if p.once[in.file.display] {
				p.open = p.open[:len(p.open)-1]
			}
			p.once[in.file.display] = true
		case rest[0].text == "omp":
			p.openMP(line[0])
		case len(rest) > 2 && rest[2].kind == LexLiteral:
			p.keepMacro(rest[0].text, strings.Trim(rest[2].text, `"`))
		}
	case "error":
		p.reportAt(line[1], "%s", spelled(rest))
	case "warning", "ident", "line": // positions are in the file itself
	default:
		if line[1].kind != LexNumber {
			p.reportAt(line[1], "unknown directive #%s", spelled(line[1:]))
		}
	}
}

// leaveOut skips to the next active part of the innermost conditional directive, or to its end.
func (p *preprocessor) leaveOut(in *inclusion) {
	taken := &in.conds[len(in.conds)-1]
	for depth := 0; in.next < len(in.file.lines); {
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
		case "elif", "elifdef", "elifndef", "else":
			if depth == 0 && !*taken && (line[1].text == "else" || p.condition(line)) {
				*taken = true
				return
			}
		}
	}
}

// protected are the macros that a program must not define or undefine.
var protected = map[string]bool{
	"__DATE__": true, "__FILE__": true, "__LINE__": true, "__STDC_HOSTED__": true, "__STDC_MB_MIGHT_NEQ_WC__": true,
	"__STDC_VERSION__": true, "__STDC__": true, "__TIME__": true, "__has_builtin": true, "__has_extension": true,
	"__has_feature": true, "defined": true,
}

// keepMacro performs #pragma push_macro and pop_macro.
func (p *preprocessor) keepMacro(pragma, name string) {
	switch kept := p.pushed[name]; {
	case pragma == "push_macro":
		p.pushed[name] = append(kept, p.macros[name])
	case pragma == "pop_macro" && len(kept) > 0:
		p.pushed[name] = kept[:len(kept)-1]
		if p.macros[name] = kept[len(kept)-1]; p.macros[name] == nil {
			delete(p.macros, name)
		}
	}
}

// define performs the #define of a line.
func (p *preprocessor) define(line []ppToken) {
	hash, directive, line := line[0], line[1], line[2:]
	switch {
	case len(line) == 0:
		p.fail(directive, "missing macro name")
	case line[0].kind != LexWord:
		p.fail(line[0], "macro names must be identifiers")
	}
	name := line[0]
	if protected[name.text] && name.file.name != Predefined {
		return
	}
	m := &ppMacro{further: -1}
	named := "__VA_ARGS__" // the further arguments
	line = line[1:]
	var params []string
	if len(line) > 0 && line[0].is("(") && !line[0].blank {
		m.function = true
		open := line[0]
		line = line[1:]
		for closed := false; !closed; {
			if len(line) == 0 {
				p.fail(open, "macro parameter list is missing final ')'")
			}
			t := line[0]
			line = line[1:]
			switch {
			case t.is(")"):
				closed = true
			case t.is("...") && (len(line) == 0 || line[0].is(")")):
				m.further = len(params)
			case t.kind == LexWord && len(line) > 0 && line[0].is("...") && (len(line) == 1 || line[1].is(")")): // GNU C
				m.further, named, line = len(params), t.text, line[1:]
			case t.kind == LexWord && (len(line) == 0 || line[0].is(")") || line[0].is(",")):
				params = append(params, t.text)
				if len(line) > 0 && line[0].is(",") {
					line = line[1:]
				}
			default:
				p.fail(t, "unexpected '%s' among the parameters of a macro", t.text)
			}
		}
		if m.params = len(params); m.params > maxParams {
			p.fail(hash, "a macro has more than %d parameters", maxParams)
		}
	}
	line = p.withoutOptional(line)
	m.body = make([]ppToken, 0, 2*len(line))
	m.param = make([]int, 0, 2*len(line))
	for i, t := range line {
		if i > 0 && t.blank {
			m.body = append(m.body, ppToken{kind: lexBlank, text: " "})
			m.param = append(m.param, -1)
		}
		k := slices.Index(params, t.text)
		if k < 0 && m.further >= 0 && (t.text == named || t.text == "__VA_ARGS__") {
			k = m.further
		}
		m.body = append(m.body, t)
		m.param = append(m.param, k)
	}
	p.macros[name.text] = m
}

// withoutOptional replaces C23's __VA_OPT__(,) in the body of a macro by the form of GNU C.
func (p *preprocessor) withoutOptional(body []ppToken) []ppToken {
	i := slices.IndexFunc(body, func(t ppToken) bool { return t.text == "__VA_OPT__" })
	if i < 0 {
		return body
	}
	t, rest := body[i], body[i+1:]
	if len(rest) < 3 || !rest[0].is("(") || !rest[1].is(",") || !rest[2].is(")") {
		p.guard.r.Unsupportedf(t.pos(), "__VA_OPT__ of more than a comma is not supported: write , ##__VA_ARGS__")
		panic(stopped{})
	}
	comma, paste := rest[1], rest[2]
	comma.blank, paste.blank, paste.text = t.blank, true, "##"
	return slices.Concat(body[:i], []ppToken{comma, paste}, p.withoutOptional(rest[3:]))
}

// include performs #include and #include_next. end is the newline after it.
func (p *preprocessor) include(line []ppToken, end ppToken) {
	rest := line[2:]
	name := p.headerName(rest)
	at := end
	if len(rest) > 0 && (name != "" || !rest[0].is("<")) {
		at = rest[0]
	}
	if name == "" {
		p.fail(at, "expected the name of a header")
	}
	if f := p.search(line[1], name, line[1].text == "include_next"); f != nil {
		p.enter(f)
		return
	}
	pos := at.pos()
	switch {
	case library.IsStandardHeader(name):
		p.guard.r.Unsupportedf(pos, "header %s is not supported", name)
	case name[0] == '<' && !strings.ContainsAny(name, "./"):
		p.reportAt(at, "include file not found: %s; if this is C++, the file's name has to end in .cpp", name)
	case name[0] == '<':
		p.reportAt(at, "include file not found: %s; -I DIR adds the folder that has it, /usr/include too", name)
	default:
		p.reportAt(at, "include file not found: %s; -I DIR adds the folder that has it", name)
	}
}

// search returns the file that a directive includes by a name with its delimiters, or nil. If next is
// set it searches the folders after the one of the including file.
func (p *preprocessor) search(directive ppToken, name string, next bool) *ppFile {
	own, _ := filepath.Split(directive.file.name)
	dirs := []string{rootDir, systemDir}
	if name[0] == '"' {
		dirs = []string{rootDir, filepath.Clean(own)}
		if directive.file.name == includeSource {
			dirs = slices.Insert(dirs, 1, includeDir(len(p.options.IncludeDirs)))
		}
	}
	for i := range p.options.IncludeDirs {
		dirs = append(dirs, includeDir(i))
	}
	if name[0] == '"' {
		dirs = append(dirs, systemDir)
	}
	if next {
		dirs = append(dirs[2:], systemDir)
		if i := slices.IndexFunc(dirs, func(dir string) bool { return strings.HasPrefix(own, filepath.Clean(dir)+"/") }); i >= 0 {
			dirs = dirs[i+1:]
		}
	}
	for _, dir := range dirs {
		if f := p.file(filepath.ToSlash(filepath.Join(dir, name[1:len(name)-1]))); f != nil {
			return f
		}
	}
	return nil
}

// headerName returns the name that tokens, or their expansion, spell, with its delimiters, or "".
func (p *preprocessor) headerName(list []ppToken) string {
	if name := spelledName(list); name != "" {
		return name
	}
	var expanded []ppToken
	operand := apart(list)
	p.expand(&operand, false, func(t ppToken) { expanded = append(expanded, t) })
	return spelledName(trimBlanks(expanded))
}

func spelledName(list []ppToken) string {
	if len(list) > 0 && list[0].kind == LexLiteral && list[0].text[0] == '"' && len(list[0].text) > 2 {
		return list[0].text
	}
	end := slices.IndexFunc(list, func(t ppToken) bool { return t.is(">") })
	if end < 2 || !list[0].is("<") {
		return ""
	}
	return spelled(list[:end+1])
}

// spelled returns the text of tokens, with one blank where they are separated.
func spelled(list []ppToken) string {
	var b strings.Builder
	for i, t := range list {
		if i > 0 && t.blank {
			b.WriteByte(' ')
		}
		if t.kind == LexCut { // an apostrophe
			b.WriteString("\u2019")
			t.text = t.text[1:]
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// apart returns the tokens of a line, with blanks as separate tokens.
func apart(line []ppToken) (list ppList) {
	for i, t := range line {
		if i > 0 && t.blank {
			list = append(list, ppToken{kind: lexBlank, text: " "})
		}
		list = append(list, t)
	}
	return list
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
