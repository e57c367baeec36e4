package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func unknownCommand(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return usagef("unknown command %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	return usagef("unknown command %q", name)
}

// flagError words an error of the flag parser.
func flagError(cmd *cobra.Command, err error) error {
	var (
		unknown *pflag.NotExistError
		value   *pflag.InvalidValueError
		missing *pflag.ValueRequiredError
	)
	switch {
	case errors.As(err, &value):
		return usagef("--%s %s: %v", value.GetFlag().Name, value.GetValue(), errors.Unwrap(value))
	case errors.As(err, &missing):
		return usagef("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		name := unknown.GetSpecifiedName()
		if near := nearestFlag(cmd.Flags(), name); near != "" {
			return usagef("unknown flag --%s: did you mean --%s?", name, near)
		}
		return usagef("unknown flag --%s", name)
	}
	return usagef("%v", err)
}

// flagAsValue says of which flag the value is missing: the next flag was taken for it.
func flagAsValue(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		value, ok := strings.CutPrefix(f.Value.String(), "--")
		if name, _, _ := strings.Cut(value, "="); ok && err == nil && cmd.Flags().Lookup(name) != nil {
			err = usagef("--%s needs a value, and --%s is a flag", f.Name, name)
		}
	})
	return err
}

// nearestFlag returns the flag whose name needs the fewest changes to become
// name, if they are few; the first in alphabetical order of equals.
func nearestFlag(flags *pflag.FlagSet, name string) string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return nearest(names, name, true)
}

// nearestFile returns the file in the same folder whose name is most like that of path, if it
// is much like it.
func nearestFile(path string) string {
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

// nearest returns the name that is most like another one, "" if none is much like it; if begins
// is set, one that begins so is.
func nearest(names []string, name string, begins bool) (best string) {
	least := 3
	for _, n := range names {
		d := levenshtein.ComputeDistance(name, n)
		if begins && strings.HasPrefix(n, name) {
			d = 1
		}
		if d < least {
			best, least = n, d
		}
	}
	return best
}

// exactly returns a check that a command got its one argument.
func exactly(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return usagef("%s needs %s", cmd.Name(), what)
		case len(args) > 1:
			return usagef("%s takes %s, not %d arguments", cmd.Name(), what, len(args))
		}
		return nil
	}
}

// program checks that a command got the files of a program.
func program(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("%s needs a FILE", cmd.Name())
	}
	for i, path := range args {
		if slices.Contains(args[:i], path) {
			return usagef("%s is given twice", path)
		}
	}
	return nil
}

// nothing checks that a command got no argument.
func nothing(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument", cmd.Name())
	}
	return nil
}

// example returns an example of a command, as help shows it.
func example(lines ...string) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "  %s\n", l)
	}
	return strings.TrimRight(b.String(), "\n")
}
