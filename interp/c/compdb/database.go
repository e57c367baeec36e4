package compdb

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"fencepost/interp/c/parse"
)

// An entry of a compilation database.
type entry struct {
	Directory string
	File      string
	Command   string
	Arguments []string
}

// AddDatabase adds the flags that the compilation database at a path has for each of
// the files. Definitions that f holds win over those of the database.
func (f *Flags) AddDatabase(path string, files []string) error {
	text, err := readFile(path)
	if err != nil {
		return err
	}
	var list []entry
	if err := json.Unmarshal(text, &list); err != nil {
		return errorf(path, "this is no compilation database: %v", err)
	}
	f.Own = make(map[string]parse.FileOptions)
	for _, file := range files {
		i := slices.IndexFunc(list, func(e entry) bool { return sameFile(e.path(e.File), file) })
		if i < 0 {
			return errorf(path, "tells nothing of %s", file)
		}
		own, err := f.own(path, &list[i])
		if err != nil {
			return err
		}
		f.Own[file] = own
	}
	return nil
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
			own.Defines = Undefine(own.Defines, flag.Value)
		case IncludeDir:
			if dir := e.path(flag.Value); !slices.Contains(f.Includes, dir) && !slices.Contains(own.IncludeDirs, dir) {
				own.IncludeDirs = append(own.IncludeDirs, dir)
			}
		case Standard:
			own.Standard = flag.Value
		case IncludeFile:
			if !slices.Contains(f.Headers, flag.Value) && !slices.Contains(own.Include, flag.Value) {
				own.Include = append(own.Include, flag.Value)
			}
		}
		words = words[flag.Taken:]
	}
	for _, d := range f.Defines {
		own.Defines = Undefine(own.Defines, macroName(d))
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
