package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/inputs"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// openJob reads and compiles the program of a job, and returns its work. The options that
// limits names may be so large.
func openJob(ctx context.Context, j *cluster.Job, limits map[string]int) (stages *cluster.Stages, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("internal error: %v", v)
		}
	}()
	if err := j.Check(); err != nil {
		return nil, err
	}
	c := &collector{}
	inner := newApp(ctx, strings.NewReader(""), io.Discard, io.Discard)
	inner.work.Engine, inner.limits = c, limits
	if err := inner.runJob(j, nil); !errors.Is(err, cluster.ErrElsewhere) {
		if err == nil {
			err = errors.New("the command ends before its work")
		}
		return nil, err
	}
	return &c.Stages, nil
}

// A collector is the engine that only takes what is offered.
type collector struct{ cluster.Stages }

// Parts ends the command.
func (*collector) Parts(context.Context, string) ([]json.RawMessage, error) {
	return nil, cluster.ErrElsewhere
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
