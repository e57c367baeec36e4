// Package reorder changes memory orders in C++ and Rust sources. A change is made to the token that names
// the order in the call at the place of an access, or to the call that leaves it to the default;
// it is taken if what the compiler makes of the changed source does what is wanted. Within a
// template or a wrapper, whose text several accesses share, it is not, and none is made.
package reorder

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/interp/llvm"
	"fencepost/interp/llvm/rustc"
	"fencepost/trace"
)

// A Change is one of the orders of an access.
type Change struct {
	Site        int32
	Order, Fail trace.Order
}

// A Result is a changed program.
type Result struct {
	Files   []code.File
	Program *code.Program
	Diff    string
	Failed  []int // the changes that could not be written, by number
}

// Is reports whether a program's sources are changed here: C++ and Rust.
func Is(p *code.Program) bool {
	for _, f := range p.Files {
		if f.Unit && llvm.Takes(f.Name) {
			return true
		}
	}
	return false
}

// Write makes changes, one after the other. The options are those that p was compiled with; want
// returns p with some of the changes, given by their numbers.
func Write(ctx context.Context, p *code.Program, changes []Change, o cfront.Options, want func(done []int) *code.Program) *Result {
	r := &Result{Files: p.Files, Program: p}
	var done []int
	for n, c := range changes {
		pos := p.Sites[c.Site].Pos
		written := false
		for k, f := range r.Files {
			if f.Name != pos.File || written || !own(p, f.Name) {
				continue
			}
			was := p.Access[c.Site]
			for _, text := range candidates(f.Text, pos, was, c) {
				files := append([]code.File(nil), r.Files...)
				files[k].Text = text
				q, err := compile(ctx, p.Files, files, o)
				if err != nil || !rewrite.SameShape(q, everywhere(want(append(done, n)), p, changes, append(done, n))) {
					continue
				}
				r.Files, r.Program, written = files, q, true
				break
			}
		}
		if written {
			done = append(done, n)
		} else {
			r.Failed = append(r.Failed, n)
		}
	}
	for k, f := range r.Files {
		if f.Text != p.Files[k].Text {
			r.Diff += rewrite.Diff(f.Name, p.Files[k].Text, f.Text)
		}
	}
	return r
}

// own reports whether a file is one of the program's own. Of Rust those are the files in and below
// the current directory, and the directories of the sources, that are no copies of other crates.
func own(p *code.Program, name string) bool {
	if strings.HasPrefix(name, "<") {
		return false
	}
	for _, f := range p.Files {
		if !f.Unit {
			continue
		}
		rel, err := filepath.Rel(filepath.Dir(f.Name), name)
		switch {
		case f.Name == name || filepath.Ext(f.Name) != ".rs":
			return true
		case filepath.IsLocal(name) || err == nil && filepath.IsLocal(rel):
			return !strings.Contains("/"+filepath.ToSlash(name), "/vendor/")
		}
	}
	return false
}

// everywhere gives the orders of changed accesses to those at the same place: functions that are
// put into several callers have one text. Orders are only made stronger so.
func everywhere(to, p *code.Program, changes []Change, done []int) *code.Program {
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
	token   *regexp.Regexp
	name    func(trace.Order) string
	regular string // what an order that is named nowhere is written as begins with; empty: all are named
}

var rust = language{regexp.MustCompile(`\b(Relaxed|Acquire|Release|AcqRel|SeqCst)\b`), rustc.OrderName, ""}

var cpp = language{token, trace.Order.String, "std::memory_order_"}

var token = regexp.MustCompile(`(?:std\s*::\s*)?\bmemory_order(?:_|\s*::\s*)(relaxed|consume|acquire|release|acq_rel|seq_cst)\b|\b__ATOMIC_(RELAXED|CONSUME|ACQUIRE|RELEASE|ACQ_REL|SEQ_CST)\b`)

// spelled returns an order in the way in which another is written.
func (l *language) spelled(o trace.Order, like string) string {
	name := l.name(o)
	if strings.HasPrefix(like, "__ATOMIC_") {
		return "__ATOMIC_" + strings.ToUpper(name)
	}
	n := l.token.FindStringSubmatchIndex(like)
	return like[:n[2]] + name + like[n[3]:]
}

// candidates returns texts that may have the change, the likeliest first.
func candidates(text string, pos trace.Pos, was code.Access, c Change) (list []string) {
	l := &cpp
	if filepath.Ext(pos.File) == ".rs" {
		l = &rust
	}
	at := offset(text, pos)
	if at < 0 {
		return nil
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
	tokens := l.token.FindAllStringIndex(text[open:shut], -1)
	replaced := func(changes map[int]trace.Order) string {
		out, last := text[:open], open
		for k, t := range tokens {
			if o, ok := changes[k]; ok {
				out += text[last:open+t[0]] + l.spelled(o, text[open+t[0]:open+t[1]])
				last = open + t[1]
			}
		}
		return out + text[last:]
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
		list = append(list, text[:shut]+order+text[shut:])
	case 1:
		list = append(list, replaced(map[int]trace.Order{0: c.Order}))
	case 2:
		if c.Fail == was.Fail {
			list = append(list, replaced(map[int]trace.Order{0: c.Order}))
		} else {
			list = append(list, replaced(map[int]trace.Order{0: c.Order, 1: c.Fail}))
		}
	}
	return list
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
