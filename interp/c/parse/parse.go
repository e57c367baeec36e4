// Package parse turns C source into a syntax tree, in three stages: the guard examines
// every file (guard.go), macros and includes are expanded, and the text is parsed. The
// third stage is that of modernc.org/cc/v4, of which only the syntax tree is used.
//
// The C parser can hang, overflow the stack or panic on some faulty inputs, and this
// process could not recover from that. So such inputs do not reach it. No file in which a
// comment, literal or line is cut off is admitted (guard.go, sources.go). The output of the
// preprocessor is measured before it is parsed (measure.go). A trailer follows the user's
// text, so that the parser never meets the end within it (trailer).
//
// This package preprocesses programs itself, once (preprocess.go, expand.go, condition.go).
// Embedded headers are split into tokens once for each process. The parser gets the text
// without the declarations of headers that the program does not use, and the position of
// each token is kept beside it (flat.go). Tests hold that against the C parser's own
// preprocessor. Tokens of C23 are written as those of C17 (c23.go).
//
// The times, and what was tried, stand in docs/notes/parse.md.
package parse

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"

	"modernc.org/cc/v4"
)

// Options say how a program is compiled.
type Options struct {
	// Defines are macro definitions, NAME or NAME=VALUE, and -UNAME, which takes back those before it, and
	// the compiler's own.
	Defines []string
	// IncludeDirs are searched for headers, after the directory of the
	// including file for "name", after the embedded headers for <name>.
	IncludeDirs []string
	// Include are headers that every file begins with, as "name" or <name>.
	Include []string
	// Own has further options of single files, by name, which come after the others.
	Own map[string]FileOptions
	// Standard is the C++ standard, and Optimise the optimisation level of the C++ compiler. The C
	// front end ignores both.
	Standard string
	Optimise int
	// C23 says that C sources are of C23; else they are of C17.
	C23 bool
	// Cargo are the flags of cargo that choose a target of a package, of which a Rust source is the
	// root; empty: the source is a crate of its own.
	Cargo []string
	// Given says that ReadFile provides all files, also LLVM's text of C++: no compiler is run.
	Given bool
	// Accesses says how to treat accesses that are not atomic.
	Accesses Accesses
	// Args are the arguments of main after the program's name.
	Args []string
	// CheckOverflow makes overflow of signed integers an error: see gen.Options.
	CheckOverflow bool
	// IgnoreAssertions lets executions continue after an assertion that does not hold: see
	// gen.Options.
	IgnoreAssertions bool
	// ReadFile returns the content of an included file. A missing file is an
	// fs.ErrNotExist. nil: the file system is read.
	ReadFile func(path string) ([]byte, error)
	_        struct{}
}

// Accesses says how to treat accesses that are not atomic in programs older than C11, which use them
// for synchronisation.
type Accesses struct {
	Volatile Taken `json:"volatile,omitempty"` // of volatile objects
	Plain    Taken `json:"plain,omitempty"`    // of objects that are neither volatile nor atomic
}

// Order returns the memory order of a load, or else of a store, that is not atomic.
func (a Accesses) Order(volatile, load bool) trace.Order {
	if volatile {
		return a.Volatile.order(load)
	}
	return a.Plain.order(load)
}

// Of returns what the accesses of a library function are that copies or fills memory: its stores have
// the order, and its loads the order of failure. Those of other functions are plain.
func (a Accesses) Of(id code.SysID, volatile bool) code.Access {
	switch id {
	case code.Memcpy, code.Memmove, code.Memset:
		return code.Access{Order: a.Order(volatile, false), Fail: a.Order(volatile, true)}
	}
	return code.Access{}
}

// Taken says how an access is treated.
type Taken string

// The ways to treat an access.
const (
	AsPlain   Taken = ""
	AsRelaxed Taken = "relaxed" // as relaxed atomic
	AsAcqRel  Taken = "acq-rel" // loads as acquire, stores as release
)

// order returns the memory order of a load, or else of a store, that is treated as t.
func (t Taken) order(load bool) trace.Order {
	switch {
	case t == AsPlain:
		return trace.Plain
	case t == AsRelaxed:
		return trace.Relaxed
	case load:
		return trace.Acquire
	}
	return trace.Release
}

// FileOptions are the options of one file: see Options.
type FileOptions struct {
	Defines     []string `json:"defines,omitempty"`
	IncludeDirs []string `json:"include_dirs,omitempty"`
	Include     []string `json:"include,omitempty"`
	Standard    string   `json:"standard,omitempty"`
}

// forFile returns the options of one file.
func (o Options) forFile(name string) Options {
	own := o.Own[name]
	o.Defines = slices.Concat(o.Defines, own.Defines)
	o.IncludeDirs = slices.Concat(o.IncludeDirs, own.IncludeDirs)
	o.Include = slices.Concat(o.Include, own.Include)
	return o
}

// A Tree is the syntax tree of a program, with its files.
type Tree struct {
	Name  string
	AST   *cc.AST
	Files []code.File // the user's files, the main one first
	Hash  string      // SHA-256 of the preprocessed tokens, hex

	sources *sources
}

// Parse examines, preprocesses and parses a source file. It reports errors to r, and returns nil if
// there are any. It returns within seconds on any input.
func Parse(name string, src []byte, o Options, r *Reporter) *Tree {
	return parse(name, src, o, r, false)
}

// parse is Parse. The tree has all declarations of embedded headers if all is set, and otherwise
// those that the program uses.
func parse(name string, src []byte, o Options, r *Reporter, all bool) *Tree {
	name = cmp.Or(name, "input.c")
	s := newSources(name, src, o.forFile(name), r)
	defines := s.defines()
	if r.Failed() {
		return nil
	}
	t := &Tree{Name: name, sources: s}
	if s.flat = s.flatten(defines, all); s.flat == nil {
		return nil
	}
	t.AST, t.Hash, t.Files = s.parse(), s.flat.hash, s.files
	if r.Failed() {
		return nil
	}
	return t
}

// Headers parses a file that includes the embedded headers of these names.
func Headers(names []string, r *Reporter) *Tree {
	var text strings.Builder
	for _, name := range names {
		fmt.Fprintf(&text, "#include <%s>\n", name)
	}
	none := func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	return parse("library.c", []byte(text.String()), Options{ReadFile: none}, r, true)
}

// Pos returns the position of a token or node in the user's file, or in an embedded header (see
// isSystemFile). The expansion of a macro has the position of its invocation.
func (p *Tree) Pos(n cc.Node) trace.Pos {
	at := n.Position()
	return p.sources.pos(at.Filename, at.Line, at.Column)
}

// Spaced reports whether a blank or comment stands before a token where it is written.
func (p *Tree) Spaced(t cc.Token) bool {
	at := t.Position()
	if at.Filename != flatSource || p.sources.flat.text[at.Offset] == '{' && t.Ch != '{' { // the definition of __func__
		return len(t.Sep()) > 0
	}
	return p.sources.flat.spot(at.Line, at.Column).blank
}

// Includes reports whether the program includes an embedded header.
func (p *Tree) Includes(header string) bool {
	_, ok := p.sources.texts[systemDir+"/"+header]
	return ok
}

// pos converts a position of the preprocessor to one of the user's files.
func (s *sources) pos(file string, line, col int) trace.Pos {
	switch file {
	case endSource, "":
		return s.lastPos
	case flatSource:
		at := s.flat.spot(line, col)
		return trace.Pos{File: at.file.display, Line: int(at.line), Col: int(at.col)}
	}
	return trace.Pos{File: s.display(file), Line: line, Col: col}
}

// included returns the text that includes the headers of the options.
func (s *sources) included() string {
	var b strings.Builder
	for _, h := range s.options.Include {
		if !strings.HasPrefix(h, "<") {
			h = strconv.Quote(h)
		}
		fmt.Fprintf(&b, "#include %s\n", h)
	}
	return b.String()
}

var definition = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]*(\([^()\n]*\))?$`)

// Undefine begins an element of Options.Defines that takes back the definitions of a macro.
const Undefine = "-U"

// DefineFlag returns a compiler's flag for an element of Options.Defines.
func DefineFlag(d string) string {
	switch {
	case strings.HasPrefix(d, Undefine):
		return d
	case d == OpenMP:
		return "-fopenmp"
	}
	return "-D" + d
}

// defines returns the text with the definitions of the options.
func (s *sources) defines() string {
	var b strings.Builder
	for _, d := range s.options.Defines {
		directive := "define"
		name, value, found := strings.Cut(d, "=")
		if !found {
			value = "1"
		}
		if macro, ok := strings.CutPrefix(d, Undefine); ok {
			directive, name, value = "undef", macro, ""
		}
		if !definition().MatchString(name) || strings.ContainsAny(value, "\r\n") || strings.Contains(d, pragmaOperator) {
			s.guard.r.Errorf(trace.Pos{File: "-D " + strconv.Quote(d)}, "not of the form NAME or NAME=VALUE")
			continue
		}
		line := fmt.Sprintf("#%s %s %s\n", directive, name, value)
		s.guard.admit("-D "+strconv.Quote(d), []byte(line))
		b.WriteString(line)
	}
	if s.mentions("pthread_cleanup_push") {
		b.WriteString("#define __FENCEPOST_CLEANUP__ 1\n")
	}
	return b.String()
}

// mentions reports whether the main file contains a word.
func (s *sources) mentions(word string) bool {
	return len(s.files) > 0 && strings.Contains(s.files[0].Text, word)
}

// trailer is the text of endSource: correct declarations that contain every bracket and separator at
// which the parser stops searching. They are repeated so often that the parser stops before the end
// of the text, where it may loop for ever.
var trailer = func() string {
	var b strings.Builder
	b.WriteByte(';')
	for i := range 40 {
		fmt.Fprintf(&b, "enum { __fp_a%d, __fp_b%d = (1 ? 1 : 1), }; extern int __fp_end[1];\n", i, i)
	}
	return b.String()
}()

// parse runs the C parser on the program. It reports only the first error, because the parser seldom
// recovers well.
func (s *sources) parse() (ast *cc.AST) {
	abi, err := cc.NewABI("linux", "amd64")
	if err == nil {
		func() {
			defer func() {
				if recover() != nil { // the text of such a panic is about the parser's own source
					err = errors.New(senseless)
				}
			}()
			ast, err = cc.Parse(&cc.Config{ABI: abi}, []cc.Source{{Name: flatSource, Value: s.flat.text}, {Name: endSource, Value: trailer}})
		}()
	}
	if err == nil {
		return ast
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	s.reportLine(line)
	if !s.guard.r.Failed() {
		s.guard.r.Errorf(trace.Pos{File: s.main, Line: 1, Col: 1}, "%s", plain(strings.TrimPrefix(line, "-: ")))
	}
	return nil
}

const senseless = "the C parser cannot make sense of the program"

var errorLine = lazyregexp.New(`^(.*?):(\d+):(\d+): (.*)$`)

// reportLine reports a line of the parser's errors, if it has a position.
func (s *sources) reportLine(line string) {
	m := errorLine().FindStringSubmatch(line)
	if m == nil {
		return
	}
	lineNumber, _ := strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	pos := s.pos(m[1], lineNumber, col)
	if pos.System() {
		pos = s.includeOf(pos.File)
	}
	s.guard.r.Errorf(pos, "%s", s.nameIdentifier(pos, plain(m[4])))
}

// nameIdentifier adds to a message which identifier is unexpected, and after which word. That word is
// often the error: a type that is not declared.
func (s *sources) nameIdentifier(pos trace.Pos, message string) string {
	rest, ok := strings.CutPrefix(message, "unexpected identifier")
	product := message == "LHS must be unary-expression" // t *p = 0, where t names no type
	other := !ok && strings.HasPrefix(message, "unexpected ")
	ok = ok || other || product
	i := slices.IndexFunc(s.files, func(f code.File) bool { return f.Name == pos.File })
	if !ok || i < 0 {
		return message
	}
	l := newLexer(pos.File, []byte(s.files[i].Text))
	var last, factor Lexeme // factor comes before the asterisks before last
	for x := l.next(); x.Kind != LexEnd; x = l.next() {
		if here := x.Line == pos.Line && x.Col == pos.Col; here && product && last.Kind == LexWord && factor.Kind == LexWord {
			return unknownType(factor.Text)
		} else if here && last.Kind == LexWord {
			if hint := missingInclude(last.Text); hint != "" {
				return hint
			}
		}
		if x.Line == pos.Line && x.Col == pos.Col && x.Kind == LexWord && !other {
			if last.Kind == LexWord {
				return fmt.Sprintf("unexpected '%s' after '%s'%s", x.Text, last.Text, rest)
			}
			return fmt.Sprintf("unexpected '%s'%s", x.Text, rest)
		}
		if x.Kind != LexNewline {
			if x.Text == "*" && last.Text != "*" {
				factor = last
			}
			last = x
		}
	}
	return message
}

// unknownType describes the use of a name as a type.
func unknownType(name string) string {
	if hint := missingInclude(name); hint != "" {
		return hint
	}
	return fmt.Sprintf("'%s' is not a type", name)
}

// missingInclude describes the header of a type or macro that the program seems to use without
// including it, or returns "".
func missingInclude(name string) string {
	switch header, macro := library.Declaring(name); {
	case header == "":
		return ""
	case macro:
		return fmt.Sprintf("'%s' is not defined: it is a macro of <%s>", name, header)
	default:
		return fmt.Sprintf("unknown type '%s': it is in <%s>", name, header)
	}
}

var tooManySteps = fmt.Sprintf("the program is too large: preprocessing takes more than %d steps", maxExpansion)

// plain replaces terms of the parser in a message by terms of C.
func plain(message string) string {
	if strings.HasPrefix(message, "internal error (") {
		return senseless
	}
	return strings.NewReplacer("<EOF>", "end of file", "external declaration", "a declaration").Replace(message)
}

// includeOf returns where a file of the user first includes a file, directly or through an embedded
// header. The name is the preprocessor's or the user's.
func (s *sources) includeOf(file string) trace.Pos {
	base := path.Base(filepath.ToSlash(strings.Trim(file, "<>")))
	for _, f := range s.files {
		for i, line := range strings.Split(f.Text, "\n") {
			header, ok := library.Included(line)
			if ok && (path.Base(header) == base || library.Includes(header, base)) {
				return trace.Pos{File: f.Name, Line: i + 1, Col: strings.Index(line, "#") + 1}
			}
		}
	}
	return trace.Pos{File: s.main, Line: 1, Col: 1}
}
