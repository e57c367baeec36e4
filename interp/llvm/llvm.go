// Package llvm compiles C++ and Rust programs, and LLVM's text, to byte code. Each stage is
// a package:
//
//	clang     a C++ source -> LLVM's text, by the compiler of the machine
//	rustc     a Rust source, or a package's target, with the library -> LLVM's text
//	ir        text -> functions, variables and types
//	opt       calls are inlined, and constants are computed
//	debug     positions and names of the source
//	lower     functions -> byte code
//	runtime   the parts of the C++ library that are in no header, and replacements for
//	          functions of Rust's library
//
// The C library is that of the C front end.
package llvm

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/compdb"
	"fencepost/interp/c/parse"
	"fencepost/interp/code"
	"fencepost/interp/llvm/clang"
	"fencepost/interp/llvm/debug"
	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	library "fencepost/interp/llvm/runtime"
	"fencepost/interp/llvm/rustc"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// Takes reports whether a file is one of a program that is compiled here, by its name.
func Takes(name string) bool {
	switch filepath.Ext(name) {
	case ".cpp", ".cc", ".cxx", ".c++", ".C", ".ll", ".rs":
		return true
	}
	return false
}

// TextOf returns the name under which a program keeps LLVM's text of a source.
func TextOf(name string) string { return "<" + name + ".ll>" }

// compiledIn begins the text that a program keeps. The directory follows to which the places in the
// text are relative.
const compiledIn = "; compiled in "

// IsText reports whether a file of a program is LLVM's text that was made of a source.
func IsText(name string) bool { return strings.HasPrefix(name, "<") && strings.HasSuffix(name, ".ll>") }

// Compile compiles and links the sources of a program. The error is a *cfront.Error: errors in the
// program, or parts of it that are not supported.
func Compile(ctx context.Context, sources []cfront.Source, o cfront.Options) (*code.Program, error) {
	return CompileWith(ctx, sources, nil, o)
}

// CompileWith is Compile with other texts of headers, by path.
func CompileWith(ctx context.Context, sources []cfront.Source, headers map[string]string, o cfront.Options) (*code.Program, error) {
	dir, err := os.Getwd()
	if err != nil {
		dir = "/"
	}
	parts := make([][]*ir.Module, len(sources)) // modules: a crate's text has that of Rust's library beside its own
	var files []code.File
	hash, inputs := sha256.New(), map[string][]string{}
	for _, s := range sources {
		files = append(files, code.File{Name: s.Name, Text: string(s.Text), Unit: true})
	}
	texts, err := textsFor(ctx, sources, headers, o)
	if err != nil {
		return nil, failure(err)
	}
	for k, s := range sources {
		if line, rest, ok := strings.Cut(texts[k].text, "\n"); ok && strings.HasPrefix(line, compiledIn) && texts[k].kept {
			dir, texts[k].text = strings.TrimPrefix(line, compiledIn), rest
		}
		for _, text := range strings.Split(texts[k].text, rustc.Library) {
			m, err := ir.Parse(s.Name, text)
			if err != nil {
				return nil, failure(err)
			}
			parts[k] = append(parts[k], m)
		}
	}
	l, err := link(slices.Concat(parts...), o.Args)
	if err != nil {
		return nil, failure(err)
	}
	for k, s := range sources {
		trim := filepath.Ext(s.Name) == ".rs" && !texts[k].kept // the whole of Rust's library
		text := strings.Join(lists.Map(parts[k], func(m *ir.Module) string {
			if trim {
				return m.Trim(l.reached)
			}
			return m.Text()
		}), rustc.Library)
		if filepath.Ext(s.Name) != ".ll" {
			files = append(files, code.File{Name: TextOf(s.Name), Text: compiledIn + dir + "\n" + text})
			if texts[k].inputs != nil {
				inputs[TextOf(s.Name)] = texts[k].inputs
			}
		}
		hash.Write([]byte(text))
	}
	base, types, err := l.base()
	if err != nil {
		return nil, err
	}
	lines := &sourceText{read: o.ReadFile, files: map[string][]string{}}
	for name, text := range headers {
		lines.files[name] = strings.Split(text, "\n")
	}
	for _, s := range sources {
		lines.files[s.Name] = strings.Split(string(s.Text), "\n")
	}
	u := &lower.Unit{Base: base, Names: map[string]int{}, Types: types, Functions: l.functions, Globals: l.globals, Main: l.main, Begin: l.begin, Args: o.Args,
		Function: l.Function, Global: l.Global, Throws: l.Throws, MayThrow: l.mayThrow, Exceptions: l.throws, Catches: l.catches, Info: debug.New(dir), Text: lines.line, Accesses: o.Accesses,
		Own: func(name string) bool { return Own(files, name) }}
	if l.test != nil {
		u.Args = nil // they chose the test
	}
	for i, f := range base.Funcs {
		if !f.Lent {
			u.Names[f.Name] = i
		}
	}
	p, err := lower.Lower(u)
	if err != nil {
		return nil, failure(err)
	}
	if o.Optimise > 0 {
		p.Warnings = append(p.Warnings, code.Warning{Pos: trace.Pos{File: sources[0].Name}, Message: fmt.Sprintf("checked as the compiler's optimiser leaves it (-O%d): what it deleted or moved is not seen as written", o.Optimise)})
	}
	for _, s := range sources {
		if at := openMP().FindIndex(s.Text); at != nil && !slices.Contains(o.Defines, parse.OpenMP) {
			p.Warnings = append(p.Warnings, code.Warning{Pos: trace.Pos{File: s.Name, Line: bytes.Count(s.Text[:at[0]], []byte("\n")) + 1, Col: 1}, Message: parse.NoOpenMP})
		}
	}
	p.Name, p.Hash = sources[0].Name, fmt.Sprintf("%x", hash.Sum(nil))
	p.Files, p.Inputs = files, inputs
	p.OneSize = slices.ContainsFunc(sources, func(s cfront.Source) bool { return filepath.Ext(s.Name) == ".rs" })
	for _, name := range lines.others() {
		if !slices.ContainsFunc(p.Files, func(f code.File) bool { return f.Name == name }) {
			p.Files = append(p.Files, code.File{Name: name, Text: strings.Join(lines.files[name], "\n")})
		}
	}
	if err := p.Verify(); err != nil {
		return nil, failure(&trace.Diagnostic{Pos: trace.Pos{File: sources[0].Name}, Message: "this text is not supported: " + err.Error()})
	}
	return p, nil
}

var openMP = lazyregexp.New(`(?m)^[ \t]*#[ \t]*pragma[ \t]+omp\b`)

// An unitText is LLVM's text of a source.
type unitText struct {
	text   string
	kept   bool     // a witness or a cache had it
	inputs []string // files that its compiler read; nil if they are not known
}

// textsFor returns LLVM's text of each source. The error is the error of the first source that has
// one.
func textsFor(ctx context.Context, sources []cfront.Source, headers map[string]string, o cfront.Options) ([]unitText, error) {
	texts := make([]unitText, len(sources))
	errs := make([]error, len(sources))
	var done sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for k, s := range sources {
		if filepath.Ext(s.Name) == ".ll" {
			texts[k].text = string(s.Text)
			continue
		}
		free <- struct{}{}
		done.Go(func() {
			texts[k], errs[k] = textFor(ctx, s, headers, o)
			<-free
		})
	}
	done.Wait()
	return texts, cmp.Or(errs...)
}

// textFor returns LLVM's text of a source: the text that was kept, or the output of the compiler.
func textFor(ctx context.Context, s cfront.Source, headers map[string]string, o cfront.Options) (unitText, error) {
	if o.ReadFile != nil {
		if text, err := o.ReadFile(TextOf(s.Name)); err == nil {
			return unitText{text: string(text), kept: true}, nil
		}
	}
	missing := func(message string) (unitText, error) {
		return unitText{}, &trace.Diagnostic{Pos: trace.Pos{File: s.Name}, Message: message}
	}
	if o.Given {
		return missing("LLVM's text of it is not there, and the compiler is not run for what comes from elsewhere")
	}
	if filepath.Ext(s.Name) == ".rs" {
		compiler, ok := rustc.Find()
		if !ok {
			return missing(rustc.Missing)
		}
		text, inputs, err := rustc.Compile(ctx, compiler, rustc.Source{Name: s.Name, Text: s.Text, Changed: headers, Edition: rustc.EditionOf(o.Standard), Configs: compdb.Remaining(slices.Concat(o.Defines, o.Own[s.Name].Defines)), Cargo: o.Cargo, Optimise: o.Optimise})
		return unitText{text: text, inputs: inputs}, err
	}
	compiler, ok := clang.Find()
	if !ok {
		return missing(clang.Missing)
	}
	text, inputs, err := clang.Compile(ctx, compiler, clang.Source{Name: s.Name, Text: s.Text, Flags: flags(s.Name, o), Headers: headers, After: library.Library, Optimise: o.Optimise})
	return unitText{text: text, inputs: inputs}, err
}

// Own reports whether a file is one of a program of these files. Of Rust those are the files in and below
// the current directory, and the directories of the sources, that are no copies of other crates.
func Own(files []code.File, name string) bool {
	if strings.HasPrefix(name, "<") {
		return false
	}
	for _, f := range files {
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

// Compiler identifies the compiler of a source and its version, on which LLVM's text depends; "" if
// there is none.
func Compiler(name string) string {
	if filepath.Ext(name) == ".rs" {
		if path, ok := rustc.Find(); ok {
			return rustc.Identity(path)
		}
	} else if path, ok := clang.Find(); ok {
		return clang.Identity(path)
	}
	return ""
}

// flags returns the compiler's flags of a file.
func flags(name string, o cfront.Options) (list []string) {
	add := func(defines, dirs, headers []string) {
		for _, d := range defines {
			list = append(list, parse.DefineFlag(d))
		}
		for _, d := range dirs {
			list = append(list, "-I"+d)
		}
		for _, h := range headers {
			list = append(list, "-include", strings.Trim(h, `<>"`))
		}
	}
	add(o.Defines, o.IncludeDirs, o.Include)
	own := o.Own[name]
	add(own.Defines, own.IncludeDirs, own.Include)
	if standard := cmp.Or(own.Standard, o.Standard); standard != "" && strings.Contains(standard, "++") == (filepath.Ext(name) != ".c") {
		list = append(list, "-std="+standard)
	}
	return list
}

// failure converts an error to the type that the front end of C returns.
func failure(err error) error {
	if wrong, ok := errors.AsType[*trace.Diagnostic](err); ok {
		return &cfront.Error{Diagnostics: parse.Diagnostics{*wrong}}
	}
	return err
}

// sourceText reads lines of source files.
type sourceText struct {
	read  func(string) ([]byte, error)
	files map[string][]string
}

func (s *sourceText) line(file string, line int) string {
	list, ok := s.files[file]
	if !ok {
		if file != "" && !debug.System(file) {
			read := s.read
			if read == nil {
				read = os.ReadFile
			}
			if text, err := read(file); err == nil {
				list = strings.Split(string(text), "\n")
			} else if !errors.Is(err, fs.ErrNotExist) {
				list = nil
			}
		}
		s.files[file] = list
	}
	if line < 1 || line > len(list) {
		return ""
	}
	return list[line-1]
}

// others returns the files that were read, sorted.
func (s *sourceText) others() (names []string) {
	for name, list := range s.files {
		if list != nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
