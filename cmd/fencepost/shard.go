package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
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

// notSent are the flags that say where the work is done, or how fast: results do not
// depend on them.
var notSent = []string{"shard", "partial", "workers", "config", "nats", "creds", "timeout", "checkpoint", "checkpoint-every"}

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
