package parse

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"fencepost/interp/c/library"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/input"
)

// Names of what the preprocessor reads beside files, and of the directory in
// which it sees the embedded headers.
const (
	systemDir     = "<headers>"
	Predefined    = "<predefined>" // the only source that may define __STDC_VERSION__ and its like
	defineSource  = "<define>"     // the text of Options.Defines
	includeSource = "<include>"    // the headers of Options.Include
	endSource     = "<end>"        // stands behind the main file, so that the parser never meets the end of the text
	// rootDir is the directory in which it looks for absolute paths, so deep that no
	// relative one leads out of it, to a file beside the main one.
	rootDir = "<root>/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/-"
)

// sources serves files to the preprocessor, each examined by the guard first.
//
// The preprocessor sees the main file by its base name, a file beside it
// relative to it, one of the i-th include directory as <i>/name, one given by its
// absolute path as rootDir/path, and an embedded header as <headers>/name: what it
// makes of them does not depend on where they are.
type sources struct {
	options Options
	guard   guard
	main    string            // as given by the user
	texts   map[string]string // for the preprocessor, by its name of the file
	missing map[string]bool
	rooted  []string    // the first folders of the absolute paths that were included
	files   []code.File // those of the user, in order of their first use
	lastPos trace.Pos   // the last character of the main file
	flat    *flat       // what is parsed
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

// userPath is a path of the user's, told apart from the names of embedded headers
// and of what the preprocessor reads beside files, all of which begin with <.
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

// includeLevels is how far above an include directory the names of files lead: the
// preprocessor cleans a path before it asks for it, which takes a level away for each ..
const includeLevels = 16

// includeDir is the preprocessor's name of an include directory.
func includeDir(i int) string {
	return fmt.Sprintf("<%d>", i) + strings.Repeat("/>", includeLevels)
}

// includeName is what the name of a file in or above an include directory begins with.
var includeName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<(\d+)>((?:/>)+)/`) })

// includePath returns the user's path of the include directory of a number, or of one
// above it: levels tells how many are left.
func (s *sources) includePath(number, levels string) (path string, ok bool) {
	i, err := strconv.Atoi(number)
	if err != nil || i >= len(s.options.IncludeDirs) {
		return "", false
	}
	above := includeLevels - strings.Count(levels, ">")
	return filepath.Join(s.options.IncludeDirs[i], strings.Repeat("../", max(above, 0))), true
}

// Literal returns a string literal as the compiler of the user has it: __FILE__ is the
// path of a header.
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

// load reads a file unless that has been done, and reports whether it exists.
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
		s.guard.r.Errorf(s.includeOf(name), "%s: %v", display, reason(err))
		s.texts[name] = ""
	default:
		s.add(name, display, text)
	}
	return true
}

// inFolder reports whether an include directory has a header: the kernel's own stand
// there, and go before what is embedded for programs that have none.
func (s *sources) inFolder(header string) bool {
	for i := range s.options.IncludeDirs {
		if s.load(includeDir(i) + "/" + header) {
			return true
		}
	}
	return false
}

// absolute reports whether the preprocessor means path when it looks for it in
// rootDir, where it looks for every file: some text names it, or it is included
// by a file beside it. That text is in quotes, be it of a macro's value.
func (s *sources) absolute(path string) bool {
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

// reason strips the name of the file from an error.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// ReadFile reads a regular file.
func ReadFile(path string) ([]byte, error) { return input.Regular(path, input.Text) }
