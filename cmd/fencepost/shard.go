package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/version"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A shardOf is a flag's value: one of so many shards.
type shardOf struct{ i, n int }

func (s *shardOf) String() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.i, s.n)
}

func (s *shardOf) Type() string { return "I/N" }

// Set parses text.
func (s *shardOf) Set(text string) error {
	first, second, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(first)
	n, wrong := strconv.Atoi(second)
	if err != nil || wrong != nil || i < 1 || i > n || n > cluster.MaxShards {
		return fmt.Errorf("must be I/N, from 1/N to N/N")
	}
	*s = shardOf{i, n}
	return nil
}

// jobOf returns the job of a command, without its inputs.
func jobOf(cmd *cobra.Command) *cluster.Job {
	j := cluster.NewJob(version.Exact(), cmd.Name(), cmd.Flags().Args()...)
	for _, name := range slices.Sorted(slices.Values(cluster.Options(cmd.Name()))) {
		f := cmd.Flags().Lookup(name)
		if list, ok := f.Value.(pflag.SliceValue); ok {
			for _, value := range list.GetSlice() {
				j.Options = append(j.Options, cluster.Option{Name: name, Value: value})
			}
		} else if value := f.Value.String(); value != f.DefValue {
			j.Options = append(j.Options, cluster.Option{Name: name, Value: value})
		}
	}
	return j
}

// runJob runs the command of a job that was checked, with flags of this command line added
// to its own.
func (a *app) runJob(j *cluster.Job, added []*pflag.Flag) error {
	a.in.Job, a.in.Replays = j, true
	cmd := map[string]func(*app) *cobra.Command{"test": newTest, "explore": newExplore, "check": newCheck}[j.Command](a)
	for _, o := range j.Options {
		if err := cmd.Flags().Set(o.Name, o.Value); err != nil {
			return failure.Inputf("", "a job of %s: %v", j.Command, err)
		}
		a.asksJSON = a.asksJSON || o.Name == "json" && o.Value == "true"
	}
	for name, most := range a.limits {
		if n, err := strconv.Atoi(cmd.Flags().Lookup(name).Value.String()); err != nil || n > most {
			return failure.Inputf("", "the job asks for --%s %d, and --%s here allows %d", name, n, name, most)
		}
	}
	for _, f := range added {
		if cmd.Flags().Lookup(f.Name) == nil {
			return failure.Usagef("--%s is not for the results of %s", f.Name, j.Command)
		}
		if err := cmd.Flags().Set(f.Name, f.Value.String()); err != nil {
			return failure.Usagef("%v", err)
		}
	}
	if err := cmp.Or(inputs.OneLine(j.Inputs), inputs.OneLine(j.Paths), cmd.Args(cmd, j.Inputs)); err != nil {
		return err
	}
	if err := a.in.LoadPages(a.reading(), cmd); err != nil {
		return err
	}
	return cmd.RunE(cmd, j.Inputs)
}
