package main

import (
	"errors"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/suggest"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func unknownCommand(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return failure.Usagef("unknown command %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	return failure.Usagef("unknown command %q", name)
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
		return failure.Usagef("--%s %s: %v", value.GetFlag().Name, value.GetValue(), errors.Unwrap(value))
	case errors.As(err, &missing):
		return failure.Usagef("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		name := unknown.GetSpecifiedName()
		if near := suggest.Flag(cmd.Flags(), name); near != "" {
			return failure.Usagef("unknown flag --%s: did you mean --%s?", name, near)
		}
		return failure.Usagef("unknown flag --%s", name)
	}
	return failure.Usagef("%v", err)
}

// flagAsValue says of which flag the value is missing: the next flag was taken for it.
func flagAsValue(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		value, ok := strings.CutPrefix(f.Value.String(), "--")
		if name, _, _ := strings.Cut(value, "="); ok && err == nil && cmd.Flags().Lookup(name) != nil {
			err = failure.Usagef("--%s needs a value, and --%s is a flag", f.Name, name)
		}
	})
	return err
}

// exactly returns a check that a command got its one argument.
func exactly(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return failure.Usagef("%s needs %s", cmd.Name(), what)
		case len(args) > 1:
			return failure.Usagef("%s takes %s, not %d arguments", cmd.Name(), what, len(args))
		}
		return nil
	}
}

// program checks that a command got the files of a program.
func program(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return failure.Usagef("%s needs a FILE", cmd.Name())
	}
	for i, path := range args {
		if slices.Contains(args[:i], path) {
			return failure.Usagef("%s is given twice", path)
		}
	}
	return nil
}

// nothing checks that a command got no argument.
func nothing(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return failure.Usagef("%s takes no argument", cmd.Name())
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
