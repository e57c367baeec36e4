package compdb

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace/input"
)

// An entry of a compilation database.
type entry struct {
	Directory string
	File      string
	Command   string
	Arguments []string
}

// name is what build systems call a database.
const name = "compile_commands.json"

// locate returns the path of a database that is named by itself, or by the folder that it or
// its build folder lies in.
func locate(path string) string {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path
	}
	for _, below := range []string{name, filepath.Join("build", name)} {
		if _, err := os.Stat(filepath.Join(path, below)); err == nil {
			return filepath.Join(path, below)
		}
	}
	return filepath.Join(path, name)
}

// read reads a database.
func read(path string) (database string, list []entry, err error) {
	path = locate(path)
	text, err := readFile(path)
	if err != nil {
		return path, nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return path, nil, errorf(path, "this is no compilation database: %v", err)
	}
	return path, list, nil
}

// AddDatabase adds the flags of each of the files in the compilation database at a path. The path may
// be the folder of the database. Definitions that f already has take precedence over the database.
func (f *Flags) AddDatabase(path string, files []string) error {
	path, list, err := read(path)
	if err != nil {
		return err
	}
	f.Own = make(map[string]parse.FileOptions)
	for _, file := range files {
		i := slices.IndexFunc(list, func(e entry) bool { return sameFile(e.path(e.File), file) })
		if i < 0 {
			return errorf(path, "tells nothing of %s", file)
		}
		if f.Own[file], err = f.own(path, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

// AddDefining adds to f.Added, with their flags, the files of a database that seem to define
// names which the program uses and does not define. A file that defines main is not one of them.
// It is an error if several define a name.
func (f *Flags) AddDefining(path string, names []string) error {
	path, list, err := read(path)
	if err != nil {
		return err
	}
	for _, name := range names {
		var found []*entry
		for i := range list {
			e := &list[i]
			if e.defines(name) && !slices.ContainsFunc(found, func(x *entry) bool { return x.path(x.File) == e.path(e.File) }) {
				found = append(found, e)
			}
		}
		if len(found) > 1 {
			return errorf(path, "'%s' is defined by %s and by %s: name the one that is meant", name, found[0].shown(), found[1].shown())
		}
		for _, e := range found {
			file := e.shown()
			if _, known := f.Own[file]; known {
				continue
			}
			if f.Own[file], err = f.own(path, e); err != nil {
				return err
			}
			f.Added = append(f.Added, file)
		}
	}
	return nil
}

// defines reports whether the file of an entry seems to define a name, and not main.
func (e *entry) defines(name string) bool {
	path := e.path(e.File)
	text, err := input.Regular(path, input.Text)
	if err != nil {
		return false
	}
	definition := parse.Definition(name)
	if strings.Contains(name, "(") { // C++'s linker knows it by its types, too
		if definition = methodDefinition(name); filepath.Ext(path) == ".c" {
			return false
		}
	}
	return linked(definition, text) && !linked(parse.Definition("main"), text)
}

// linked reports whether a definition is in a text that other files can use.
func linked(definition *regexp.Regexp, text []byte) bool {
	return slices.ContainsFunc(definition.FindAll(text, -1), func(found []byte) bool { return !bytes.HasPrefix(found, []byte("static")) })
}

// methodDefinition returns an expression that matches a text in which a function of C++ seems to be
// defined, given its name and types as linkers report them.
func methodDefinition(name string) *regexp.Regexp {
	name, _, _ = strings.Cut(name, "(")
	name = name[strings.LastIndex(name, ":")+1:]
	return regexp.MustCompile(`(?m)^[ \t]*[A-Za-z_][^;#"(){}=]*\b` + regexp.QuoteMeta(name) + `[ \t]*\([^;{}]*\)[^;(){}]*\{`)
}

// shown returns the path of the file of an entry, from the working directory if it lies below.
func (e *entry) shown() string {
	path := e.path(e.File)
	if dir, err := os.Getwd(); err == nil && filepath.IsAbs(path) {
		if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return path
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// own returns the flags of one entry that f does not hold.
func (f *Flags) own(database string, e *entry) (own parse.FileOptions, err error) {
	words := e.Arguments
	if e.Directory == "" || len(words) == 0 && e.Command == "" {
		return own, errorf(database, "the entry of %s has no directory, or neither command nor arguments", e.File)
	}
	if len(words) == 0 {
		if words, err = split(e.Command); err != nil {
			return own, errorf(database, "the command for %s: %v", e.File, err)
		}
	}
	for len(words) > 0 {
		flag := Read(words)
		switch flag.Kind {
		case Refused:
			return own, errorf(database, "the command for %s: %s", e.File, flag.Reason())
		case Define:
			own.Defines = append(own.Defines, flag.Value)
		case Undefined:
			own.Defines = append(own.Defines, parse.Undefine+flag.Value)
		case IncludeDir:
			if dir := e.path(flag.Value); !slices.Contains(f.Includes, dir) && !slices.Contains(own.IncludeDirs, dir) {
				own.IncludeDirs = append(own.IncludeDirs, dir)
			}
		case Standard:
			own.Standard = flag.Value
		case IncludeFile:
			header := flag.Value
			if _, err := os.Stat(e.path(header)); err == nil { // else in a folder that is searched
				header = e.path(header)
			}
			if !slices.Contains(f.Headers, header) && !slices.Contains(own.Include, header) {
				own.Include = append(own.Include, header)
			}
		}
		words = words[flag.Taken:]
	}
	for _, d := range f.Defines {
		own.Defines = without(own.Defines, d)
	}
	return own, nil
}

// path returns a path as seen from the working directory of the compiler.
func (e *entry) path(p string) string {
	if filepath.IsAbs(p) || e.Directory == "." {
		return p
	}
	return filepath.Join(e.Directory, p)
}
