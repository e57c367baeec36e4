// Package reorder changes memory orders in C++ and Rust sources. It changes the token that names the
// order in the call at the place of an access, or the call that uses the default order. It accepts a
// change if the compiler then makes the wanted program. Within a template or a wrapper, whose text
// several accesses share, it does not, and the change is not made.
package reorder

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/interp/llvm"
	"fencepost/interp/llvm/rustc"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// A Result is a changed program.
type Result struct {
	Files   []code.File
	Program *code.Program
	Diff    string
	Failed  []int // the changes that could not be written, by number
}

// Is reports whether a program's sources are changed here: C++ and Rust.
func Is(p *code.Program) bool {
	return slices.ContainsFunc(p.Files, func(f code.File) bool { return f.Unit && llvm.Takes(f.Name) })
}

// Write makes changes: all at once if the compiler then makes the wanted program, and otherwise by
// halves. The options must be those with which p was compiled. want returns p with some of the
// changes, given by their numbers. Equal changes of accesses at one place are one change of the text.
func Write(ctx context.Context, p *code.Program, changes []code.Ordering, o cfront.Options, want func(done []int) *code.Program) *Result {
	w := &writer{ctx: ctx, p: p, changes: changes, options: o, want: want, out: &Result{Files: p.Files, Program: p}, edits: map[int][]edit{}}
	var list []*written
	for n, c := range changes {
		like := func(x *written) bool { return w.same(changes[x.numbers[0]], c) }
		if k := slices.IndexFunc(list, like); k >= 0 {
			list[k].numbers = append(list[k].numbers, n)
			continue
		}
		x := &written{numbers: []int{n}}
		if x.file = slices.IndexFunc(p.Files, func(f code.File) bool { return f.Name == p.Sites[c.Site].Pos.File && Own(p, f.Name) }); x.file >= 0 {
			x.ways = ways(p.Files[x.file].Text, &p.Sites[c.Site], p.Access[c.Site], c)
		}
		list = append(list, x)
	}
	impossible := func(x *written) bool { return len(x.ways) == 0 }
	for _, x := range list {
		if impossible(x) {
			w.out.Failed = append(w.out.Failed, x.numbers...)
		}
	}
	w.write(slices.DeleteFunc(list, impossible))
	slices.Sort(w.out.Failed)
	for k, f := range w.out.Files {
		if f.Text != p.Files[k].Text {
			w.out.Diff += rewrite.Diff(f.Name, p.Files[k].Text, f.Text)
		}
	}
	return w.out
}

// A writer is the state of Write.
type writer struct {
	ctx     context.Context
	p       *code.Program
	changes []code.Ordering
	options cfront.Options
	want    func([]int) *code.Program
	out     *Result
	edits   map[int][]edit // by file
	done    []int          // changes
}

// A written is a change of a file, which makes some of the changes.
type written struct {
	numbers []int
	file    int // -1: none of the program's own
	ways    [][]edit
}

// same reports whether two changes are at one place and do the same.
func (w *writer) same(a, b code.Ordering) bool {
	x, y := w.p.Access[a.Site], w.p.Access[b.Site]
	return w.p.Sites[a.Site].Pos == w.p.Sites[b.Site].Pos && x.Order == y.Order && x.Fail == y.Fail && a.Order == b.Order && a.Fail == b.Fail
}

// write makes changes of files.
func (w *writer) write(list []*written) {
	switch {
	case len(list) == 0 || w.try(list):
	case len(list) == 1:
		w.out.Failed = append(w.out.Failed, list[0].numbers...)
	default:
		w.write(list[:len(list)/2])
		w.write(list[len(list)/2:])
	}
}

// try makes several changes, each in its first way, or one change in any way. It reports whether the
// compiler then makes the wanted program.
func (w *writer) try(list []*written) bool {
	for way := range list[0].ways {
		if way > 0 && len(list) > 1 {
			break
		}
		done, edits := slices.Clone(w.done), maps.Clone(w.edits)
		for _, x := range list {
			done = append(done, x.numbers...)
			edits[x.file] = slices.Concat(edits[x.file], x.ways[way])
		}
		files := slices.Clone(w.p.Files)
		fits := true
		for k, of := range edits {
			text, ok := edited(files[k].Text, of)
			files[k].Text, fits = text, fits && ok
		}
		if !fits {
			continue
		}
		q, err := compile(w.ctx, w.p.Files, files, w.options)
		if err != nil || !rewrite.SameShape(q, everywhere(w.want(done), w.p, w.changes, done)) {
			continue
		}
		w.out.Files, w.out.Program, w.done, w.edits = files, q, done, edits
		return true
	}
	return false
}

// An edit puts a text in the place of a part of another.
type edit struct {
	from, to int
	text     string
}

// edited returns a text with edits; ok is false if they meet.
func edited(text string, list []edit) (out string, ok bool) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.text, b.text))
	})
	last := 0
	for _, e := range slices.Compact(list) {
		if e.from < last {
			return "", false
		}
		out += text[last:e.from] + e.text
		last = e.to
	}
	return out + text[last:], true
}

// Own reports whether a file is one of the program's own, which may be changed.
func Own(p *code.Program, name string) bool { return llvm.Own(p.Files, name) }

// everywhere gives the orders of changed accesses to those at the same place: functions that are
// put into several callers have one text. Orders are only made stronger so.
func everywhere(to, p *code.Program, changes []code.Ordering, done []int) *code.Program {
	q := *to
	q.Access = append([]code.Access(nil), to.Access...)
	for _, n := range done {
		c := changes[n]
		if c.Order < p.Access[c.Site].Order || c.Fail < p.Access[c.Site].Fail {
			continue
		}
		for s := range p.Sites {
			if was := &p.Access[s]; p.Sites[s].Pos == p.Sites[c.Site].Pos && was.Order == p.Access[c.Site].Order && was.Fail == p.Access[c.Site].Fail && was.Size == p.Access[c.Site].Size {
				q.Access[s].Order, q.Access[s].Fail = c.Order, c.Fail
			}
		}
	}
	return &q
}

// compile compiles changed files.
func compile(ctx context.Context, was, files []code.File, o cfront.Options) (*code.Program, error) {
	o.ReadFile = nil
	var sources []cfront.Source
	headers := map[string]string{}
	for k, f := range files {
		switch {
		case f.Unit:
			sources = append(sources, cfront.Source{Name: f.Name, Text: []byte(f.Text)})
		case f.Text != was[k].Text:
			headers[f.Name] = f.Text
		}
	}
	return llvm.CompileWith(ctx, sources, headers, o)
}

// language is how a language names memory orders: the last group that matches is the name.
type language struct {
	token   func() *regexp.Regexp
	name    func(trace.Order) string
	regular string // the beginning of the text of an order without a name; empty: all have names
}

var rust = language{
	lazyregexp.New(`\b(Relaxed|Acquire|Release|AcqRel|SeqCst)\b`),
	rustc.OrderName, "",
}

var cpp = language{token, trace.Order.String, "std::memory_order_"}

var token = lazyregexp.New(`(?:std\s*::\s*)?\bmemory_order(?:_|\s*::\s*)(relaxed|consume|acquire|release|acq_rel|seq_cst)\b|\b__ATOMIC_(RELAXED|CONSUME|ACQUIRE|RELEASE|ACQ_REL|SEQ_CST)\b`)

// bare is how programs of C++ name orders that have names of their own for them.
var bare = lazyregexp.New(`\b(relaxed|consume|acquire|release|acq_rel|seq_cst)\b`)

// object is how an object is named.
var object = lazyregexp.New(`^\w+`)

// spelled returns an order in the way in which another is written.
func (l *language) spelled(o trace.Order, like string) string {
	name := l.name(o)
	if bare().FindString(like) == like {
		return name
	}
	if strings.HasPrefix(like, "__ATOMIC_") {
		return "__ATOMIC_" + strings.ToUpper(name)
	}
	n := l.token().FindStringSubmatchIndex(like)
	return like[:n[2]] + name + like[n[3]:]
}

// ways returns the edits that may make a change of a text.
func ways(text string, site *trace.Site, was code.Access, c code.Ordering) [][]edit {
	l := &cpp
	if filepath.Ext(site.Pos.File) == ".rs" {
		l = &rust
	}
	at := offset(text, site.Pos)
	if at < 0 {
		return nil
	}
	if name := object().FindString(text[at:]); l.regular != "" && name == site.Text && name != "" {
		end := at + len(name)
		if rest := strings.TrimLeft(text[end:], " \t\n"); rest == "" || !strings.ContainsAny(rest[:1], "(.:-<") {
			return [][]edit{{{end, end, ".load(" + l.regular + c.Order.String() + ")"}}} // it is read by its name
		}
	}
	open := strings.IndexByte(text[at:], '(')
	if open < 0 || strings.ContainsAny(text[at:at+open], ";{}=") {
		return nil
	}
	open += at
	shut := closing(text, open)
	if shut < 0 {
		return nil
	}
	tokens := l.token().FindAllStringIndex(text[open:shut], -1)
	if len(tokens) == 0 {
		tokens = bare().FindAllStringIndex(text[open:shut], -1)
	}
	named := func(k int, o trace.Order) edit {
		from, to := open+tokens[k][0], open+tokens[k][1]
		return edit{from, to, l.spelled(o, text[from:to])}
	}
	switch len(tokens) {
	case 0:
		if l.regular == "" {
			return nil
		}
		order := l.regular + c.Order.String()
		if strings.TrimSpace(text[open+1:shut]) != "" {
			order = ", " + order
		}
		return [][]edit{{{shut, shut, order}}}
	case 1:
		return [][]edit{{named(0, c.Order)}}
	case 2:
		if c.Fail == was.Fail {
			return [][]edit{{named(0, c.Order)}}
		}
		return [][]edit{{named(0, c.Order), named(1, c.Fail)}}
	}
	return nil
}

// offset returns where a position is in a text, or -1.
func offset(text string, pos trace.Pos) int {
	at := 0
	for range pos.Line - 1 {
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			return -1
		}
		at += n + 1
	}
	if at += pos.Col - 1; pos.Col < 1 || at >= len(text) {
		return -1
	}
	return at
}

// closing returns where the bracket is that closes the one at open, or -1.
func closing(text string, open int) int {
	depth := 0
	for k := open; k < len(text); k++ {
		switch text[k] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}
