package main

import (
	"context"
	"strings"
	"time"

	"fencepost/benchmarks/svcomp"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/c/cfront"

	"github.com/spf13/cobra"
)

func newTasks(a *app) *cobra.Command {
	var (
		s        flags.Settings
		property string
		each     = 10 * time.Second
	)
	cmd := help.Describe(&cobra.Command{
		Use:   "tasks PATH...",
		Short: "Answer tasks of the verification competition, as a table",
		Args:  flags.Some("a PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			p, ok := svcomp.Parse(property)
			if !ok {
				return failure.Usagef("--property %s: choose from %s", property, strings.Join(svcomp.Names(), ", "))
			}
			list, err := svcomp.Find(args, p)
			if err != nil {
				return err
			}
			if len(list) == 0 {
				return failure.Inputf(args[0], "there is no task with the property %s", p)
			}
			return a.tasks(list, p, each, &s)
		},
	})
	f := cmd.Flags()
	f.StringVar(&property, "property", "unreach-call", "the property `NAME`: "+strings.Join(svcomp.Names(), ", "))
	f.Var(flags.NewDuration(&each), "each", "spend at most `TIME` on a task")
	s.SeedFlag(f)
	s.RunFlags(f)
	s.WorkersFlag(f)
	flags.Complete(cmd)
	return cmd
}

// tasks answers each task and shows the table.
func (a *app) tasks(list []svcomp.Task, p svcomp.Property, each time.Duration, s *flags.Settings) error {
	machine, err := s.MachineOptions()
	if err != nil {
		return err
	}
	ctx, cancel := a.limited()
	defer cancel()
	m := a.newMeter(s)
	out := &report.Tasks{Property: p.String()}
	for i, t := range list {
		m.Show(terminal.Stage{Name: "tasks", Done: i, Total: len(list), Detail: t.Name})
		answer, err := a.answer(ctx, t, p, each, svcomp.Options{Seed: s.Seed, Workers: s.Workers, Machine: machine}, s)
		if err != nil {
			return err
		}
		out.Add(t, answer)
	}
	a.endMeter(m, s)
	return a.show(report.FromTasks(out), s, false)
}

// answer answers one task.
func (a *app) answer(ctx context.Context, t svcomp.Task, p svcomp.Property, each time.Duration, o svcomp.Options, s *flags.Settings) (svcomp.Answer, error) {
	var sources []cfront.Source
	for _, path := range t.Files {
		source, err := a.in.Source(a.reading(), path)
		if err != nil {
			return svcomp.Answer{Why: err.Error()}, nil
		}
		sources = append(sources, source)
	}
	limited, cancel := context.WithTimeout(ctx, each)
	defer cancel()
	return svcomp.Compile(limited, sources, s.CompileOptions(), p, o)
}
