// Package dispatch chooses, by the flags of a command, what does its work: a server's workers, a shard,
// or this process with checkpoints.
package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/cmd/fencepost/version"
	"fencepost/interp/machine/witness"
	"fencepost/trace/input"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Choose chooses where the work of a command is done. ctx ends when the command is to end. in gets
// the job, if there is one.
func (w *Work) Choose(ctx context.Context, cmd *cobra.Command, in *inputs.Reader, files *outputs.Files, m *terminal.Meter) error {
	if w.Engine != nil || cmd.Flags().Lookup("shard") == nil {
		return nil
	}
	if asked, err := w.asked(cmd, in.Watched); !asked {
		return err
	}
	in.Job = jobOf(cmd)
	progress := func(name string, done, total int) {
		m.Show(terminal.Stage{Name: name, Done: done, Total: total, Executions: done, Detail: "parts"})
	}
	memory, err := strconv.ParseInt(cmd.Flags().Lookup("memory").Value.String(), 10, 64)
	if err != nil {
		return err
	}
	memory <<= 20
	if w.Server.URL != "" {
		w.Server.Memory = memory
		return w.submit(ctx, in.Job, progress)
	}
	workers, err := strconv.Atoi(cmd.Flags().Lookup("workers").Value.String())
	if err != nil {
		return err
	}
	if w.checkpoint.path != "" {
		quiet, _ := cmd.Flags().GetBool("quiet")
		return w.resume(ctx, &cluster.Checkpoint{Job: in.Job, Workers: workers, Progress: progress}, memory, quiet)
	}
	w.Engine = &cluster.Shard{
		I: w.Shard.I, N: w.Shard.N, Job: in.Job, Workers: workers,
		Write:    func(p *cluster.Partial) { files.Add(outputs.File{Path: w.Partial, Write: p.Write, Exact: true}) },
		Progress: progress,
	}
	return nil
}

// submit has the work done by workers at a server.
func (w *Work) submit(ctx context.Context, job *cluster.Job, progress func(stage string, done, total int)) error {
	c, err := jetstream.Connect(ctx, w.Server)
	if err != nil {
		return failure.Inputf("", "%v", err)
	}
	c.Tell = func(why string) {
		fmt.Fprintf(w.Stderr, "fencepost: waiting for the server at %s: %s\n", w.Server.URL, why)
	}
	s := jetstream.NewSubmitter(c, job)
	if w.sign != "" {
		text, err := input.Read(ctx, w.sign, input.Text)
		if err != nil {
			return failure.Unread(w.sign, err)
		}
		if s.Key, err = jetstream.ReadKey(text); err != nil {
			return failure.Inputf(w.sign, "%v", err)
		}
	}
	s.Progress = progress
	s.Waiting = func() {
		fmt.Fprintf(w.Stderr, "fencepost: waiting: no worker of version %s has asked for work at %s yet\n", version.Exact(), w.Server.URL)
	}
	w.Engine = s
	return nil
}

// Close ends work that was done elsewhere, when the command is through.
func (w *Work) Close(ctx context.Context, failed error) error {
	s, ok := w.Engine.(*jetstream.Submitter)
	if !ok || failed != nil {
		return failed
	}
	if err := s.Close(ctx); err != nil && ctx.Err() == nil {
		fmt.Fprintf(w.Stderr, "fencepost: job %s is not marked as done: %v\n", s.ID(), err)
	}
	return nil
}

// LateError words the error of work that was cut short.
func (w *Work) LateError(ctx context.Context, err error) error {
	s, submitted := w.Engine.(*jetstream.Submitter)
	switch {
	case err == nil || errors.Is(err, cluster.ErrElsewhere) || errors.Is(err, cluster.ErrLeft):
		return err
	case errors.Is(err, jetstream.ErrCancelled):
		return failure.Latef("", "job %s was cancelled", s.ID())
	case ctx.Err() == nil:
		return err
	}
	if submitted && s.ID() != "" {
		return failure.Latef("", "%s; job %s goes on: the same command takes it up again, fencepost jobs cancels it", witness.Limit(ctx), s.ID())
	}
	return failure.Latef("", "%s before the parts were done", witness.Limit(ctx))
}

// Apart reports whether parts of the work are done apart, so that no part can have the others begin
// anew. A checkpoint has all of them.
func (w *Work) Apart() bool {
	_, together := w.Engine.(*cluster.Checkpoint)
	return w.Engine != nil && !together
}

// Remote returns the engine that has work done, nil if that is done here. Its errors are
// worded for who gave the command.
func (w *Work) Remote() cluster.Engine {
	if w.Engine == nil {
		return nil
	}
	return wordedEngine{w.Engine, w}
}

type wordedEngine struct {
	cluster.Engine
	work *Work
}

func (e wordedEngine) Offer(ctx context.Context, stage string, w cluster.Work) error {
	return e.work.LateError(ctx, e.Engine.Offer(ctx, stage, w))
}

func (e wordedEngine) Parts(ctx context.Context, stage string) ([]json.RawMessage, error) {
	parts, err := e.Engine.Parts(ctx, stage)
	return parts, e.work.LateError(ctx, err)
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
