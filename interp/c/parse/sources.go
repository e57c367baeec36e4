package parse

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/input"
	"fencepost/trace/lazyregexp"
)

// Names of texts of the preprocessor that are not files, and of the directory of the embedded
// headers.
const (
	systemDir     = "<headers>"
	Predefined    = "<predefined>" // the only text that may define __STDC_VERSION__ and the like
	defineSource  = "<define>"     // the text of Options.Defines
	includeSource = "<include>"    // the headers of Options.Include
	endSource     = "<end>"        // follows the main file, so that the parser never meets the end of the text
	// rootDir is the directory in which the preprocessor looks for absolute paths. It is so deep that
	// no relative path leads out of it to a file beside the main one.
	rootDir = "<root>/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-"
)

// sources provides files to the preprocessor. The guard examines each first.
//
// The names of files do not depend on where they are. The main file has its base name, and a file
// beside it a name relative to it. A file in the i-th include directory is <i>/name, one with an
// absolute path rootDir/path, and an embedded header <headers>/name.
type sources struct {
	options Options
	guard   guard
	main    string            // as given by the user
	texts   map[string]string // for the preprocessor, by its name of the file
	missing map[string]bool
	rooted  []string    // the first folders of the absolute paths that were included
	files   []code.File // the user's files, in order of their first use
	lastPos trace.Pos   // the last character of the main file
	flat    *flat       // the text for the parser
}

// newSources admits the main file.
func newSources(name string, src []byte, o Options, r *Reporter) *sources {
	name = userPath(name)
	s := &sources{options: o, guard: guard{r: r}, main: name, texts: make(map[string]string), missing: make(map[string]bool)}
	if s.options.ReadFile == nil {
		s.options.ReadFile = ReadFile
	}
	if len(bytes.TrimSpace(src)) == 0 {
		r.Errorf(trace.Pos{File: name, Line: 1, Col: 1}, "the file is empty")
		return s
	}
	s.add(s.mainName(), name, src)
	end := bytes.TrimRight(src, " \t\r\n")
	s.lastPos = trace.Pos{File: name, Line: bytes.Count(end, []byte("\n")) + 1, Col: len(end) - bytes.LastIndexByte(end, '\n') - 1}
	return s
}

// userPath returns a path of the user in a form that does not begin with <, as the names of embedded
// headers and of other texts do.
func userPath(path string) string {
	if strings.HasPrefix(path, "<") {
		return "./" + path
	}
	return path
}

// mainName is the preprocessor's name of the main file.
func (s *sources) mainName() string { return userPath(filepath.Base(s.main)) }

// add admits a file of the user.
func (s *sources) add(name, display string, text []byte) {
	s.files = append(s.files, code.File{Name: display, Text: string(text)})
	s.texts[name] = string(s.guard.admit(display, text))
}

// display returns the user's name of a file.
func (s *sources) display(name string) string {
	switch name = filepath.ToSlash(name); {
	case name == s.mainName():
		return s.main
	case strings.HasPrefix(name, systemDir+"/"):
		return "<" + strings.TrimPrefix(name, systemDir+"/") + ">"
	case strings.HasPrefix(name, rootDir+"/"):
		return filepath.FromSlash(strings.TrimPrefix(name, rootDir))
	case name == Predefined || name == defineSource || name == includeSource:
		return name
	case strings.HasPrefix(name, "<"):
		if m := includeName().FindStringSubmatchIndex(name); m != nil && m[0] == 0 {
			if dir, ok := s.includePath(name[m[2]:m[3]], name[m[4]:m[5]]); ok {
				return userPath(filepath.Join(dir, filepath.FromSlash(name[m[1]:])))
			}
		}
	}
	return userPath(filepath.Join(filepath.Dir(s.main), filepath.FromSlash(name)))
}

// includeLevels is how many levels above an include directory the names of files can lead. The
// preprocessor cleans a path before it asks for the file, and each .. removes a level.
const includeLevels = 16

// includeDir is the preprocessor's name of an include directory. The one after the last is the
// folder where the command runs, in which a header of Options.Include is looked for first.
func includeDir(i int) string {
	return fmt.Sprintf("<%d>", i) + strings.Repeat("/>", includeLevels)
}

// includeName matches the beginning of the name of a file in or above an include directory.
var includeName = lazyregexp.New(`<(\d+)>((?:/>)+)/`)

// includePath returns the user's path of the include directory with a number, or of a directory above
// it: levels has the levels that are left.
func (s *sources) includePath(number, levels string) (path string, ok bool) {
	i, err := strconv.Atoi(number)
	dirs := append(slices.Clone(s.options.IncludeDirs), ".")
	if err != nil || i >= len(dirs) {
		return "", false
	}
	above := includeLevels - strings.Count(levels, ">")
	return filepath.Join(dirs[i], strings.Repeat("../", max(above, 0))), true
}

// Literal returns a string literal as the user's compiler has it: __FILE__ is the path of a header.
func (p *Tree) Literal(text string) string {
	if !strings.Contains(text, ">/>") {
		return text
	}
	return includeName().ReplaceAllStringFunc(text, func(name string) string {
		m := includeName().FindStringSubmatch(name)
		dir, ok := p.sources.includePath(m[1], m[2])
		if !ok || strings.ContainsAny(dir, "\"\\\n") {
			return name
		}
		return strings.TrimPrefix(filepath.ToSlash(dir)+"/", "./")
	})
}

// load reads a file, at most once, and reports whether it exists.
func (s *sources) load(name string) bool {
	if _, ok := s.texts[name]; ok || s.missing[name] {
		return ok
	}
	if header, ok := strings.CutPrefix(name, systemDir+"/"); ok {
		text, ok := library.Header(header)
		ok = ok && header != library.BuiltinHeader && !(strings.HasPrefix(header, "linux/") && s.inFolder(header))
		if ok {
			s.texts[name] = text
		}
		return ok
	}
	if path, ok := strings.CutPrefix(name, rootDir); ok && !s.absolute(path) {
		return false
	}
	display := s.display(name)
	text, err := s.options.ReadFile(display)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.missing[name] = true
		return false
	case err != nil:
		s.guard.r.Errorf(s.includeOf(name), "%s: %v", display, input.Reason(err))
		s.texts[name] = ""
	default:
		s.add(name, display, text)
	}
	return true
}

// inFolder reports whether an include directory has a header. The kernel's own headers are there, and
// take precedence over the embedded ones, which are for programs without them.
func (s *sources) inFolder(header string) bool {
	for i := range s.options.IncludeDirs {
		if s.load(includeDir(i) + "/" + header) {
			return true
		}
	}
	return false
}

// absolute reports whether a search in rootDir, where the preprocessor looks for every file, is for
// the absolute path: some text in quotes has the path, or a file beside it includes it.
func (s *sources) absolute(path string) bool {
	if path == "" { // of #include <.>
		return false
	}
	first, _, _ := strings.Cut(path[1:], "/")
	if slices.Contains(s.rooted, first) {
		return true
	}
	names := func(text string) bool {
		return strings.Contains(text, `"`+path+`"`) || strings.Contains(text, "<"+path+">")
	}
	named := slices.ContainsFunc(s.files, func(f code.File) bool { return names(f.Text) }) ||
		slices.ContainsFunc(s.options.Defines, names) ||
		slices.Contains(s.options.Include, path)
	if named {
		s.rooted = append(s.rooted, first)
	}
	return named
}

// ReadFile reads a regular file.
func ReadFile(path string) ([]byte, error) { return input.Regular(path, input.Text) }
