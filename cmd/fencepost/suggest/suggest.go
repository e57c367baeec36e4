// Package suggest finds the name that somebody meant who wrote a similar one.
package suggest

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// Flag returns the flag whose name needs the fewest changes to become name, or which begins
// so; "" if it needs more than two. Of equals it is the first in alphabetical order.
func Flag(flags *pflag.FlagSet, name string) string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return nearest(names, name, true)
}

// File returns the file in the same folder whose name needs the fewest changes to become that
// of path; "" if it needs more than two.
func File(path string) string {
	dir, name := filepath.Split(path)
	files, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return ""
	}
	var names []string
	for _, f := range files {
		if f.Type().IsRegular() && !strings.ContainsAny(f.Name(), "\n\r") {
			names = append(names, f.Name())
		}
	}
	if near := nearest(names, name, false); near != "" {
		return filepath.Join(dir, near)
	}
	return ""
}

// nearest returns the name that is most like another one, "" if none is much like it. If begins
// is set, a name that begins with the other one is much like it.
func nearest(names []string, name string, begins bool) (best string) {
	least := 3
	for _, n := range names {
		d := levenshtein.ComputeDistance(name, n)
		if begins && strings.HasPrefix(n, name) {
			d = 1
		} else if d >= len(name) {
			continue // no letter of the name is left
		}
		if d < least {
			best, least = n, d
		}
	}
	return best
}
