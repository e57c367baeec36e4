package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completeFlags lets the shell complete what flags may be set to.
func completeFlags(cmd *cobra.Command) {
	complete := func(name string, f cobra.CompletionFunc) {
		if cmd.Flags().Lookup(name) != nil {
			// It fails only for a flag that does not exist or is registered twice.
			_ = cmd.RegisterFlagCompletionFunc(name, f)
		}
	}
	complete("include", completeDirs)
	complete("out", completeDirs)
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		switch v := f.Value.(type) {
		case *choice:
			complete(f.Name, cobra.FixedCompletions(v.allowed, cobra.ShellCompDirectiveNoFileComp))
		case *modelList:
			complete(f.Name, cobra.FixedCompletions(v.from.Names(), cobra.ShellCompDirectiveNoFileComp))
		case *modelNames:
			complete(f.Name, cobra.FixedCompletions(exploredNames(), cobra.ShellCompDirectiveNoFileComp))
		}
	})
}

func completeDirs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeFiles completes one argument: a file whose name ends in one of the
// given extensions.
func completeFiles(extensions ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}
