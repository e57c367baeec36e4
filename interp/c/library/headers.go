package library

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"fencepost/trace/lazyregexp"
)

//go:embed headers/*.h headers/*/*.h
var headerFiles embed.FS

// BuiltinHeader is the header that every program begins with. It cannot be
// included.
const BuiltinHeader = "builtin.h"

// Header returns the text of an embedded header.
func Header(name string) (text string, ok bool) {
	b, err := headerFiles.ReadFile("headers/" + name)
	return string(b), err == nil
}

// Headers returns the names of the headers that a program can include, sorted, the Linux
// kernel's last.
func Headers() (names []string) {
	for _, pattern := range []string{"headers/*.h", "headers/*/*.h"} {
		files, _ := fs.Glob(headerFiles, pattern)
		for _, file := range files {
			if name := strings.TrimPrefix(file, "headers/"); name != BuiltinHeader {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if k := strings.HasPrefix(a, "linux/"); k != strings.HasPrefix(b, "linux/") {
			if k {
				return 1
			}
			return -1
		}
		return strings.Compare(a, b)
	})
	return names
}

// HeaderOf returns the name of the header that declares a function, or "".
func HeaderOf(function string) string {
	declares := lazyregexp.New(`(?m)^[A-Za-z_][A-Za-z0-9_ *]*\b` + regexp.QuoteMeta(function) + `\(`)
	for _, name := range Headers() {
		// Most headers do not have the word, and finding that takes a hundredth of a match.
		if text, _ := Header(name); strings.Contains(text, function+"(") && declares().MatchString(text) {
			return name
		}
	}
	return ""
}

// Declaring returns the name of the header that defines a type or macro, or "". macro says which of
// them it is.
func Declaring(name string) (header string, macro bool) {
	word := regexp.QuoteMeta(name)
	defines := regexp.MustCompile(`(?m)^#define ` + word + `\b|^typedef [^;{}]*\b` + word + `;|^} ` + word + `;`)
	for _, h := range Headers() {
		text, _ := Header(h)
		if m := defines.FindString(text); m != "" {
			return h, m[0] == '#'
		}
	}
	return "", false
}

// otherHeaders are headers of C11, Linux and GCC that are not embedded.
var otherHeaders = []string{"complex.h", "fenv.h", "tgmath.h", "uchar.h", "wctype.h",
	"execinfo.h", "fnmatch.h", "glob.h", "grp.h", "iconv.h", "langinfo.h", "libgen.h", "mqueue.h", "pwd.h", "regex.h", "spawn.h", "syslog.h", "termios.h"}

// IsStandardHeader reports whether a header, in its delimiters, belongs to C11
// or to the system.
func IsStandardHeader(name string) bool {
	name = strings.Trim(name, `<>"`)
	return slices.Contains(otherHeaders, name) || strings.HasPrefix(name, "sys/") || strings.HasPrefix(name, "linux/")
}

// IsBuiltin answers the preprocessor's __has_builtin.
func IsBuiltin(name string) bool {
	text, _ := Header(BuiltinHeader)
	l, ok := Lookup(name)
	return strings.HasPrefix(name, "__") && strings.Contains(text, name+"(") && !(ok && l.Kind == Unsupported)
}

var includeLine = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]*)[>"]`)

// Included returns the name of the header that a line of C includes.
func Included(line string) (name string, ok bool) {
	m := includeLine().FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// Includes reports whether an embedded header is or includes another.
func Includes(name, other string) bool {
	if name == other {
		return true
	}
	text, _ := Header(name)
	return slices.ContainsFunc(includeLine().FindAllStringSubmatch(text, -1), func(m []string) bool { return Includes(m[1], other) })
}
