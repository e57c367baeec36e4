package main

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// isTerminal reports whether w is a terminal that understands control sequences.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// colored reports whether text written to w is coloured.
func colored(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && isTerminal(w) }

// inputIsTerminal reports whether people type what r reads.
func inputIsTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
