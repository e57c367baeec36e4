package ir

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace/lazyregexp"
)

// Trim returns the text of a module without the functions and variables that are not kept, and the
// metadata that only they refer to. What the kept ones name is declared.
func (m *Module) Trim(kept map[Value]bool) string {
	t := trimming{m: m, named: map[string]bool{}, nodes: map[int]bool{}}
	for _, g := range m.Globals {
		if kept[g] {
			t.keep(m.line(g.Pos.Line))
			t.named[g.Name] = true
		}
	}
	for _, f := range m.Functions {
		if kept[f] && !f.Declared {
			from, end := m.lines[f.Pos.Line-1], f.body+strings.Index(m.text[f.body:], "\n}")
			t.keep(m.text[from:end] + "\n}\n")
			t.named[f.Name] = true
		}
	}
	var names []string
	for _, g := range m.Globals { // initialisers name functions that may be kept nowhere
		if t.mentioned[g.Name] && !t.named[g.Name] {
			names = append(names, m.line(g.Pos.Line))
			t.named[g.Name] = true
		}
	}
	for _, n := range names {
		t.keep(n)
	}
	for _, f := range m.Functions {
		if !t.named[f.Name] && (kept[f] || t.mentioned[f.Name]) {
			line := strings.TrimSuffix(strings.TrimSpace(m.line(f.Pos.Line)), "{")
			if rest, ok := strings.CutPrefix(line, "define "); ok {
				line = "declare " + rest
			}
			t.keep(line + "\n")
		}
	}
	var head, tail strings.Builder
	for line := range strings.Lines(m.text) {
		if line[0] == '@' || strings.HasPrefix(line, "define ") {
			break
		}
		if line[0] == '%' || strings.HasPrefix(line, "target ") {
			head.WriteString(line)
		}
	}
	if !m.grouped {
		m.findGroups()
	}
	for _, n := range slices.Sorted(maps.Keys(t.groups)) {
		if text := m.groups[n]; text != "" {
			tail.WriteString("attributes #" + strconv.Itoa(n) + " =" + text + "\n")
		}
	}
	for _, name := range []string{"llvm.dbg.cu", "llvm.module.flags"} {
		if at, ok := m.named[name]; ok {
			line := m.text[at:lineEnd(m.text, at)]
			t.refer(line)
			tail.WriteString(line + "\n")
		}
	}
	t.metadata(&tail)
	return head.String() + t.text.String() + tail.String()
}

// trimming is a text that is being trimmed.
type trimming struct {
	m         *Module
	text      strings.Builder
	named     map[string]bool // the definitions in the text
	mentioned map[string]bool
	groups    map[int]bool
	nodes     map[int]bool
	work      []int // nodes that are kept, and not yet looked through
}

// keep appends a text, and records its references.
func (t *trimming) keep(text string) {
	t.text.WriteString(text)
	t.refer(text)
}

// refer records the references of a text.
func (t *trimming) refer(text string) {
	if t.mentioned == nil {
		t.mentioned, t.groups = map[string]bool{}, map[int]bool{}
	}
	l := lexer{m: &Module{text: text}}
	for l.next(); l.tok.kind != end; l.next() {
		switch l.tok.kind {
		case global:
			t.mentioned[l.tok.text] = true
		case meta, group:
			n, err := strconv.Atoi(l.tok.text)
			switch {
			case err != nil:
			case l.tok.kind == group:
				t.groups[n] = true
			case !t.nodes[n]:
				t.nodes[n] = true
				t.work = append(t.work, n)
			}
		}
	}
}

// metadata writes the nodes that are kept, and those that they refer to, in their order.
func (t *trimming) metadata(to *strings.Builder) {
	most := 0
	for len(t.work) > 0 {
		n := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if at, ok := t.m.nodes[n]; ok {
			most = max(most, n)
			t.refer(unread().ReplaceAllString(t.m.text[at:lineEnd(t.m.text, at)], ""))
		}
	}
	for n := range most + 1 {
		if at, ok := t.m.nodes[n]; ok && t.nodes[n] {
			to.WriteString(unread().ReplaceAllString(t.m.text[at:lineEnd(t.m.text, at)], "") + "\n")
		}
	}
}

// unread are fields of metadata that nothing here reads, and that refer to much.
var unread = lazyregexp.New(`, (?:templateParams|declaration|retainedNodes|globals|imports|enums|retainedTypes|vtableHolder|identifier|checksumkind|checksum|linkageName|producer): (?:"[^"]*"|[^,)]*)`)

// line returns a line of the text, numbered from 1.
func (m *Module) line(n int) string {
	end := len(m.text)
	if n < len(m.lines) {
		end = m.lines[n]
	}
	return m.text[m.lines[n-1]:end]
}
