// Package cfront compiles C11 programs to byte code, in five stages:
//
//	guard       every file is checked before the C parser sees it (guard.go)
//	preprocess  macros, conditionals, includes (parse.go)
//	parse       C text -> syntax tree (parse.go)
//	check       syntax tree -> typed tree, with every diagnostic (check*.go)
//	generate    typed tree -> byte code (gen*.go)
//
// Preprocessor and parser are those of modernc.org/cc/v4, of which only the
// syntax tree is used. They can hang, overflow the stack or panic on some
// faulty inputs; the guard keeps such inputs from them. Everything else, types
// and constants included, is done here.
//
// No compiler and no header of the host takes part: the standard headers are
// embedded (headers.go), and what a program can call is listed in library.go.
// The data model is LP64 as on Linux for x86-64.
package cfront
