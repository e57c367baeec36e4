package main

import (
	"context"
	"fmt"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/suite"
	"fencepost/cmd/fencepost/weaken"

	"github.com/spf13/cobra"
)

// weakerArgs accepts the files of one program, or the harnesses of a suite.
func (a *app) weakerArgs(cmd *cobra.Command, args []string, x *weaken.Flags) error {
	err := a.programsOrSuite(cmd, args, &x.Suite)
	if !a.isSuite && !x.Suite.Each && x.Suite.Run != "" {
		return failure.Usagef("--run is for the harnesses of a %s: not for one program", project.Name)
	}
	return err
}

// weaker compiles the programs of a command that tries them with weaker orders, and returns the context
// of trying them. end is to be called when all are tried, if there is no error.
func (a *app) weaker(cmd *cobra.Command, paths []string, x *weaken.Flags) (ctx context.Context, w *weaken.Programs, end func(), err error) {
	list := []project.Harness{{Files: paths}}
	if a.isSuite {
		var notes []string
		if list, err = a.chosen(&x.Suite); err == nil {
			list, notes, err = suite.JudgesOrders(list)
		}
		for _, note := range notes {
			if !x.Quiet {
				fmt.Fprintln(a.stderr, note)
			}
		}
		if err != nil {
			return nil, nil, nil, err
		}
	}
	ctx, m, end := a.metered(&x.Settings)
	c := weaken.Compiler{Command: cmd, Given: a.suite.given, In: &a.in, Reading: a.reading(), Meter: m}
	if w, err = c.Compile(ctx, x, list); err != nil {
		end()
	}
	return ctx, w, end, err
}
