package report

import (
	"io"
	"slices"
	"time"
)

// A Format is a file that a result can be written to beside its text.
type Format struct {
	Name string // of the flag that asks for it
	Help string // of that flag; the name of the file stands in `...`
	// Executions says that it shows executions.
	Executions bool
	Write      func(io.Writer, *Result, Origin) error
	// Join writes the harnesses of a suite, each of which is rendered in the format; nil if the
	// format is for one program.
	Join func(io.Writer, []Harness, Origin) error
}

// An Origin is where a result was made.
type Origin struct {
	Dir   string // the working directory; empty if it is not known
	Build string // of this command
	// Elapsed is how long the command took.
	Elapsed time.Duration
}

// Formats returns the formats, in order of their flags.
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
