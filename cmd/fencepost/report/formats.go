package report

import (
	"io"
	"slices"
	"time"
)

// A Format is a file format of a result, in addition to its text.
type Format struct {
	Name string // name of its flag
	Help string // help of the flag; the name of the file stands in `...`
	// Executions says that the format shows executions.
	Executions bool
	Write      func(io.Writer, *Result, Origin) error
	// Join writes the harnesses of a suite, each of which is already rendered in the
	// format; nil if the format is for one program.
	Join func(io.Writer, []Harness, Origin) error
}

// An Origin says where a result was made.
type Origin struct {
	Dir   string // working directory; empty if not known
	Build string // version of the command
	// Elapsed is the time that the command took.
	Elapsed time.Duration
}

// Formats returns the formats, in the order of their flags.
func Formats() []Format {
	list := []Format{
		{
			Name: "html", Help: "also write a page to `FILE`, to be stepped through in a browser", Executions: true,
			Write: func(w io.Writer, r *Result, _ Origin) error { return WriteHTML(w, r) },
		},
		{
			Name: "markdown", Help: "also write a table to `FILE`, for a pull request",
			Write: func(w io.Writer, r *Result, _ Origin) error { return WriteMarkdown(w, r) },
			Join:  joinMarkdown,
		},
		{
			Name: "junit", Help: "also write the outcome to `FILE` as JUnit XML",
			Write: func(w io.Writer, r *Result, o Origin) error { return WriteJUnit(w, r, o.Elapsed) },
			Join:  joinJUnit,
		},
		{
			Name: "github", Help: "also write the errors to `FILE` as annotations of a GitHub workflow",
			Write: func(w io.Writer, r *Result, o Origin) error { return WriteGitHub(w, r, o.Dir) },
			Join:  joinGitHub,
		},
		{
			Name: "gitlab", Help: "also write the errors to `FILE` as a GitLab code quality report",
			Write: func(w io.Writer, r *Result, o Origin) error { return WriteGitLab(w, r, o.Dir) },
			Join:  joinGitLab,
		},
	}
	return slices.Insert(list, 1, sarifFormats()...)
}
