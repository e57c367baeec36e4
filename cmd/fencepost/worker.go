package main

import (
	"context"
	"fmt"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/version"

	"github.com/spf13/cobra"
)

func newWorker(a *app) *cobra.Command {
	var (
		s           flags.Settings
		slice, idle time.Duration
		wait        = jetstream.DefaultAckWait
		longest     = time.Hour
		trust       []string
		result      int // MiB
	)
	cmd := help.Describe(&cobra.Command{
		Use:   "worker --nats URL",
		Short: "Do the work of commands that are given --nats",
		Args:  flags.None,
		RunE: func(*cobra.Command, []string) error {
			if a.work.Server.URL == "" {
				return failure.Usagef("worker needs --nats")
			}
			for _, key := range trust {
				if err := jetstream.CheckTrusted(key); err != nil {
					return failure.Usagef("--trust: %v", err)
				}
			}
			a.work.Server.Memory = int64(s.Memory) << 20
			log := func(format string, args ...any) { fmt.Fprintf(a.stderr, "fencepost: "+format+"\n", args...) }
			c, err := jetstream.Connect(a.ctx, a.work.Server)
			if err != nil {
				return failure.Inputf("", "%v", err)
			}
			defer c.Close()
			c.Tell = func(why string) { log("waiting for the server: %s", why) }
			w := &jetstream.Worker{
				Tool: version.Exact(), Trust: trust, Units: s.Workers, Slice: slice, AckWait: wait, Idle: idle,
				UnitTime: longest, MaxResult: result << 20,
				Open: func(ctx context.Context, j *cluster.Job) (*cluster.Stages, error) {
					return openJob(ctx, j, map[string]int{"memory": s.Memory, "max-steps": s.MaxSteps})
				},
				Log: log,
			}
			if err := w.Run(a.ctx, c); err != nil {
				return failure.Inputf("", "%s: %v", a.work.Server.URL, err)
			}
			return nil
		},
	})
	f := cmd.Flags()
	a.work.ServerFlags(f)
	s.WorkersFlag(f)
	s.MachineFlags(f)
	f.Lookup("memory").Usage = "let a job ask for `N` MiB at most for the executions that run at once"
	f.Lookup("max-steps").Usage = "let a job ask for `N` operations an execution at most"
	f.StringArrayVar(&trust, "trust", nil, "do only jobs that the nkey whose public half is `KEY` signed; once for each")
	f.Var(flags.NewDuration(&longest), "unit-time", "give up a part that takes longer than `TIME`; 0 is never")
	f.Var(flags.NewRange(&result, 256, 1, 1<<20), "max-result", "give up a part whose result has more than `N` MiB")
	f.Lookup("nats").Usage = "take work from the NATS server `URL`"
	f.Var(flags.NewDuration(&idle), "idle", "end after `TIME` without work; 0 is never")
	f.Var(flags.NewDuration(&slice), "slice", "split a part that takes longer than `TIME`; 0 is a second")
	f.Var(flags.NewDuration(&wait), "ack-wait", "give a part to another worker when nothing was heard of it for `TIME`; the first worker at a server decides")
	return cmd
}
