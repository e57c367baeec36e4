package flags

import (
	"errors"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/suggest"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Error words an error of the flag parser.
func Error(cmd *cobra.Command, err error) error {
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
	case errors.As(err, &unknown):
		dashes, name := "--", unknown.GetSpecifiedName()
		if short := unknown.GetSpecifiedShortnames(); short != "" { // also a long name after one dash
			dashes, name = "-", short
			name, _, _ = strings.Cut(name, "=")
		}
		if near := suggest.Flag(cmd.Flags(), name); near != "" && (dashes == "--" || len(name) > 1) {
			return failure.Usagef("unknown flag %s%s: did you mean --%s?", dashes, name, near)
		}
		return failure.Usagef("unknown flag %s%s", dashes, name)
	}
	return failure.Usagef("%v", err)
}

// MissingValue says of which flag the value is missing: it is empty, or the next flag was taken for it.
func MissingValue(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Value.Type() == "string" && f.Value.String() == "" && err == nil {
			err = failure.Usagef("--%s needs a value", f.Name)
		}
		value, ok := strings.CutPrefix(f.Value.String(), "--")
		if name, _, _ := strings.Cut(value, "="); ok && err == nil && cmd.Flags().Lookup(name) != nil {
			err = failure.Usagef("--%s needs a value, and --%s is a flag", f.Name, name)
		}
	})
	return err
}

// One returns a check that a command got its one argument.
func One(what string) cobra.PositionalArgs {
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

// Programs checks that a command got the files of a program.
func Programs(cmd *cobra.Command, args []string) error {
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

// None checks that a command got no argument.
func None(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return failure.Usagef("%s takes no argument", cmd.Name())
	}
	return nil
}

// Some returns a check that a command got an argument.
func Some(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return failure.Usagef("%s needs %s", cmd.Name(), what)
		}
		return nil
	}
}
