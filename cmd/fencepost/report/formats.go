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
		},
		{
			Name: "junit", Help: "also write the outcome to `FILE` as JUnit XML",
			Write: func(w io.Writer, r *Result, o Origin) error { return WriteJUnit(w, r, o.Elapsed) },
		},
		{
			Name: "github", Help: "also write the errors to `FILE` as annotations of a GitHub workflow",
			Write: func(w io.Writer, r *Result, o Origin) error { return WriteGitHub(w, r, o.Dir) },
		},
		{
			Name: "gitlab", Help: "also write the errors to `FILE` as a GitLab code quality report",
			Write: func(w io.Writer, r *Result, o Origin) error { return WriteGitLab(w, r, o.Dir) },
		},
	}
	return slices.Insert(list, 1, sarifFormats()...)
}
