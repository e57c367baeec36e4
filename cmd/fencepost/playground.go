package main

import (
	"fmt"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/playground"

	"github.com/spf13/cobra"
)

func newPlayground(a *app) *cobra.Command {
	var s flags.Settings
	addr, noOpen := "127.0.0.1:0", false
	cmd := &cobra.Command{
		Use:   "playground",
		Short: "Explore, play, repair and learn on a page in the browser",
		Long: `Playground serves a page on this machine and opens it in the browser. It has an editor
of C programs and litmus tests, and of C++ and Rust where clang or rustc is installed; a
table of their outcomes under each memory model, for each an execution to step through
or the reason why there is none; a game in which you are the scheduler and the memory;
repair by memory orders and fences; what check finds, and why each order is needed; and
lessons.

The page loads nothing from the network, and nobody but this machine can reach it. It
reads no file: a program of C may include the built-in headers alone, one of C++ the
headers of libraries, and one of Rust is one file. What a request may take of time and
memory is bounded. The server ends with an interrupt.

Exit status:
  0  the server was ended
  2  the command line is wrong, or the address cannot be listened on
` + exit.FaultHelp,
		Example: flags.Example(
			"fencepost playground",
			"fencepost playground --addr localhost:8765 --no-open",
		),
		Args:              flags.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			return a.playground(addr, !noOpen)
		},
	}
	f := cmd.Flags()
	s.TimeFlag(f)
	f.StringVar(&addr, "addr", addr, "listen on `HOST:PORT`, a loopback address; port 0 takes a free one")
	f.BoolVar(&noOpen, "no-open", false, "do not open the page in the browser")
	flags.Complete(cmd)
	return cmd
}

func (a *app) playground(addr string, open bool) error {
	l, err := playground.Listen(addr)
	if err != nil {
		return failure.Usagef("--addr %s: %v", addr, err)
	}
	url := "http://" + l.Addr().String() + "/"
	fmt.Fprintf(a.stderr, "the playground is at %s: an interrupt ends it\n", url)
	if open {
		if err := playground.Open(url); err != nil {
			fmt.Fprintf(a.stderr, "the browser cannot be started (%v): open the address yourself\n", err)
		}
	}
	ctx, cancel := a.limited()
	defer cancel()
	return new(playground.Server).Serve(ctx, l)
}
