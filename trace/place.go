package trace

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fencepost/trace/lazyregexp"
)

// A Place is what a person writes for a site: FILE:LINE, FILE:LINE:COL or FILE:LINE:COL#N. What
// is not given is 0, and stands for any.
type Place struct {
	File         string
	Line, Col, N int
}

var placeForm = lazyregexp.New(`^(.+?):([0-9]+)(?::([0-9]+)(?:#([0-9]+))?)?$`)

// ParsePlace reads a place; ok is false if it has another form.
func ParsePlace(s string) (p Place, ok bool) {
	m := placeForm().FindStringSubmatch(s)
	if m == nil {
		return p, false
	}
	number := func(s string) int {
		n, _ := strconv.Atoi(s)
		return n
	}
	return Place{m[1], number(m[2]), number(m[3]), number(m[4])}, true
}

// Names reports whether the place is that of a site.
func (p Place) Names(s *Site) bool {
	switch {
	case s.Pos.Line != p.Line, p.Col != 0 && s.Pos.Col != p.Col, p.N != 0 && max(s.N, 1) != p.N:
		return false
	}
	return p.In(s.Pos.File)
}

// In reports whether the place is in a file: its File is the end of the file's path, or the file
// by any other path.
func (p Place) In(file string) bool {
	name := filepath.ToSlash(filepath.Clean(p.File))
	file = filepath.ToSlash(filepath.Clean(file))
	if name == file || strings.HasSuffix(file, "/"+name) {
		return true
	}
	if filepath.Base(name) != filepath.Base(file) {
		return false // so that few files are looked at
	}
	a, err := os.Stat(p.File)
	if err != nil {
		return false
	}
	b, err := os.Stat(file)
	return err == nil && os.SameFile(a, b)
}
