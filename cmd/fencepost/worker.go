package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/cluster/jetstream"

	"github.com/spf13/cobra"
)

func newWorker(a *app) *cobra.Command {
	var (
		s           settings
		slice, idle time.Duration
		wait        = jetstream.DefaultAckWait
	)
	cmd := &cobra.Command{
		Use:   "worker --nats URL",
		Short: "Do the work of commands that are given --nats",
		Long: `Worker does parts of the work of check, test and explore commands that are given
--nats, for as long as it runs. Any number of workers may come and go, before the
commands are started or after. Programs run in the interpreter alone, with its limits
of memory and steps. A worker takes work of its own version of fencepost only.

` + exitHelp,
		Example: example(
			"fencepost worker --nats nats://localhost:4222",
			"fencepost worker --nats tls://nats.example.org --creds worker.creds --idle 10m",
		),
		Args: nothing,
		RunE: func(*cobra.Command, []string) error {
			if a.server.URL == "" {
				return usagef("worker needs --nats")
			}
			c, err := jetstream.Connect(a.ctx, a.server)
			if err != nil {
				return inputf("", "%v", err)
			}
			defer c.Close()
			w := &jetstream.Worker{
				Tool: exactVersion(), Open: openJob, Units: s.workers, Slice: slice, AckWait: wait, Idle: idle,
				Log: func(format string, args ...any) { fmt.Fprintf(a.stderr, "fencepost: "+format+"\n", args...) },
			}
			if err := w.Run(a.ctx, c); err != nil {
				return inputf("", "%s: %v", a.server.URL, err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	a.serverFlags(f)
	s.workersFlag(f)
	f.Lookup("nats").Usage = "take work from the NATS server `URL`"
	f.Var(&duration{&idle}, "idle", "end after `TIME` without work; 0 is never")
	f.Var(&duration{&slice}, "slice", "split a part that takes longer than `TIME`; 0 is a second")
	f.Var(&duration{&wait}, "ack-wait", "give a part to another worker when nothing was heard of it for `TIME`; the first worker at a server decides")
	return cmd
}

// openJob reads and compiles the program of a job, and returns its work.
func openJob(ctx context.Context, j *cluster.Job) (stages *cluster.Stages, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("internal error: %v", v)
		}
	}()
	if err := j.Check(); err != nil {
		return nil, err
	}
	c := &collector{}
	inner := &app{ctx: ctx, stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, terminal: io.Discard, width: defaultWidth, start: time.Now()}
	inner.engine = c
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
