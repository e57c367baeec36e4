package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/interp/campaign"
	"fencepost/interp/cfront/parse"
	"fencepost/interp/code"
	"fencepost/interp/exhaustive"
	"fencepost/interp/litmus"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/verdict"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An elsewhere says where a command's work is done if not in this process, and keeps what
// the command reads.
type elsewhere struct {
	shard   shardOf
	partial string
	server  jetstream.Server

	checkpoint checkpoint

	engine   cluster.Engine // nil: all is done here
	job      *cluster.Job   // nil: inputs are read and forgotten
	replays  bool           // the inputs are those of the job
	offering bool           // searches are offered, and not made yet
	words    []string       // the arguments of the command
}

// A shardOf is a flag's value: one of so many shards.
type shardOf struct{ i, n int }

func (s *shardOf) String() string {
	if s.n == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.i, s.n)
}

func (s *shardOf) Type() string { return "I/N" }

// maxShards is how many shards there may be.
const maxShards = 100_000

// Set parses text.
func (s *shardOf) Set(text string) error {
	first, second, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(first)
	n, wrong := strconv.Atoi(second)
	if err != nil || wrong != nil || i < 1 || i > n || n > maxShards {
		return fmt.Errorf("must be I/N, from 1/N to N/N")
	}
	*s = shardOf{i, n}
	return nil
}

// elsewhereFlags adds the flags that say where the work is done.
func (a *app) elsewhereFlags(f *pflag.FlagSet) {
	f.Var(&a.shard, "shard", "do the `I`-th of N shares of the work, and write a partial result")
	a.serverFlags(f)
	f.StringVar(&a.partial, "partial", "", "write the partial result of --shard to `FILE`, for fencepost merge")
}

// serverFlags adds the flags that name the server of a cluster.
func (a *app) serverFlags(f *pflag.FlagSet) {
	f.StringVar(&a.server.URL, "nats", "", "have the work done by the workers at the NATS server `URL`")
	f.StringVar(&a.server.Credentials, "creds", "", "with --nats: the credentials are in `FILE`")
}

// notSent are the flags that say where the work is done, or how fast: results do not
// depend on them.
var notSent = []string{"shard", "partial", "workers", "config", "nats", "creds", "timeout", "checkpoint", "checkpoint-every"}

// setEngine chooses where the work of a command is done.
func (a *app) setEngine(cmd *cobra.Command) error {
	if a.engine != nil || cmd.Flags().Lookup("shard") == nil {
		return nil
	}
	keep := a.checkpoint.path != ""
	switch {
	case keep && (a.shard.n > 0 || a.partial != ""):
		return usagef("--checkpoint and --shard: a partial result is not taken up again")
	case keep && a.server.URL != "":
		return usagef("--checkpoint and --nats: the server keeps what is done of a job")
	case keep && a.watch:
		return usagef("--checkpoint: --watch begins anew when an input changes")
	case keep:
	case a.shard.n == 0 && a.partial == "" && a.server == (jetstream.Server{}):
		return nil
	case a.server.URL != "" && (a.shard.n > 0 || a.partial != ""):
		return usagef("--nats and --shard: the work is done at one of the two")
	case a.server.URL != "" && a.watch:
		return usagef("--nats: --watch is for work that is done here")
	case a.server.URL != "":
	case a.server.Credentials != "":
		return usagef("--creds is for --nats, which is not given")
	case a.shard.n == 0:
		return usagef("--partial is for the partial result of --shard, which is not asked for")
	case a.partial == "":
		return usagef("--shard needs --partial, where its partial result is written to")
	case a.watch:
		return usagef("--shard: a partial result is not watched")
	}
	if f := cmd.Flags().Lookup("executions"); cmd.Name() == "explore" && f.Changed && f.Value.String() != "0" {
		return usagef("--executions: what a bound leaves out depends on the order of one search, which shards and checkpoints do not have")
	}
	a.job = cluster.NewJob(exactVersion(), sentArgs(cmd, a.words))
	m := &meter{start: time.Now()}
	quiet, _ := cmd.Flags().GetBool("quiet")
	if !quiet && isTerminal(a.terminal) {
		m.w = a.terminal
	}
	progress := func(name string, done, total int) {
		m.show(stage{name: name, done: done, total: total, executions: done, detail: "parts"})
	}
	if a.server.URL != "" {
		return a.submit(progress)
	}
	if keep {
		return a.resume(cmd, quiet, progress)
	}
	workers, err := strconv.Atoi(cmd.Flags().Lookup("workers").Value.String())
	if err != nil {
		return err
	}
	a.engine = &cluster.Shard{
		I: a.shard.i, N: a.shard.n, Job: a.job, Workers: workers,
		Write:    func(p *cluster.Partial) { a.writeTrace(a.partial, p.Write) },
		Progress: progress,
	}
	return nil
}

// submit has the work done by workers at a server.
func (a *app) submit(progress func(stage string, done, total int)) error {
	c, err := jetstream.Connect(a.ctx, a.server)
	if err != nil {
		return inputf("", "%v", err)
	}
	s := jetstream.NewSubmitter(c, a.job)
	s.Progress = progress
	s.Waiting = func() {
		fmt.Fprintf(a.stderr, "fencepost: waiting: no worker of version %s has asked for work at %s yet\n", exactVersion(), a.server.URL)
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

// sentArgs returns the arguments that tell another process what to do: without the flags
// of notSent.
func sentArgs(cmd *cobra.Command, args []string) (out []string) {
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			return append(out, args[i:]...)
		}
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		if !strings.HasPrefix(args[i], "--") || !slices.Contains(notSent, name) {
			out = append(out, args[i])
			continue
		}
		if !joined && cmd.Flags().Lookup(name).NoOptDefVal == "" {
			i++
		}
	}
	return out
}

// readInput returns an input that the job has, or has got now.
func (a *app) readInput(path string, read func(string) ([]byte, error)) ([]byte, error) {
	text, err := a.job.ReadFile(path)
	if err == nil || a.replays {
		return text, err
	}
	if text, err = read(path); err == nil {
		a.job.Add(path, text)
	}
	return text, err
}

// includes returns what reads included files: nil if it is the front end's own.
func (a *app) includes() func(string) ([]byte, error) {
	if a.job == nil {
		return nil
	}
	return func(path string) ([]byte, error) { return a.readInput(path, parse.ReadFile) }
}

// keep returns what a reader holds, which becomes an input of the job, if there is one.
func (a *app) keep(name string, r io.ReadCloser) (io.ReadCloser, error) {
	if a.job == nil {
		return r, nil
	}
	text, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	r.Close()
	if err != nil {
		return nil, inputf(name, "%v", reason(err))
	}
	a.job.Add(name, text)
	return io.NopCloser(bytes.NewReader(text)), nil
}

// kept returns an input of the job; nil if it is to be read.
func (a *app) kept(path string) (io.ReadCloser, error) {
	if a.job == nil {
		return nil, nil
	}
	text, err := a.job.ReadFile(path)
	switch {
	case err == nil:
		return io.NopCloser(bytes.NewReader(text)), nil
	case a.replays:
		return nil, inputf(path, "%v", reason(err))
	}
	return nil, nil
}

// litmusFiles replaces folders by the litmus tests in them.
func (a *app) litmusFiles(paths []string) ([]string, error) {
	if a.replays {
		return a.job.Paths, nil
	}
	files, err := litmus.Files(paths)
	if a.job != nil {
		a.job.Paths = files
	}
	return files, err
}

// database adds the flags that a compilation database has for files.
func (a *app) database(s *settings, paths []string) error {
	if s.database == "" {
		return nil
	}
	if a.replays {
		s.build = a.job.Builds[paths[0]]
		return nil
	}
	err := s.readDatabase(paths)
	if a.job != nil {
		a.job.Builds[paths[0]] = s.build
	}
	return err
}

// campaign runs a campaign of tests, wherever that is done.
func (a *app) campaign(ctx context.Context, p *code.Program, m *models.Model, o campaign.Options) (*campaign.Report, error) {
	if a.engine == nil {
		return campaign.Run(ctx, p, m, o)
	}
	w := cluster.NewTests(p, m, o)
	parts, err := a.parts(ctx, "test", w)
	if err != nil && !errors.Is(err, cluster.ErrLeft) {
		return nil, err
	}
	return w.Join(ctx, parts)
}

// verdict answers of a program, with the trials of cycles made wherever that is done. Those
// of longer cycles are asked for when they turn out to be needed.
func (a *app) verdict(ctx context.Context, p *code.Program, o verdict.Options) (*verdict.Answer, error) {
	if a.engine == nil {
		return verdict.Run(ctx, p, o)
	}
	var before *cluster.Cycles
	stage := func(maxLen int) string { return fmt.Sprintf("cycles of %d", maxLen) }
	list, lengths := verdict.Trials(ctx, p, o)
	for i, t := range list {
		before = cluster.NewCycles(t, before)
		if err := a.engine.Offer(ctx, stage(lengths[i]), before); err != nil {
			return nil, a.late(ctx, err)
		}
	}
	have := map[int][]*phase2.Part{}
	take := func(maxLen int) error {
		parts, err := a.engine.Parts(ctx, stage(maxLen))
		if err == nil {
			have[maxLen], err = cluster.CyclesParts(parts)
		}
		return a.late(ctx, err)
	}
	if err := take(lengths[0]); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	o.Campaign.Parts = func(maxLen int) []*phase2.Part {
		if have[maxLen] == nil && failed == nil {
			if failed = take(maxLen); failed != nil {
				cancel()
			}
		}
		return have[maxLen]
	}
	answer, err := verdict.Run(ctx, p, o)
	return answer, cmp.Or(failed, err)
}

// parts has the work of a stage done elsewhere.
func (a *app) parts(ctx context.Context, stage string, w cluster.Work) ([]json.RawMessage, error) {
	if err := a.engine.Offer(ctx, stage, w); err != nil {
		return nil, a.late(ctx, err)
	}
	parts, err := a.engine.Parts(ctx, stage)
	return parts, a.late(ctx, err)
}

// late words the error of work that was cut short.
func (a *app) late(ctx context.Context, err error) error {
	s, submitted := a.engine.(*jetstream.Submitter)
	switch {
	case err == nil || errors.Is(err, cluster.ErrElsewhere) || errors.Is(err, cluster.ErrLeft):
		return err
	case errors.Is(err, jetstream.ErrCancelled):
		f := inputf("", "job %s was cancelled", s.ID())
		f.status = exitIncomplete
		return f
	case ctx.Err() == nil:
		return err
	}
	f := inputf("", "%s before the parts were done", witness.Limit(ctx))
	if submitted && s.ID() != "" {
		f = inputf("", "%s; job %s goes on: the same command takes it up again, fencepost jobs cancels it", witness.Limit(ctx), s.ID())
	}
	f.status = exitIncomplete
	return f
}

// offerSearches tells the engine, if there is one, of all searches before the first is
// waited for. What is wrong with a program is told later.
func (a *app) offerSearches(ctx context.Context, programs [][]string, x *exploreFlags) error {
	if a.engine == nil {
		return nil
	}
	a.offering = true
	defer func() { a.offering = false }()
	bases := baseNames{}
	for _, program := range programs {
		own := *x
		own.single, own.quiet = len(programs) == 1, true
		_, _ = a.exploreOne(ctx, program, &own, &meter{}, bases.of(program[0]))
	}
	return a.late(ctx, ctx.Err())
}

// searches offers the searches of a program, or has their parts taken from where they were
// made; done says that there is nothing more to do.
func (a *app) searches(ctx context.Context, x *exhaustive.Exploration, names []string, o *exhaustive.Options, base string, many bool) (done bool, err error) {
	if a.engine == nil {
		return false, nil
	}
	for _, name := range names {
		if exhaustive.IsFile(name) {
			return true, usagef("--model %s: a model in a file is not sent elsewhere, nor kept in a checkpoint", name)
		}
	}
	if a.offering {
		if names == nil {
			names = []string{exhaustive.Default(x.Test)}
		}
		own := *o
		own.Estimated, own.Progress = nil, nil
		for _, name := range names {
			if err := a.engine.Offer(ctx, base+" "+name, cluster.NewSearch(x, name, own, many)); err != nil {
				return true, err
			}
		}
		return true, nil
	}
	o.Parts = func(model string) ([]*exhaustive.Part, error) {
		parts, err := a.engine.Parts(ctx, base+" "+model)
		left := errors.Is(err, cluster.ErrLeft)
		if err != nil && !left {
			return nil, a.late(ctx, err)
		}
		list, err := cluster.SearchParts(parts)
		if left {
			list = append(list, exhaustive.Unfinished())
		}
		return list, err
	}
	return false, nil
}
