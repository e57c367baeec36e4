// Package cfront compiles programs of C11 to C23 to byte code. Each stage is a package that imports
// those before it:
//
//	library   the embedded headers, and the functions that a program can call
//	parse     files are checked, preprocessed and parsed to a syntax tree
//	types     C types, and the typed tree
//	check     syntax tree -> typed tree, with every diagnostic
//	gen       typed tree -> byte code
//
// No compiler and no header of the host is used.
package cfront

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

	"fencepost/interp/c/check"
	"fencepost/interp/c/gen"
	"fencepost/interp/c/parse"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

// Options say how a program is compiled.
type Options = parse.Options

// Accesses says what accesses are taken for that are no atomic ones.
type Accesses = parse.Accesses

// Taken is what they are taken for.
type Taken = parse.Taken

// AsPlain leaves them as they are; AsRelaxed takes them for relaxed atomic ones.
const (
	AsPlain   = parse.AsPlain
	AsRelaxed = parse.AsRelaxed
)

// FileOptions are what one file of a program is read with.
type FileOptions = parse.FileOptions

// An Error says why a source file could not be compiled.
type Error = parse.Error

// A Source is a source file of a program: a translation unit with what it includes.
type Source struct {
	Name string
	Text []byte
}

// Compile compiles a C program of one source file, as CompileAll does.
func Compile(name string, src []byte, o Options) (*code.Program, error) {
	return CompileAll([]Source{{name, src}}, o)
}

// CompileAll compiles and links a C program of one or more source files. The error
// is an *Error: what is wrong with the program, or what of it is not supported.
// The program depends on its arguments and the files it includes alone; a message
// may name another file of the first one's folder.
//
// Library functions that are called without a declaration have that of their
// header, with a warning.
func CompileAll(sources []Source, o Options) (*code.Program, error) {
	a, err := Analyse(sources, o)
	if err != nil {
		return nil, err
	}
	return a.Program, nil
}

// An Analysis is a program with what it was compiled from.
type Analysis struct {
	Program *code.Program
	Trees   []*parse.Tree // of the source files
	Origins []*types.Expr // by site of Program: the expression it is the access of, or nil
}

// Analyse is CompileAll that keeps what the stages made.
func Analyse(sources []Source, o Options) (*Analysis, error) {
	return asC17OrC23(o, func(o Options) (*Analysis, error) { return analyseIn(sources, o) })
}

// asC17OrC23 reads sources as C17 and, if they are not, as C23. If they are neither, the error is that of the
// language of which more could be read.
func asC17OrC23[T any](o Options, read func(Options) (*T, error)) (*T, error) {
	x, err := read(o)
	if err == nil || o.C23 || err.(*Error).Unsupported {
		return x, err
	}
	o.C23 = true
	y, other := read(o)
	if other == nil || other.(*Error).Unsupported || further(other.(*Error), err.(*Error)) {
		return y, other
	}
	return x, err
}

// further reports whether e is in the same file as f, and behind it.
func further(e, f *Error) bool {
	at, other := e.Diagnostics[0].Pos, f.Diagnostics[0].Pos
	return at.File == other.File && cmp.Or(cmp.Compare(at.Line, other.Line), cmp.Compare(at.Col, other.Col)) > 0
}

// analyseIn is Analyse in the language of the options.
func analyseIn(sources []Source, o Options) (*Analysis, error) {
	r := &parse.Reporter{}
	a, err := analyse(sources, o, r)
	first := err
	for { // a call among the arguments of another is found after that one
		known := len(o.Include)
		for _, h := range r.Implicit {
			if h = "<" + h + ">"; !slices.Contains(o.Include, h) {
				o.Include = append(slices.Clone(o.Include), h)
			}
		}
		if len(o.Include) == known {
			break
		}
		again := &parse.Reporter{Defines: r.Defines, Implied: r.OnlyImplicit()}
		for _, d := range slices.Concat(r.Warnings(), err.(*Error).Diagnostics) {
			again.Warnf(d.Pos, "%s", d.Message)
		}
		r = again
		a, err = analyse(sources, o, r)
	}
	if err != nil {
		return nil, first
	}
	return a, nil
}

func analyse(sources []Source, o Options, r *parse.Reporter) (*Analysis, error) {
	if o.ReadFile == nil {
		r.Defines = neighbours{sources}.defines
	}
	var units []*parse.Tree
	for _, s := range sources {
		if tree := parse.Parse(s.Name, s.Text, o, r); tree != nil {
			units = append(units, tree)
		}
	}
	if r.Failed() {
		return nil, r.Err()
	}
	u := check.Check(units, func(names []string) *parse.Tree { return parse.Headers(names, r) }, r)
	if r.Failed() {
		return nil, r.Err()
	}
	p, origins := gen.Generate(u, gen.Options{Accesses: o.Accesses, CheckOverflow: o.CheckOverflow, IgnoreAssertions: o.IgnoreAssertions, Args: o.Args}, r)
	if r.Failed() {
		return nil, r.Err()
	}
	p.Name, p.Hash = units[0].Name, units[0].Hash
	for i, tree := range units {
		if i > 0 {
			p.Hash = fmt.Sprintf("%x", sha256.Sum256([]byte(p.Hash+tree.Hash)))
		}
		for j, f := range tree.Files {
			if f.Unit = j == 0; f.Unit || !slices.Contains(p.Files, f) {
				p.Files = append(p.Files, f)
			}
		}
	}
	for _, w := range r.Warnings() {
		p.Warnings = append(p.Warnings, code.Warning{Pos: w.Pos, Message: w.Message})
	}
	p.Kernel = slices.ContainsFunc(units, func(t *parse.Tree) bool { return t.Includes("lkmm.h") })
	return &Analysis{Program: p, Trees: units, Origins: origins}, nil
}
