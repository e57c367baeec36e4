// Package runtime has the functions of the C++ standard library that no header defines, and
// replacements for functions of Rust's library: short files, one for each topic. Files in C are
// compiled by the C front end. Files in LLVM's text are inlined into their callers, so that their
// accesses have a place in the program, and exceptions pass through them. Functions that use classes
// of the headers are in C++, which is compiled with each source.
package runtime

import (
	"embed"
	"io/fs"
	"path"
	"strings"
	"sync"

	"fencepost/trace/lazyregexp"
)

//go:embed files/*.c files/*.ll
var files embed.FS

// Library is the part in C++, to stand after a source that the compiler reads.
//
//go:embed files/library.cpp
var Library string

// A File is one of them.
type File struct {
	Name string // <llvm/thread.c>
	Text string
}

// Text returns the files in LLVM's text.
func Text() []File { return read("files/*.ll") }

func read(pattern string) (list []File) {
	names, _ := fs.Glob(files, pattern)
	for _, name := range names {
		text, _ := files.ReadFile(name)
		list = append(list, File{"<llvm/" + path.Base(name) + ">", string(text)})
	}
	return list
}

var definition = lazyregexp.New(`(?m)^[A-Za-z_][^;={}()]*\b([A-Za-z_][A-Za-z0-9_]*)\([^;{}]*\)\s*\{`)

// defining maps the names of functions to the files in C that define them.
var defining = sync.OnceValue(func() map[string]File {
	m := map[string]File{}
	for _, f := range read("files/*.c") {
		for _, d := range definition().FindAllStringSubmatch(f.Text, -1) {
			if !strings.HasPrefix(d[0], "static") {
				m[d[1]] = f
			}
		}
	}
	return m
})

// Defining returns the file in C that defines a function.
func Defining(function string) (File, bool) {
	f, ok := defining()[function]
	return f, ok
}
