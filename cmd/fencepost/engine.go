package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/cmd/fencepost/version"
	"fencepost/interp/machine/witness"
	"fencepost/trace/input"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An elsewhere says where a command's work is done if not in this process, and keeps what
// the command reads.
type elsewhere struct {
	shard   shardOf
	partial string
	server  jetstream.Server
	sign    string // a file with the seed of a key

	checkpoint checkpoint

	engine   cluster.Engine // nil: all is done here
	offering bool           // searches are offered, and not made yet
	asksJSON bool           // the job has the option json
	limits   map[string]int // how large options of the job may be
}

// elsewhereFlags adds the flags that say where the work is done.
func (a *app) elsewhereFlags(f *pflag.FlagSet) {
	f.Var(&a.shard, "shard", "do the `I`-th of N shares of the work, and write a partial result")
	a.serverFlags(f)
	f.StringVar(&a.sign, "sign", "", "with --nats: sign the job by the nkey whose seed is in `FILE`")
	f.StringVar(&a.partial, "partial", "", "write the partial result of --shard to `FILE`, for fencepost merge")
}

// serverFlags adds the flags that name the server of a cluster.
func (a *app) serverFlags(f *pflag.FlagSet) {
	f.StringVar(&a.server.URL, "nats", "", "have the work done by the workers at the NATS server `URL`")
	f.StringVar(&a.server.Credentials, "creds", "", "with --nats: the credentials are in `FILE`")
	f.StringVar(&a.server.Authority, "ca", "", "with --nats: the certificates in `FILE` vouch for the server, not those of the system")
}

// setEngine chooses where the work of a command is done.
func (a *app) setEngine(cmd *cobra.Command) error {
	if a.engine != nil || cmd.Flags().Lookup("shard") == nil {
		return nil
	}
	keep := a.checkpoint.path != ""
	switch {
	case keep && (a.shard.n > 0 || a.partial != ""):
		return failure.Usagef("--checkpoint and --shard: a partial result is not taken up again")
	case keep && a.server.URL != "":
		return failure.Usagef("--checkpoint and --nats: the server keeps what is done of a job")
	case keep && a.in.Watched:
		return failure.Usagef("--checkpoint: --watch begins anew when an input changes")
	case keep:
	case a.shard.n == 0 && a.partial == "" && a.sign == "" && a.server == (jetstream.Server{}):
		return nil
	case a.server.URL != "" && (a.shard.n > 0 || a.partial != ""):
		return failure.Usagef("--nats and --shard: the work is done at one of the two")
	case a.server.URL != "" && a.in.Watched:
		return failure.Usagef("--nats: --watch is for work that is done here")
	case a.server.URL != "":
	case a.sign != "":
		return failure.Usagef("--sign is for --nats, which is not given")
	case a.server.Credentials != "":
		return failure.Usagef("--creds is for --nats, which is not given")
	case a.server.Authority != "":
		return failure.Usagef("--ca is for --nats, which is not given")
	case a.shard.n == 0:
		return failure.Usagef("--partial is for the partial result of --shard, which is not asked for")
	case a.partial == "":
		return failure.Usagef("--shard needs --partial, where its partial result is written to")
	case a.in.Watched:
		return failure.Usagef("--shard: a partial result is not watched")
	}
	if f := cmd.Flags().Lookup("executions"); cmd.Name() == "explore" && f.Changed && f.Value.String() != "0" {
		return failure.Usagef("--executions: what a bound leaves out depends on the order of one search, which shards and checkpoints do not have")
	}
	a.in.Job = jobOf(cmd)
	quiet, _ := cmd.Flags().GetBool("quiet")
	m := a.newMeter(&flags.Settings{Quiet: quiet})
	progress := func(name string, done, total int) {
		m.Show(terminal.Stage{Name: name, Done: done, Total: total, Executions: done, Detail: "parts"})
	}
	memory, err := strconv.ParseInt(cmd.Flags().Lookup("memory").Value.String(), 10, 64)
	if err != nil {
		return err
	}
	memory <<= 20
	if a.server.URL != "" {
		a.server.Memory = memory
		return a.submit(progress)
	}
	workers, err := strconv.Atoi(cmd.Flags().Lookup("workers").Value.String())
	if err != nil {
		return err
	}
	if keep {
		return a.resume(workers, memory, quiet, progress)
	}
	a.engine = &cluster.Shard{
		I: a.shard.i, N: a.shard.n, Job: a.in.Job, Workers: workers,
		Write:    func(p *cluster.Partial) { a.files.Add(outputs.File{Path: a.partial, Write: p.Write, Exact: true}) },
		Progress: progress,
	}
	return nil
}

// submit has the work done by workers at a server.
func (a *app) submit(progress func(stage string, done, total int)) error {
	c, err := jetstream.Connect(a.ctx, a.server)
	if err != nil {
		return failure.Inputf("", "%v", err)
	}
	s := jetstream.NewSubmitter(c, a.in.Job)
	if a.sign != "" {
		text, err := input.Read(a.reading(), a.sign, input.Text)
		if err != nil {
			return failure.Unread(a.sign, err)
		}
		if s.Key, err = jetstream.ReadKey(text); err != nil {
			return failure.Inputf(a.sign, "%v", err)
		}
	}
	s.Progress = progress
	s.Waiting = func() {
		fmt.Fprintf(a.stderr, "fencepost: waiting: no worker of version %s has asked for work at %s yet\n", version.Exact(), a.server.URL)
	}
	a.engine = s
	return nil
}

// closeEngine ends work that was done elsewhere, when the command is through.
func (a *app) closeEngine(failed error) error {
	s, ok := a.engine.(*jetstream.Submitter)
	if !ok || failed != nil {
		return failed
	}
	if err := s.Close(a.ctx); err != nil && a.ctx.Err() == nil {
		fmt.Fprintf(a.stderr, "fencepost: job %s is not marked as done: %v\n", s.ID(), err)
	}
	return nil
}

// late words the error of work that was cut short.
func (a *app) late(ctx context.Context, err error) error {
	s, submitted := a.engine.(*jetstream.Submitter)
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

// have returns the engine that has work done, nil if that is done here. Its errors are
// worded for who gave the command.
func (a *app) have() cluster.Engine {
	if a.engine == nil {
		return nil
	}
	return wordedEngine{a.engine, a}
}

type wordedEngine struct {
	cluster.Engine
	a *app
}

func (e wordedEngine) Offer(ctx context.Context, stage string, w cluster.Work) error {
	return e.a.late(ctx, e.Engine.Offer(ctx, stage, w))
}

func (e wordedEngine) Parts(ctx context.Context, stage string) ([]json.RawMessage, error) {
	parts, err := e.Engine.Parts(ctx, stage)
	return parts, e.a.late(ctx, err)
}
