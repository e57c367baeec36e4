package main

import (
	"io"
	"os"
	"strconv"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"
)

// isTerminal reports whether w is a terminal that understands control sequences.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// colored reports whether text written to w is coloured.
func colored(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && isTerminal(w) }

// defaultWidth is how many columns an output has that tells of none.
const defaultWidth = 80

// width returns how many columns w has: $COLUMNS, or those of the terminal. Known is false if
// w tells of none: then a program may read the lines.
func width(w io.Writer) (columns int, known bool) {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 40 {
		return n, true
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n >= 40 {
			return n, true
		}
	}
	return defaultWidth, false
}

// setColor does what --color says.
func (a *app) setColor() {
	if a.color != "auto" && a.shown != nil {
		a.style.Color = a.color == "always"
		a.shown.marks = a.style.Color
	}
}
