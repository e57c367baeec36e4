// Package terminal is what the command knows of where it writes: whether that is a terminal and how
// wide, what may reach it of the user's texts, and how far long work has come.
package terminal

import (
	"io"
	"os"
	"strconv"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"
)

// Is reports whether w is a terminal that understands control sequences.
func Is(w any) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

// Colored reports whether text written to w is coloured.
func Colored(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && Is(w) }

// DefaultWidth is how many columns an output has that tells of none.
const DefaultWidth = 80

// Width returns how many columns w has: $COLUMNS, or those of the terminal. Known is false if
// w tells of none: then a program may read the lines.
func Width(w io.Writer) (columns int, known bool) {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= 40 {
		return n, true
	}
	if f, ok := w.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n >= 40 {
			return n, true
		}
	}
	return DefaultWidth, false
}
