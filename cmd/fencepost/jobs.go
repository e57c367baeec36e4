package main

import (
	"time"

	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

func newJobs(a *app) *cobra.Command {
	var s flags.Settings
	cmd := help.Describe(&cobra.Command{
		Use:   "jobs --nats URL [show JOB | cancel JOB]",
		Short: "List, show or cancel the jobs at a server",
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
			case args[0] != "show" && args[0] != "cancel":
				return failure.Usagef("jobs has no %q: show and cancel it has", args[0])
			case len(args) != 2:
				return failure.Usagef("jobs %s needs a JOB", args[0])
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if a.work.Server.URL == "" {
				return failure.Usagef("jobs needs --nats")
			}
			return a.jobs(args, &s)
		},
	})
	f := cmd.Flags()
	s.OutputFlags(f)
	a.work.ServerFlags(f)
	f.Lookup("nats").Usage = "the jobs are at the NATS server `URL`"
	return cmd
}

func (a *app) jobs(args []string, s *flags.Settings) error {
	c, err := jetstream.Connect(a.ctx, a.work.Server)
	if err != nil {
		return failure.Inputf("", "%v", err)
	}
	defer c.Close()
	var list []jetstream.Job
	if len(args) == 0 {
		list, err = c.Jobs(a.ctx)
	} else {
		var j *jetstream.Job
		if j, err = c.Find(a.ctx, args[1]); err == nil {
			if args[0] == "cancel" && j.State.State == jetstream.Running {
				if err = c.Cancel(a.ctx, j.ID); err == nil {
					j, err = c.Find(a.ctx, j.ID)
				}
			}
		}
		if err == nil {
			list = append(list, *j)
		}
	}
	if err != nil {
		return failure.Inputf("", "%s: %v", a.work.Server.URL, err)
	}
	body := &report.Jobs{Jobs: []report.Job{}}
	for _, j := range list {
		body.Jobs = append(body.Jobs, report.Job{
			ID: j.ID, State: j.State.State, Tool: j.Tool, Command: j.Command, Submitted: j.Since.Format(time.RFC3339), Waiting: j.Waiting, Results: j.Results,
		})
	}
	return a.show(report.WithBody("jobs", report.OK, body), s, false)
}
