package main

import (
	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/version"
	"fencepost/interp/machine/vm"
	"fencepost/trace/input"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newMerge(a *app) *cobra.Command {
	var (
		s     flags.Settings
		files outputs.Formats
		known outputs.Baseline
		all   bool
		dot   string

		verify, memory int
	)
	cmd := help.Describe(&cobra.Command{
		Use:   "merge FILE...",
		Short: "Put the partial results of shards together",
		Args:  flags.Some("a FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var added []*pflag.Flag
			cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
				if f.Changed && f.Name != "verify" && f.Name != "memory" {
					added = append(added, f)
				}
			})
			return a.merge(args, verify, int64(memory)<<20, added)
		},
	})
	f := cmd.Flags()
	s.OutputFlags(f)
	s.DisplayFlags(f)
	f.BoolVar(&all, "all", false, "show everything in full")
	f.StringVar(&s.Out, "out", "", "write witness files to `DIR`")
	f.StringVar(&dot, "dot", "", "draw executions of explore to `FILE`, in Graphviz's language")
	f.Var(flags.NewRange(&verify, 0, 0, cluster.MaxShards), "verify", "do `N` of the shards again, drawn by chance, and compare")
	f.Var(flags.NewRange(&memory, vm.DefaultMemory>>20, 16, 1<<20), "memory", "take at most `N` MiB for reading the partial results, which may ask for as many for executions")
	files.Flags(f)
	known.Flags(f)
	return cmd
}

// merge runs the command of partial results again, with its parts taken from them.
func (a *app) merge(files []string, verify int, memory int64, added []*pflag.Flag) error {
	var list []*cluster.Partial
	a.limits = map[string]int{"memory": int(memory >> 20)}
	for _, path := range files {
		f, err := input.Open(a.reading(), path)
		if err != nil {
			return failure.Unread(path, err)
		}
		p, err := cluster.ReadPartial(f, &memory)
		f.Close()
		if err != nil {
			return failure.Unread(path, err)
		}
		if p.Job.Tool != version.Exact() {
			return failure.Inputf(path, "is of version %s of fencepost, this is version %s", p.Job.Tool, version.Exact())
		}
		list = append(list, p)
	}
	m, err := cluster.NewMerge(files, list)
	if err != nil {
		return err
	}
	m.Verify = verify
	a.work.Engine = m
	return a.runJob(m.Job, added)
}
