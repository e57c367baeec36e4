// Package compdb reads how a C program is built with gcc or clang: the flags of their
// command lines, response files, and compilation databases (the JSON that CMake, Meson and
// Bear write for clang's tools). It keeps the flags that the front end supports: macros,
// folders of headers, and headers included before every file. Flags that do not change the
// meaning of a program are recognised and skipped.
//
//	words, err := compdb.Expand(args)        // @FILE becomes the words in FILE
//	f := compdb.Read(words)                  // the first flag; it takes f.Taken words
//	err = flags.AddDatabase("build", []string{"a.c"})       // or build/compile_commands.json
//	err = flags.AddDefining("build", []string{"ring_push"}) // and the file that defines it
//
// The flags of a command line are those of all files of a program; the entries of a
// database are each for one file. Errors in files are of type *trace.Diagnostic.
package compdb

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace"
	"fencepost/trace/input"
	"fencepost/trace/lazyregexp"
)

// Flags are the flags with which a build reads its files.
type Flags struct {
	Defines  []string // NAME, NAME=VALUE, NAME(ARGUMENTS)=VALUE, or -UNAME: see parse.Options
	Includes []string // folders that are searched for headers
	Headers  []string // headers with which every file begins
	Standard string   // of C++: c++17

	Own map[string]parse.FileOptions // of single files, by name; from a compilation database
	// Added are files of the database that belong to the program and were not named.
	Added []string
}

// Words returns the flags in the form of a command line, without the flags of single files.
func (f *Flags) Words() (words []string) {
	for _, d := range f.Defines {
		words = append(words, parse.DefineFlag(d))
	}
	for _, d := range f.Includes {
		words = append(words, "-I"+d)
	}
	for _, h := range f.Headers {
		words = append(words, "-include", h)
	}
	if strings.Contains(f.Standard, "++") {
		words = append(words, "-std="+f.Standard)
	}
	return words
}

// without returns the definitions of other macros than that of a definition.
func without(defines []string, definition string) []string {
	return slices.DeleteFunc(defines, func(d string) bool { return macroName(d) == macroName(definition) })
}

// Remaining returns the definitions that are not taken back.
func Remaining(defines []string) (list []string) {
	for _, d := range defines {
		if strings.HasPrefix(d, parse.Undefine) {
			list = without(list, d)
		} else {
			list = append(list, d)
		}
	}
	return list
}

// macroName returns the name of the macro that an element of Defines is about.
func macroName(definition string) string {
	definition = strings.TrimPrefix(definition, parse.Undefine)
	if i := strings.IndexAny(definition, "=("); i >= 0 {
		return definition[:i]
	}
	return definition
}

// A Kind is what a flag of a compiler means to the front end.
type Kind uint8

// The kinds of flags.
const (
	Unknown     Kind = iota // not a flag of a compiler
	Ignored                 // one that means nothing here
	Define                  // -D
	Undefined               // -U
	IncludeDir              // -I, -isystem, -iquote, -idirafter
	IncludeFile             // -include
	Standard                // -std=, of C++; one of C means nothing here
	Refused                 // one that changes types, as is not done here
)

// A Flag is a flag of a compiler with its operand, and how many words it takes.
type Flag struct {
	Kind  Kind
	Value string
	Taken int
}

// Read reads the flag that words begin with; there is at least one word.
func Read(words []string) Flag {
	word := words[0]
	for _, f := range withOperand {
		value, ok := strings.CutPrefix(word, f.name)
		switch {
		case ok && value != "":
			return Flag{f.kind, value, 1}
		case ok && len(words) > 1:
			return Flag{f.kind, words[1], 2}
		}
	}
	if slices.ContainsFunc(changing, func(f string) bool { return word == f || strings.HasPrefix(word, f+"=") }) {
		return Flag{Refused, word, 1}
	}
	if word == "-fopenmp" || strings.HasPrefix(word, "-fopenmp=") {
		return Flag{Define, parse.OpenMP, 1}
	}
	if value, ok := strings.CutPrefix(word, "-std="); ok && strings.Contains(value, "++") {
		return Flag{Standard, value, 1}
	}
	begins := func(family string) bool { return strings.HasPrefix(word, family) }
	if slices.Contains(alone, word) || slices.ContainsFunc(families, begins) {
		return Flag{Ignored, "", 1}
	}
	return Flag{Unknown, "", 1}
}

// withOperand are the flags that have an operand, in the same word or in the next.
var withOperand = []struct {
	name string
	kind Kind
}{
	{"-isystem", IncludeDir}, {"-iquote", IncludeDir}, {"-idirafter", IncludeDir}, {"-include", IncludeFile},
	{"-D", Define}, {"-U", Undefined}, {"-I", IncludeDir},
	{"-MF", Ignored}, {"-MT", Ignored}, {"-MQ", Ignored}, {"-o", Ignored}, {"-x", Ignored}, {"-L", Ignored}, {"-l", Ignored},
}

// changing are the flags that change the sizes or signs of types.
var changing = []string{"-fshort-enums", "-fshort-wchar", "-fshort-double", "-fpack-struct", "-funsigned-char", "-fno-signed-char",
	"-funsigned-bitfields", "-m32", "-mx32", "-m16", "-mms-bitfields"}

// Reason says why a Refused flag is.
func (f Flag) Reason() string {
	return f.Value + " changes types, which here are those of gcc for x86-64 on Linux without it: leave it out"
}

// Flags without an operand that mean nothing here, in full or their beginnings.
var (
	alone    = []string{"-c", "-w", "-s", "-pg", "-ansi", "-pipe", "-pthread", "-rdynamic", "-shared", "-static"}
	families = []string{"-std=", "-O", "-W", "-f", "-m", "-g", "-M", "-pedantic"}
)

// maxResponses is how many response files are read, so that they may not name each other
// without end.
const maxResponses = 100

// Expand replaces each @FILE before the word -- by the words in the file.
func Expand(words []string) ([]string, error) {
	var out []string
	for n := 0; len(words) > 0; {
		path, ok := strings.CutPrefix(words[0], "@")
		if words[0] == "--" {
			return append(out, words...), nil
		}
		if !ok || path == "" {
			out, words = append(out, words[0]), words[1:]
			continue
		}
		if n++; n > maxResponses {
			return nil, errorf(path, "there are more than %d response files", maxResponses)
		}
		text, err := readFile(path)
		if err != nil {
			return nil, err
		}
		read, err := split(string(text))
		if err != nil {
			return nil, errorf(path, "%v", err)
		}
		words = append(read, words[1:]...)
	}
	return out, nil
}

// plain are words that a shell takes as they stand.
var plain = lazyregexp.New(`^[\w@%+=:,./-]+$`)

// Join returns words as a shell reads them.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		if quoted[i] = w; !plain().MatchString(w) {
			quoted[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// split returns the words of a command as a shell does, which must be one alone.
func split(command string) (words []string, err error) {
	var word strings.Builder
	begun, quote, escaped := false, rune(0), false
	end := func() {
		if begun {
			words = append(words, word.String())
		}
		word.Reset()
		begun = false
	}
	for _, r := range command {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			begun, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			begun, quote = true, r
		case strings.ContainsRune(" \t\r\n", r):
			end()
		case strings.ContainsRune(";&|<>()`", r):
			return nil, fmt.Errorf("%q stands between words: quote it, or leave out what is no flag", r)
		default:
			begun = true
			word.WriteRune(r)
		}
	}
	if escaped || quote != 0 {
		return nil, errors.New("invalid command line string")
	}
	end()
	return words, nil
}

func errorf(file, format string, args ...any) error {
	return &trace.Diagnostic{Pos: trace.Pos{File: file}, Message: fmt.Sprintf(format, args...)}
}

// readFile reads a file; its error names the file once.
func readFile(path string) ([]byte, error) {
	text, err := input.Regular(path, input.Data)
	if err != nil {
		return nil, errorf(path, "%v", input.Reason(err))
	}
	return text, nil
}
