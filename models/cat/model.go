package cat

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/input"
	"fencepost/trace/lists"
)

// A Model is a compiled model. It is immutable; checkers share it.
type Model struct {
	name          string
	sets, rels    []string
	axioms, flags []axiom
	nodes         []node
	program       [numStages + 1][]instr // by stage; the last is the program of the flags
}

// An axiom is a test of a model.
type axiom struct {
	test
	name string
	node int32
}

// Name returns the model's name: the name of its file without folder and extension.
func (m *Model) Name() string { return m.name }

// Sets returns the names of the base sets that the model reads. Candidate.Sets is in this
// order.
func (m *Model) Sets() []string { return m.sets }

// Rels returns the names of the base relations that the model reads. Candidate.Rels is in
// this order.
func (m *Model) Rels() []string { return m.rels }

// Axioms returns the names of the axioms, in the order of the text. An axiom without a name
// is called file:line.
func (m *Model) Axioms() []string { return names(m.axioms) }

// Flags returns the names of the flags, of `flag` and `undefined_unless`, in the order of
// the text.
func (m *Model) Flags() []string { return names(m.flags) }

func names(list []axiom) (out []string) {
	for _, a := range list {
		out = append(out, a.name)
	}
	return out
}

// Undefined reports whether flag i, if raised, makes the program's behaviour undefined.
func (m *Model) Undefined(i int) bool { return m.flags[i].undef }

// SplitsRMWs reports whether the model represents an RMW of C as two events, a read and a
// write related by amo. It does if it reads amo but not RMW. For other models an RMW is one
// event, in R, W and RMW.
func (m *Model) SplitsRMWs() bool {
	return slices.Contains(m.rels, "amo") && !slices.Contains(m.sets, "RMW")
}

// NewCandidate returns a candidate without events, with room for the sets and relations
// that the model reads.
func (m *Model) NewCandidate() *Candidate {
	x := &Candidate{Sets: make([]Set, len(m.sets)), Rels: make([]Rel, len(m.rels)), words: 1}
	for i := range x.Rels {
		x.Rels[i] = make(Rel, wordBits)
	}
	return x
}

// library holds the embedded models, one file each, and the files that they and herd's
// models include.
//
//go:embed models/*.cat lib/*.cat
var library embed.FS

// own are the includes that are always embedded, never read from a folder: see the package
// comment.
var own = map[string]bool{"stdlib.cat": true, "aarch64deps.cat": true, "lock.cat": true}

// Names returns the names of the embedded models, in alphabetical order. A file may be named by an alias.
func Names() []string {
	files, err := library.ReadDir("models")
	if err != nil {
		panic(err) // the folder is embedded
	}
	list := lists.Map(files, func(f fs.DirEntry) string { return models.NameOf(strings.TrimSuffix(f.Name(), ".cat")) })
	slices.Sort(list)
	return list
}

// Text returns the text of an embedded model, by its name or alias.
func Text(name string) (string, bool) {
	src, err := library.ReadFile("models/" + models.AliasOf(name) + ".cat")
	return string(src), err == nil
}

// parsed keeps the embedded models that were loaded, by name: nothing changes a model, and to parse one
// takes longer than to explore a small test.
var parsed sync.Map

// Load reads a model: the embedded one of that name or alias, or a file. Includes are searched
// beside the file, then in dirs, then among the embedded ones.
func Load(name string, dirs ...string) (*Model, error) {
	if src, ok := Text(name); ok {
		name = models.NameOf(name)
		if m, ok := parsed.Load(name); ok {
			return m.(*Model), nil
		}
		m, err := Parse(models.AliasOf(name)+".cat", []byte(src), nil)
		if err == nil {
			m.name = name
			parsed.Store(name, m)
		}
		return m, err
	}
	src, err := input.Regular(name, input.Text)
	if err != nil {
		return nil, err
	}
	dirs = append([]string{filepath.Dir(name)}, dirs...)
	m, err := Parse(name, src, func(file string) ([]byte, error) {
		for _, d := range dirs {
			src, err := input.Regular(filepath.Join(d, file), input.Text)
			if !errors.Is(err, fs.ErrNotExist) {
				return src, err
			}
		}
		return nil, fs.ErrNotExist
	})
	if err == nil && len(m.axioms)+len(m.flags) == 0 {
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: name, Line: 1, Col: 1}, Message: "a model without a check: it would allow everything"}
	}
	return m, err
}

// Parse reads a model from src; name stands in the positions of errors, which are of type
// *trace.Diagnostic. include returns the text of an included file. If it is nil, or returns
// an error for which errors.Is(err, fs.ErrNotExist), the embedded files are searched.
func Parse(name string, src []byte, include func(name string) ([]byte, error)) (m *Model, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *trace.Diagnostic:
			m, err = nil, e
		case *unboundError:
			m, err = nil, e.Diagnostic
		default:
			panic(e)
		}
	}()
	m = &Model{name: strings.TrimSuffix(filepath.Base(name), ".cat")}
	c := &compiler{nodes: nodes{index: map[key]int32{}}, m: m, include: include, steps: maxSteps}
	std, err := library.ReadFile("lib/stdlib.cat")
	if err != nil {
		panic(fmt.Sprint("internal error: ", err)) // it is embedded
	}
	c.statements(parse("stdlib.cat", string(std)))
	c.statements(parse(name, string(src)))
	c.schedule()
	return m, nil
}
