package flags

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Complete lets the shell complete what flags may be set to.
func Complete(cmd *cobra.Command) {
	complete := func(name string, f cobra.CompletionFunc) {
		if cmd.Flags().Lookup(name) != nil {
			// It fails only for a flag that does not exist or is registered twice.
			_ = cmd.RegisterFlagCompletionFunc(name, f)
		}
	}
	complete("include", Dirs)
	complete("out", Dirs)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case *Choice:
			complete(f.Name, cobra.FixedCompletions(v.allowed, cobra.ShellCompDirectiveNoFileComp))
		case *Models:
			complete(f.Name, cobra.FixedCompletions(v.From.Names(), cobra.ShellCompDirectiveNoFileComp))
		case *Explored:
			complete(f.Name, cobra.FixedCompletions(ExploredNames(), cobra.ShellCompDirectiveNoFileComp))
		}
	})
}

// Dirs completes a folder.
func Dirs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// Files completes one argument: a file whose name ends in one of the
// given extensions.
func Files(extensions ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// Sources completes the first source of a program, or a file with one of the other extensions.
func Sources(others ...string) cobra.CompletionFunc {
	return Files(append([]string{"c", "cpp", "cc", "cxx", "rs", "ll"}, others...)...)
}
