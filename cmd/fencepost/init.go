package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/scaffold"
	"fencepost/cmd/fencepost/scaffold/driver"
	"fencepost/cmd/fencepost/version"
	"fencepost/trace"
	"fencepost/trace/input"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

// initFlags holds the flags of init.
type initFlags struct {
	force, cxx   bool
	calls, kinds []string
	source       string
	drive        driver.Options
}

func newInit(a *app) *cobra.Command {
	var x initFlags
	cmd := help.Describe(&cobra.Command{
		Use:   "init [FILE...]",
		Short: "Make a project: settings, a harness, tests, CI",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(x.kinds) == 0 {
				x.kinds = append(scaffold.Builds(), "github", "pre-commit")
			}
			for _, k := range x.kinds {
				if !slices.Contains(scaffold.Kinds, k) {
					return failure.Usagef("--for %s: must be %s", k, strings.Join(scaffold.Kinds, ", "))
				}
			}
			if len(x.drive.Headers) == 0 {
				for _, name := range []string{"threads", "operations", "seed"} {
					if cmd.Flags().Changed(name) {
						return failure.Usagef("--%s is for a harness that --harness writes", name)
					}
				}
			} else {
				x.drive.Calls, x.calls = x.calls, nil
			}
			return a.init(args, &x)
		},
	})
	f := cmd.Flags()
	f.BoolVar(&x.cxx, "cpp", false, "write the harness in C++")
	f.BoolVar(&x.force, "force", false, "write files anew that are there")
	f.StringSliceVar(&x.calls, "call", nil, "let the threads call `FUNCTION[,FUNCTION]`: one each, or both the same")
	f.StringSliceVar(&x.kinds, "for", nil, "write files for `NAME,...`: "+strings.Join(scaffold.Kinds, ", "))
	f.StringSliceVar(&x.drive.Headers, "harness", nil, "write a harness that uses what `HEADER` declares, with what must hold of a queue, a stack, a lock, ...")
	f.Var(flags.NewRange(&x.drive.Threads, 2, 2, 4), "threads", "with --harness: `N` threads")
	f.Var(flags.NewRange(&x.drive.Operations, 2, 1, 8), "operations", "with --harness: `N` operations of each thread")
	x.drive.Seed = 1
	f.Var(flags.NewSeed(&x.drive.Seed), "seed", "with --harness: seed of what the threads do")
	f.StringVar(&x.source, "source", "", "the workflow installs fencepost from the git repository `URL`")
	return cmd
}

func (a *app) init(files []string, x *initFlags) error {
	for _, h := range x.drive.Headers {
		files = lists.Add(files, h)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil {
			return failure.Inputf(f, "%v", input.Reason(err))
		} else if !info.Mode().IsRegular() {
			return failure.Inputf(f, "is not a file")
		}
	}
	p, err := scaffold.New(files, x.calls, x.cxx)
	if err != nil {
		return err
	}
	if len(x.drive.Headers) > 0 {
		if err := p.Drive(x.drive); err != nil {
			return driveError(err)
		}
	}
	p.Source, p.Version = x.source, strings.TrimSuffix(version.Build(), "+dirty")
	list, err := p.Files(x.kinds)
	if err != nil {
		return err
	}
	written := false // the harness was written
	for _, f := range list {
		done, err := outputs.Create(f.Path, f.Text, x.force && f.Hint == "")
		if err != nil {
			return failure.Unwritten(f.Path, err)
		}
		written = written || done && f.Path == p.Harness
		word := "written"
		if !done {
			word = "is there, and left as it is"
		}
		fmt.Fprintf(a.stdout, "%s: %s\n", f.Path, word)
		if !done && f.Hint != "" {
			fmt.Fprintln(a.stdout, f.Hint)
		}
	}
	if p.Driver != nil && written {
		fmt.Fprintf(a.stdout, "\n%s\n", p.Driver)
	}
	fmt.Fprintf(a.stdout, "\n%s\n", p.Next())
	return nil
}

// driveError returns why there is no harness for headers.
func driveError(err error) error {
	if wrong, ok := errors.AsType[*trace.Diagnostic](err); ok && wrong.File == "" {
		return failure.Usagef("--call: %s", wrong.Message)
	}
	return err
}
