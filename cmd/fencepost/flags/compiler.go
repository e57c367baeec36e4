package flags

import (
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/interp/c/compdb"
	"fencepost/interp/c/parse"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagNames are this command's names of compilers' flags.
var flagNames = map[compdb.Kind]string{
	compdb.Define: "define", compdb.Undefined: "undefine", compdb.IncludeDir: "include", compdb.IncludeFile: "include-file", compdb.Standard: "std",
}

// CompilerArgs replaces what gcc and clang have on their command lines and this command
// does not: response files, flags of one dash that are longer than a letter, and flags
// that mean nothing here, which are left out.
func CompilerArgs(root *cobra.Command, args []string) ([]string, error) {
	cmd, _, err := root.Find(args)
	if err != nil || cmd.Flags().Lookup("define") == nil {
		return args, nil
	}
	args, err = compdb.Expand(args)
	if err != nil {
		return nil, err
	}
	var out []string
	for len(args) > 0 {
		if args[0] == "--" {
			return append(out, args...), nil
		}
		long, _, _ := strings.Cut(strings.TrimLeft(args[0], "-"), "=")
		f := compdb.Read(args)
		switch {
		case f.Kind == compdb.Unknown || len(long) > 1 && long != "std" && cmd.Flags().Lookup(long) != nil && f.Kind == compdb.Ignored:
			f.Taken = 1
			out = append(out, args[0])
		case f.Kind == compdb.Refused:
			return nil, failure.Unsupportedf("", "%s", f.Reason())
		case f.Kind == compdb.Ignored:
		default:
			out = append(out, "--"+flagNames[f.Kind]+"="+f.Value)
		}
		args = args[f.Taken:]
	}
	return out, nil
}

// An undefine is a flag's value: the name of a macro, whose definitions so far it takes
// back. It is kept among the values of the flag define, in whose order it counts.
type undefine struct{ flags *pflag.FlagSet }

func (u undefine) String() string { return "" }

func (u undefine) Type() string { return "NAME" }

// Set takes back the definitions of a macro.
func (u undefine) Set(name string) error {
	return u.flags.Set("define", parse.Undefine+name)
}
