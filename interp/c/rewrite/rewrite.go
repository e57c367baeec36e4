// Package rewrite changes the source of a program: it puts calls before or after accesses,
// removes calls, and gives atomic operations other memory orders.
//
// Changes are made to the syntax tree of package parse, and written at the positions of its
// tokens in the text (function.go). Each change is written in the simplest way that gives
// the wanted program. A way is only a candidate: it is accepted if the compiled result has
// the same shape as the wanted program (SameShape). So no rule has to consider the
// surrounding accesses, and no change is wrong.
//
// The expansion of a macro stands at its invocation. A change within it is made to the
// macro's definition if all its uses need the same change, or else to the argument that is written
// there; otherwise the use is expanded in the source (edit.go). An operator on an atomic object becomes the call that names an
// order (order.go).
package rewrite

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/parse"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"

	"github.com/aymanbagabas/go-udiff"
	"modernc.org/cc/v4"
)

// A Kind is the kind of a Change.
type Kind uint8

// The kinds of changes.
const (
	Before  Kind = iota // put Call before each execution of the site
	After               // put Call after each execution of the site
	Remove              // remove the call at the site
	Reorder             // give the site other memory orders
)

// A Change is a change to be made at a site.
type Change struct {
	Site        int32
	Kind        Kind
	Call        string // without its semicolon
	Header      string // that declares Call, such as stdatomic.h
	Order, Fail trace.Order
}

// like reports whether two changes differ only in their sites.
func (c Change) like(d Change) bool {
	c.Site = d.Site
	return c == d
}

// A Result is a changed program.
type Result struct {
	Files   []code.File   // the main one first
	Program *code.Program // compiled from Files
	Diff    string        // unified, for patch -p1; empty if nothing changes
	Failed  []int         // the numbers of the changes that could not be made
	Others  bool          // of Atomic: other names of the same declarations become atomic as well
	Calls   []trace.Pos   // of AtCallers: the calls that are changed; without columns
}

// Open compiles a program's files again, to change them. The options must be those with which p was
// compiled. It returns an error if the files do not give p.
func Open(p *code.Program, o cfront.Options) (*Source, error) {
	s, err := compile(p.Files, o)
	if err != nil {
		return nil, err
	}
	if s.Program.Hash != p.Hash || len(s.Program.Sites) != len(p.Sites) {
		return nil, fmt.Errorf("%s: the program is not compiled from its files with these options", p.Name)
	}
	return s, nil
}

// Includes reports whether the program includes an embedded header.
func (s *Source) Includes(header string) bool {
	return slices.ContainsFunc(s.Trees, func(t *parse.Tree) bool { return t.Includes(header) })
}

// Rewrite makes changes to a program, one after another, at the cost of some compilations for each.
// want returns the program that has the behaviour of some of the changes, given by their numbers. Its
// sites are the sites of the program, followed by others.
func (s *Source) Rewrite(changes []Change, want func(done []int) *code.Program) *Result {
	w := &writer{changes: changes, want: want, now: s, sites: map[int32]int32{}}
	for i := range changes {
		w.pending = append(w.pending, i)
	}
	for i := range s.Program.Sites {
		w.sites[int32(i)] = int32(i)
	}
	var failed []int
	for len(w.pending) > 0 {
		c := w.pending[0]
		if !w.write(c) {
			failed = append(failed, c)
			w.pending = w.pending[1:]
		}
	}
	r := w.now.since(s)
	r.Failed = failed
	return r
}

// DiffTo returns the unified diff from a program to the result.
func (r *Result) DiffTo(before *Source) (text string) {
	for i, f := range r.Files {
		text += Diff(f.Name, before.files[i].Text, f.Text)
	}
	return text
}

// since returns s as a Result, with the diff to before.
func (s *Source) since(before *Source) *Result {
	r := &Result{Files: s.files, Program: s.Program}
	r.Diff = r.DiffTo(before)
	return r
}

// Diff returns the unified diff of a file.
func Diff(name, old, now string) string {
	name = strings.TrimPrefix(filepath.ToSlash(filepath.Clean(name)), "/")
	d, err := udiff.ToUnifiedDiff("a/"+name, "b/"+name, old, udiff.Lines(old, now), udiff.DefaultContextLines)
	if err != nil {
		panic(err) // the edits were computed from the text
	}
	moved := 0 // lines; the library forgets those between two changes of a hunk
	for _, h := range d.Hunks {
		h.ToLine = h.FromLine + moved
		for _, l := range h.Lines {
			switch l.Kind {
			case udiff.Insert:
				moved++
			case udiff.Delete:
				moved--
			}
		}
	}
	return d.String()
}

// A writer makes changes to the source of a program.
type writer struct {
	changes []Change
	want    func([]int) *code.Program
	now     *Source
	sites   map[int32]int32 // site of the original program -> site of now
	done    []int           // changes, by number
	pending []int
}

// A Source is a program with its files and their syntax tree.
type Source struct {
	*cfront.Analysis
	options cfront.Options
	files   []code.File
	read    map[string]*file
	defs    map[string][]definedAt
	funcs   map[*cc.FunctionDefinition]*function
}

// A definedAt is a function's definition in the tree of a source file.
type definedAt struct {
	tree *parse.Tree
	def  *cc.FunctionDefinition
}

// compile compiles files, which include all headers of the user.
func compile(files []code.File, o cfront.Options) (*Source, error) {
	o.ReadFile = func(path string) ([]byte, error) {
		for _, f := range files {
			if filepath.Clean(f.Name) == filepath.Clean(path) {
				return []byte(f.Text), nil
			}
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	var units []cfront.Source
	for _, f := range files {
		if f.Unit {
			units = append(units, cfront.Source{Name: f.Name, Text: []byte(f.Text)})
		}
	}
	if len(units) == 0 {
		return nil, errors.New("a program without source files")
	}
	a, err := cfront.Analyse(units, o)
	if err != nil {
		return nil, err
	}
	return &Source{Analysis: a, options: o, files: files}, nil
}

// open splits the files into lexemes, before the first change is made.
func (s *Source) open() {
	if s.read != nil {
		return
	}
	s.read, s.defs, s.funcs = map[string]*file{}, map[string][]definedAt{}, map[*cc.FunctionDefinition]*function{}
	for _, f := range s.files {
		s.read[f.Name] = newFile(f.Name, f.Text)
	}
	for _, tree := range s.Trees {
		for u := tree.AST.TranslationUnit; u != nil; u = u.TranslationUnit {
			if d := u.ExternalDeclaration.FunctionDefinition; d != nil && !tree.Pos(d).System() {
				name := d.Declarator.Name()
				s.defs[name] = append(s.defs[name], definedAt{tree, d})
			}
		}
	}
}

// access returns the access of a site; nil if it is not in the tree.
func (s *Source) access(site int32) *access {
	s.open()
	var found *access
	e := s.Origins[site]
	for _, d := range s.defs[s.Program.Sites[site].Func] {
		f := s.functionOf(d)
		token, ok := f.at[s.Program.Sites[site].Pos]
		if !ok {
			continue
		}
		if e != nil && e.Node != nil {
			if _, ok := f.spans[e.Node]; ok {
				return &access{function: f, token: token, node: e.Node, expr: e, list: e.Node}
			}
		}
		if found == nil {
			found = &access{function: f, token: token, node: f.nodeAt(token)}
		}
	}
	return found
}

// functionOf returns a function with its tokens.
func (s *Source) functionOf(d definedAt) *function {
	f := s.funcs[d.def]
	if f == nil {
		f = newFunction(d.tree, s.read, d.def)
		s.funcs[d.def] = f
	}
	return f
}

// write makes one change, and reports whether it succeeded.
func (w *writer) write(number int) bool {
	c := w.changes[number]
	a := w.now.access(w.sites[c.Site])
	if a == nil {
		return false
	}
	var ways []way
	switch c.Kind {
	case Before, After:
		ways = a.fenceWays(c.Call, c.Kind == After)
	case Remove:
		ways = a.removalWays()
	case Reorder:
		was := w.now.Program.Access[w.sites[c.Site]]
		ways = a.orderWays(orders{was.Order, was.Fail}, orders{c.Order, c.Fail}, w.now.Program.Kernel)
	}
	copies := w.copies(number)
	tried := func(edits func(way) []textEdit) bool {
		return slices.ContainsFunc(ways, func(x way) bool { return w.try(edits(x), []int{number}, copies) })
	}
	redefined := func() bool {
		return slices.ContainsFunc(ways, func(x way) bool { return w.redefine(a, x, number) })
	}
	one := func(list [][]textEdit) bool {
		return slices.ContainsFunc(list, func(edits []textEdit) bool { return w.try(edits, []int{number}, copies) })
	}
	passed := func() bool {
		return slices.ContainsFunc(ways, func(x way) bool { return one(a.inArguments(x)) })
	}
	if c.Kind == Reorder && one(a.inKernelWords(c.Order)) {
		return true
	}
	if c.Kind == Reorder { // the name of an order may be a macro: all its uses go before one
		return redefined() || tried(a.direct) || passed() || tried(a.writtenOut)
	}
	return tried(a.direct) || redefined() || passed() || tried(a.writtenOut)
}

// redefine makes a change in the definition of a macro, if all other uses of the macro need the same
// change. It reports whether it succeeded.
func (w *writer) redefine(a *access, x way, number int) bool {
	c := w.changes[number]
	for _, r := range a.definitions(x) {
		if saysOrder(r.macro) && c.Kind == Reorder {
			continue
		}
		all := lists.Where(w.pending, func(d int) bool {
			return d == number || w.changes[d].like(c) && w.uses(w.changes[d], r.macro)
		})
		if w.try(r.edits, all, []int{number}) {
			return true
		}
	}
	return false
}

// copies returns a change and the equal changes at the same place of the text. A function of a header
// exists once for each file that includes the header.
func (w *writer) copies(number int) []int {
	c := w.changes[number]
	at := w.now.Program.Sites[w.sites[c.Site]]
	return lists.Where(w.pending, func(d int) bool {
		other := w.now.Program.Sites[w.sites[w.changes[d].Site]]
		return w.changes[d].like(c) && other.Pos == at.Pos && other.Text == at.Text
	})
}

// saysOrder reports whether the name of a macro contains a memory order: it would be wrong after a
// change.
func saysOrder(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"}, func(o string) bool { return strings.Contains(name, o) })
}

// uses reports whether the place of a change comes from an expansion of a macro.
func (w *writer) uses(c Change, macro string) bool {
	a := w.now.access(w.sites[c.Site])
	if a == nil {
		return false
	}
	s, ok := a.spans[a.node]
	for k := s.first; ok && k <= s.last; k++ {
		t := &a.tokens[k]
		if t.file != nil && !t.spelledAlone() && slices.ContainsFunc(a.expanded(t), func(d definition) bool { return d.name == macro }) {
			return true
		}
	}
	return false
}

// try makes edits of the text if the result is the program wanted after some changes. guesses are
// possible sets of these changes. It reports whether it made the edits.
func (w *writer) try(edits []textEdit, guesses ...[]int) bool {
	if len(edits) == 0 {
		return false
	}
	header := w.changes[guesses[0][0]].Header
	if w.now.Includes("lkmm.h") || slices.ContainsFunc(edits, func(e textEdit) bool { return strings.Contains(e.text, "__ATOMIC_") }) {
		header = "" // the names are built into the compiler, or the kernel's
	}
	for _, at := range w.includes(edits[0].file, header) {
		next, err := w.now.edited(append(at, edits...))
		if err != nil {
			continue
		}
		for _, changes := range guesses {
			done := append(w.done[:len(w.done):len(w.done)], changes...)
			if sites := sitesIn(w.want(done), next.Program); sites != nil {
				w.now, w.sites, w.done = next, sites, done
				w.pending = slices.DeleteFunc(w.pending, func(c int) bool { return slices.Contains(changes, c) })
				return true
			}
		}
		return false
	}
	return false
}

// includes returns the edits that may include a header in a file, one of which is tried after
// another.
func (w *writer) includes(f *file, header string) [][]textEdit {
	if header == "" {
		return [][]textEdit{nil}
	}
	add := func(at int) []textEdit {
		return []textEdit{{f, at, at, "#include <" + header + ">" + f.eol()}}
	}
	top := len(f.text) - len(strings.TrimPrefix(f.text, byteOrderMark))
	list := [][]textEdit{add(f.include), add(top)}
	if w.now.Includes(header) {
		return append([][]textEdit{nil}, list...)
	}
	return list
}

// edited compiles the files with edits.
func (s *Source) edited(edits []textEdit) (*Source, error) {
	files := slices.Clone(s.files)
	for i := range files {
		text, ok := s.read[files[i].Name].apply(edits)
		if !ok {
			return nil, errors.New("two changes of the same text")
		}
		files[i].Text = text
	}
	return compile(files, s.options)
}
