package buildline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/mattn/go-shellwords"
)

// An entry of a compilation database.
type entry struct {
	Directory string
	File      string
	Command   string
	Arguments []string
}

// AddDatabase adds the flags that the compilation database at a path has for files.
// Definitions that f holds before win over those of the database.
func (f *Flags) AddDatabase(path string, files []string) error {
	text, err := readFile(path)
	if err != nil {
		return err
	}
	var list []entry
	if err := json.Unmarshal(text, &list); err != nil {
		return errorf(path, "this is no compilation database: %v", err)
	}
	given := len(f.Defines)
	for _, file := range files {
		i := slices.IndexFunc(list, func(e entry) bool { return sameFile(e.path(e.File), file) })
		if i < 0 {
			return errorf(path, "tells nothing of %s", file)
		}
		if err := f.add(path, &list[i], given); err != nil {
			return err
		}
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

// add adds the flags of one entry; so many of the definitions as given win.
func (f *Flags) add(database string, e *entry, given int) error {
	words := e.Arguments
	if len(words) == 0 {
		read, err := shellwords.Parse(e.Command)
		if err != nil {
			return errorf(database, "the command for %s: %v", e.File, err)
		}
		words = read
	}
	var own []string
	for len(words) > 0 {
		flag := Read(words)
		switch flag.Kind {
		case Refused:
			return errorf(database, "the command for %s: %s", e.File, flag.Reason())
		case Define:
			own = append(own, flag.Value)
		case Undefined:
			own = Undefine(own, flag.Value)
		case IncludeDir:
			if dir := e.path(flag.Value); !slices.Contains(f.Includes, dir) {
				f.Includes = append(f.Includes, dir)
			}
		case IncludeFile:
			if !slices.Contains(f.Headers, flag.Value) {
				f.Headers = append(f.Headers, flag.Value)
			}
		}
		words = words[flag.Taken:]
	}
	for _, d := range own {
		i := slices.IndexFunc(f.Defines, func(old string) bool { return macroName(old) == macroName(d) })
		switch {
		case i < 0:
			f.Defines = append(f.Defines, d)
		case i >= given && f.Defines[i] != d:
			return errorf(database, "files are compiled with both -D %s and -D %s: give -D for one of them", f.Defines[i], d)
		}
	}
	return nil
}

// path returns a path as seen from the working directory of the compiler.
func (e *entry) path(p string) string {
	if filepath.IsAbs(p) || e.Directory == "." {
		return p
	}
	return filepath.Join(e.Directory, p)
}
