package main

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

// A mutant is a fault in one line of a rule.
type mutant struct {
	file     string // below the module's folder
	function string // with its receiver's type; "": anywhere in the file
	rule     string // what no longer holds
	before   string // the line, which the function has exactly once
	after    string // what takes its place
}

// listFile has the mutants, each with three lines: its place and the rule, the line, and what takes its
// place, if anything does.
//
//go:embed mutants.txt
var listFile string

// mutants are the entries of mutants.txt.
var mutants = read(listFile)

func read(list string) (mutants []mutant) {
	for entry := range strings.SplitSeq(strings.TrimSpace(list), "\n\n") {
		head, lines, _ := strings.Cut(entry, "\n- ")
		place, rule, _ := strings.Cut(head, ": ")
		m := mutant{rule: rule}
		m.file, m.function, _ = strings.Cut(place, " ")
		m.before, m.after, _ = strings.Cut(lines, "\n+ ")
		mutants = append(mutants, m)
	}
	return mutants
}

// dir returns the folder of the package.
func (m *mutant) dir() string { return path.Dir(m.file) }

// String names the mutant by its place and the rule.
func (m *mutant) String() string {
	at := m.file
	if m.function != "" {
		at += " " + m.function
	}
	return at + ": " + m.rule
}

// apply makes the fault in the source of the file. It is an error if the line is not there
// exactly once, or if the result is not Go.
func (m *mutant) apply(source []byte) ([]byte, error) {
	lines := strings.SplitAfter(string(source), "\n")
	from, to, err := m.extent(source, len(lines))
	if err != nil {
		return nil, err
	}
	at := -1
	for i := from; i < to; i++ {
		if strings.TrimSpace(lines[i]) != m.before {
			continue
		}
		if at >= 0 {
			return nil, fmt.Errorf("%s: the line is there more than once: %s", m, m.before)
		}
		at = i
	}
	if at < 0 {
		return nil, fmt.Errorf("%s: the line is no longer there: %s", m, m.before)
	}
	lines[at] = strings.Replace(lines[at], m.before, m.after, 1)
	changed := []byte(strings.Join(lines, ""))
	if _, err := parser.ParseFile(token.NewFileSet(), m.file, changed, parser.SkipObjectResolution); err != nil {
		return nil, fmt.Errorf("%s: %w", m, err)
	}
	return changed, nil
}

// extent returns which of the n lines are the function's.
func (m *mutant) extent(source []byte, n int) (from, to int, err error) {
	if m.function == "" {
		return 0, n, nil
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, m.file, source, parser.SkipObjectResolution)
	if err != nil {
		return 0, 0, err
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && name(d) == m.function {
			return set.Position(d.Pos()).Line - 1, set.Position(d.End()).Line, nil
		}
	}
	return 0, 0, fmt.Errorf("%s: there is no such function", m)
}

// name returns the name of a function, behind that of its receiver's type.
func name(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if i, ok := t.(*ast.Ident); ok {
		return i.Name + "." + d.Name.Name
	}
	return d.Name.Name
}
