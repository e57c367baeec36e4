package main

import (
	"fmt"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/playground"

	"github.com/spf13/cobra"
)

func newPlayground(a *app) *cobra.Command {
	var s flags.Settings
	addr, noOpen := "127.0.0.1:0", false
	cmd := help.Describe(&cobra.Command{
		Use:               "playground",
		Short:             "Explore, play, repair and learn on a page in the browser",
		Args:              flags.None,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			return a.playground(addr, !noOpen)
		},
	})
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
