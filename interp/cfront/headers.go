package cfront

import (
	"embed"
	"regexp"
	"slices"
	"strings"
)

//go:embed headers/*.h headers/sys/*.h
var headerFiles embed.FS

// systemDir is the directory in which the preprocessor sees the embedded
// headers, builtinHeader the one that every program begins with.
const (
	systemDir     = "<headers>"
	builtinHeader = "builtin.h"
)

// headerText returns an embedded header as the preprocessor gets it.
func headerText(name string) (text string, ok bool) {
	b, err := headerFiles.ReadFile("headers/" + name)
	if err != nil {
		return "", false
	}
	return fileHeader + string(b), true
}

// otherHeaders are headers that are not embedded: those of C11, and some that
// Linux and GCC have.
var otherHeaders = []string{"complex.h", "fenv.h", "float.h", "locale.h", "math.h", "setjmp.h",
	"signal.h", "tgmath.h", "uchar.h", "wchar.h", "wctype.h",
	"alloca.h", "err.h", "fcntl.h", "getopt.h", "immintrin.h", "malloc.h", "poll.h", "strings.h", "x86intrin.h"}

// isStandardHeader reports whether a header, in its delimiters, belongs to C11
// or to the system.
func isStandardHeader(name string) bool {
	name = strings.Trim(name, `<>"`)
	return slices.Contains(otherHeaders, name) || strings.HasPrefix(name, "sys/") || strings.HasPrefix(name, "linux/")
}

// isBuiltin answers the preprocessor's __has_builtin.
func isBuiltin(name string) bool {
	text, _ := headerText(builtinHeader)
	l, ok := lookupLibrary(name)
	return strings.HasPrefix(name, "__") && strings.Contains(text, name+"(") && !(ok && l.kind == libUnsupported)
}

// isSystemFile reports whether a position's file is an embedded header.
func isSystemFile(file string) bool { return strings.HasPrefix(file, "<") }

var includeLine = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]*)[>"]`)

// includes reports whether an embedded header is or includes another.
func includes(header, other string) bool {
	if header == other {
		return true
	}
	text, _ := headerText(header)
	for _, m := range includeLine.FindAllStringSubmatch(text, -1) {
		if includes(m[1], other) {
			return true
		}
	}
	return false
}
