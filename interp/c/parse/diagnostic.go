package parse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// maxDiagnostics bounds the diagnostics of an Error.
const maxDiagnostics = 20

// Diagnostics is a list of diagnostics in order of position.
type Diagnostics []trace.Diagnostic

// Error returns one line for each diagnostic.
func (ds Diagnostics) Error() string {
	return strings.Join(lists.Map(ds, trace.Diagnostic.String), "\n")
}

// An Error says why a source file could not be compiled. With Unsupported the file is correct C that
// is not supported. If anything is wrong, the Error has only that.
type Error struct {
	Diagnostics
	Unsupported bool
	// Undefined are the names with linkage that are used, and that no file of the program defines,
	// each once.
	Undefined []string
}

// A Reporter collects the diagnostics of one compilation. The zero reporter is
// ready for use.
type Reporter struct {
	wrong, unsupported, doubtful collection
	implicit                     int // number of errors that are calls without a declaration

	// Implicit are the headers of library functions that are called without a
	// declaration, in order of the calls.
	Implicit []string
	// Implied says that the program does not include these headers, so it may declare their names
	// differently.
	Implied bool

	undefined []string

	// Defines, if set, returns a file beside the program's that seems to define a
	// function or object, or "".
	Defines func(name string) string
}

// Errorf reports wrong C at pos.
func (r *Reporter) Errorf(pos trace.Pos, format string, args ...any) {
	r.wrong.add(pos, fmt.Sprintf(format, args...))
}

// Unsupportedf reports C at pos that is correct but not supported.
func (r *Reporter) Unsupportedf(pos trace.Pos, format string, args ...any) {
	r.unsupported.add(pos, fmt.Sprintf(format, args...))
}

// Warnf reports C at pos that compilers, and this one, accept with a warning.
func (r *Reporter) Warnf(pos trace.Pos, format string, args ...any) {
	r.doubtful.add(pos, fmt.Sprintf(format, args...))
}

// Warnings returns the first maxDiagnostics warnings in order of position.
func (r *Reporter) Warnings() Diagnostics { return r.doubtful.sorted() }

// Implies reports a call at pos of a function without a declaration. It records the header that
// declares the function, and returns false if there is none.
func (r *Reporter) Implies(pos trace.Pos, name string) bool {
	header := library.HeaderOf(name)
	if h, macro := library.Declaring(name); header == "" && macro && strings.HasPrefix(name, "__") {
		header = h
	}
	if header == "" {
		return false
	}
	r.Implicit = lists.Add(r.Implicit, header)
	r.Errorf(pos, "function '%s' is not declared", name)
	r.implicit++
	return true
}

// OnlyImplicit reports whether Implies reported all errors.
func (r *Reporter) OnlyImplicit() bool { return r.implicit == len(r.wrong.list) }

// Definition returns an expression that matches a text in which a name with linkage seems to be
// defined at the outermost level.
func Definition(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[A-Za-z_][^;#"(){}]*\b` + regexp.QuoteMeta(name) + `[ \t]*(\([^;{}]*\)[ \t\r\n]*\{|[ \t]*(\[[^;]*\])?[ \t]*[=;])`)
}

// Undefined reports the use at pos of a name with linkage that nothing defines.
func (r *Reporter) Undefined(pos trace.Pos, name string) {
	r.undefined = lists.Add(r.undefined, name)
	if r.Defines != nil {
		if file := r.Defines(name); file != "" {
			r.Errorf(pos, "'%s' is used but not defined here: %s in this folder defines it; give both files", name, file)
			return
		}
	}
	r.Errorf(pos, "'%s' is used but not defined", name)
}

// Reported returns the errors and the reports of C that is not supported, in the order of the
// reports.
func (r *Reporter) Reported() (wrong, unsupported []trace.Diagnostic) {
	return r.wrong.list, r.unsupported.list
}

// Failed reports whether anything has been reported.
func (r *Reporter) Failed() bool {
	return len(r.wrong.list) > 0 || len(r.unsupported.list) > 0
}

// Err returns the reports as an *Error, or nil if there are none.
func (r *Reporter) Err() error {
	switch {
	case len(r.wrong.list) > 0:
		return &Error{Diagnostics: r.wrong.sorted(), Undefined: r.undefined}
	case len(r.unsupported.list) > 0:
		return &Error{Diagnostics: r.unsupported.sorted(), Unsupported: true}
	}
	return nil
}

// A collection holds diagnostics without repetition.
type collection struct {
	list []trace.Diagnostic
	seen map[trace.Diagnostic]bool
}

func (c *collection) add(pos trace.Pos, message string) {
	d := trace.Diagnostic{Pos: pos, Message: message}
	if c.seen[d] {
		return
	}
	if c.seen == nil {
		c.seen = make(map[trace.Diagnostic]bool)
	}
	c.seen[d] = true
	c.list = append(c.list, d)
}

// sorted returns the first maxDiagnostics in order of position.
func (c *collection) sorted() Diagnostics {
	slices.SortStableFunc(c.list, func(a, b trace.Diagnostic) int { return a.Pos.Compare(b.Pos) })
	return c.list[:min(len(c.list), maxDiagnostics)]
}
