// Package help writes what fencepost says of itself: the help of commands, their flags in groups,
// the pages on topics, and all of it as a manual for man.
package help

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Group is a heading of help with the names that stand under it.
type Group struct {
	Title string
	Names []string
}

// Commands are the commands as the help of fencepost lists them.
var Commands = []Group{
	{"Find bugs", []string{"check", "test", "explore", "fences", "justify", "mutate", "diff", "tasks"}},
	{"Look at executions", []string{"run", "replay", "explain", "report"}},
	{"One step of check", []string{"predict", "confirm"}},
	{"Learn about models, compilers and machines", []string{"learn", "playground", "models", "synth", "compilers", "native", "bench"}},
	{"Beyond one machine", []string{"merge", "worker", "jobs"}},
	{"About fencepost", []string{"init", "help", "schema", "version", "completion"}},
}

// flagGroups are the flags of all commands; those in none stand under "Search".
var flagGroups = []Group{
	{"The program", []string{
		"define", "undefine", "include", "include-file", "compdb", "link", "volatile", "racy-plain", "malloc-fail", "weak-fail", "reuse", "races-only", "config",
	}},
	{"The memory model", []string{"model", "mapping", "prune", "release-sequence", "at-exit"}},
	{"Search", nil},
	{"Limits", []string{"budget", "timeout", "max-steps", "memory", "workers"}},
	{"Output", []string{
		"all", "baseline", "color", "cost", "diff", "dot", "fail-on", "format", "github", "gitlab", "help", "html", "json", "junit",
		"observe", "out", "quiet", "sarif", "stats", "trace", "traces", "update-baseline", "verbose", "version", "watch", "why",
	}},
}

// Usage returns how a command is used, in lines of at most width columns.
func Usage(cmd *cobra.Command, width int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n")
	if cmd.Runnable() && cmd.HasParent() {
		fmt.Fprintf(&b, "  %s\n", cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "  %s [command]\n", cmd.CommandPath())
	}
	if cmd.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		subcommands(&b, cmd)
	}
	cmd.InheritedFlags() // those of fencepost are among the flags then
	flags := cmd.Flags()
	grouped := slices.Concat(lists.Map(flagGroups, func(g Group) []string { return g.Names })...)
	for _, g := range flagGroups {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Hidden {
				return
			}
			if in := slices.Contains(g.Names, f.Name); in || g.Names == nil && !slices.Contains(grouped, f.Name) {
				set.AddFlag(f)
			}
		})
		if set.HasFlags() {
			fmt.Fprintf(&b, "\n%s:\n%s", g.Title, set.FlagUsagesWrapped(width))
		}
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n%s [command] --help tells more of a command.\n", cmd.CommandPath())
	}
	return b.String()
}

// Of returns what help says of a command.
func Of(cmd *cobra.Command, width int) string {
	return report.Fold(strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short)), width) + "\n\n" + Usage(cmd, width)
}

// subcommands lists the commands below one, those of fencepost in groups.
func subcommands(b *strings.Builder, cmd *cobra.Command) {
	groups := Commands
	if cmd.HasParent() {
		groups = []Group{{"Commands", lists.Map(cmd.Commands(), (*cobra.Command).Name)}}
	}
	for _, g := range groups {
		fmt.Fprintf(b, "\n%s:\n", g.Title)
		for _, name := range g.Names {
			for _, c := range cmd.Commands() {
				if c.Name() != name || !c.IsAvailableCommand() && name != "help" {
					continue
				}
				fmt.Fprintf(b, "  %-11s %s\n", name, c.Short)
			}
		}
	}
}
