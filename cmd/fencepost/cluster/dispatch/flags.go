package dispatch

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/cluster/jetstream"
	"fencepost/cmd/fencepost/failure"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Work says where a command's work is done if not in this process.
type Work struct {
	Shard   Shard
	Partial string
	Server  jetstream.Server
	sign    string // a file with the seed of a key

	checkpoint checkpoint

	Engine cluster.Engine // nil: all is done here
	Stderr io.Writer
}

// Flags adds the flags that say where the work is done.
func (w *Work) Flags(f *pflag.FlagSet) {
	f.Var(&w.Shard, "shard", "do the `I`-th of N shares of the work, and write a partial result")
	w.ServerFlags(f)
	f.StringVar(&w.sign, "sign", "", "with --nats: sign the job by the nkey whose seed is in `FILE`")
	f.StringVar(&w.Partial, "partial", "", "write the partial result of --shard to `FILE`, for fencepost merge")
}

// ServerFlags adds the flags that name the server of a cluster.
func (w *Work) ServerFlags(f *pflag.FlagSet) {
	f.StringVar(&w.Server.URL, "nats", "", "have the work done by the workers at the NATS server `URL`")
	f.StringVar(&w.Server.Credentials, "creds", "", "with --nats: the credentials are in `FILE`")
	f.StringVar(&w.Server.Authority, "ca", "", "with --nats: the certificates in `FILE` vouch for the server, not those of the system")
}

// asked reports whether the work of a command is to be done elsewhere or with a checkpoint; watched
// says that the command is run again when an input changes.
func (w *Work) asked(cmd *cobra.Command, watched bool) (bool, error) {
	keep := w.checkpoint.path != ""
	switch {
	case keep && (w.Shard.N > 0 || w.Partial != ""):
		return false, failure.Usagef("--checkpoint and --shard: a partial result is not taken up again")
	case keep && w.Server.URL != "":
		return false, failure.Usagef("--checkpoint and --nats: the server keeps what is done of a job")
	case keep && watched:
		return false, failure.Usagef("--checkpoint: --watch begins anew when an input changes")
	case keep:
	case w.Shard.N == 0 && w.Partial == "" && w.sign == "" && w.Server == (jetstream.Server{}):
		return false, nil
	case w.Server.URL != "" && (w.Shard.N > 0 || w.Partial != ""):
		return false, failure.Usagef("--nats and --shard: the work is done at one of the two")
	case w.Server.URL != "" && watched:
		return false, failure.Usagef("--nats: --watch is for work that is done here")
	case w.Server.URL != "":
	case w.sign != "":
		return false, failure.Usagef("--sign is for --nats, which is not given")
	case w.Server.Credentials != "":
		return false, failure.Usagef("--creds is for --nats, which is not given")
	case w.Server.Authority != "":
		return false, failure.Usagef("--ca is for --nats, which is not given")
	case w.Shard.N == 0:
		return false, failure.Usagef("--partial is for the partial result of --shard, which is not asked for")
	case w.Partial == "":
		return false, failure.Usagef("--shard needs --partial, where its partial result is written to")
	case watched:
		return false, failure.Usagef("--shard: a partial result is not watched")
	}
	if f := cmd.Flags().Lookup("executions"); cmd.Name() == "explore" && f.Changed && f.Value.String() != "0" {
		return false, failure.Usagef("--executions: what a bound leaves out depends on the order of one search, which shards and checkpoints do not have")
	}
	return true, nil
}

// A Shard is a flag's value: one of so many shards.
type Shard struct{ I, N int }

// String returns I/N.
func (s *Shard) String() string {
	if s.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.I, s.N)
}

// Type returns the form of the value.
func (s *Shard) Type() string { return "I/N" }

// Set parses text.
func (s *Shard) Set(text string) error {
	first, second, _ := strings.Cut(text, "/")
	i, err := strconv.Atoi(first)
	n, wrong := strconv.Atoi(second)
	if err != nil || wrong != nil || i < 1 || i > n || n > cluster.MaxShards {
		return fmt.Errorf("must be I/N, from 1/N to N/N")
	}
	*s = Shard{i, n}
	return nil
}
