// Package cfront compiles C11 programs to byte code, each stage a package of
// its own that imports those before it:
//
//	library   the embedded headers, and the functions that a program can call
//	parse     files are guarded, preprocessed and parsed to a syntax tree
//	types     C types, and the typed tree
//	check     syntax tree -> typed tree, with every diagnostic
//	gen       typed tree -> byte code
//
// No compiler and no header of the host takes part.
package cfront

import (
	"fencepost/interp/cfront/check"
	"fencepost/interp/cfront/gen"
	"fencepost/interp/cfront/parse"
	"fencepost/interp/code"
)

// Options say how a program is compiled.
type Options = parse.Options

// An Error says why a source file could not be compiled.
type Error = parse.Error

// Compile compiles a C program, one source file with what it includes. The
// error is an *Error: what is wrong with the program, or what of it is not
// supported. The program depends on its arguments and the files it includes
// alone.
func Compile(name string, src []byte, o Options) (*code.Program, error) {
	r := &parse.Reporter{}
	tree := parse.Parse(name, src, o, r)
	if r.Failed() {
		return nil, r.Err()
	}
	u := check.Check(tree, r)
	if r.Failed() {
		return nil, r.Err()
	}
	p := gen.Generate(u, r)
	if r.Failed() {
		return nil, r.Err()
	}
	p.Name, p.Files, p.Hash = tree.Name, tree.Files, tree.Hash
	for _, w := range r.Warnings() {
		p.Warnings = append(p.Warnings, code.Warning{Pos: w.Pos, Message: w.Message})
	}
	return p, nil
}
