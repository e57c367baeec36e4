package cfront

import (
	"embed"
	"strings"
)

//go:embed headers/*.h
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

// isSystemFile reports whether a position's file is an embedded header.
func isSystemFile(file string) bool { return strings.HasPrefix(file, "<") }
