package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/scaffold"
	"fencepost/cmd/fencepost/scaffold/driver"
	"fencepost/cmd/fencepost/version"
	"fencepost/trace"
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
	cmd := &cobra.Command{
		Use:   "init [FILE...]",
		Short: "Make a project: settings, a harness, tests, CI",
		Long: `Init writes, into the working directory, what a project needs to be checked:

  fencepost.toml        the suite: files, flags, models and budget; check reads it
                        if no FILE is named
  fencepost_harness.c   a program with two threads that use the code; .cpp with
                        a file or header of C++, or --cpp
  fencepost.h           for other compilers; fencepost has it built in
  fencepost.cmake       fencepost_add_test, which makes tests of CTest;
                        CMakeLists.txt is written if there is none
  fencepost/meson.build, fencepost.mk
                        the same for meson and make
  .github/workflows/fencepost.yml
                        a workflow that shows findings in the code
  .pre-commit-config.yaml
                        a hook for pre-commit

Of build systems it takes those whose files are there, or else CMake; --for names what is
written. Each FILE is a C or C++ file of the code, which is compiled with the harness, or a
header, which the harness includes; folders of headers are found. --call names functions
of these files that the threads call. A file that is there is left as it is, unless
--force is given. Fill in what the threads do; then fencepost check, or ctest.

With --harness HEADER the harness is whole: two to four threads call the functions
that a header of C declares. Whether they are those of a queue, a stack, a deque, a set,
a map or a lock, names and types tell; others are called at random. It asserts what
holds of every such object: that values come out as they were put in, once and in
order, with what their thread wrote before; that one thread at a time is in a lock. One
thread puts values into a queue and one takes them out, unless the header speaks
of several, or --threads does and the header is silent. The operations are marked for explore --linearizable where a
specification fits. Functions with other uses are left out: --call has them called.
What cannot be called is told with its place, and the status is 2.`,
		Example: flags.Example("fencepost init", "fencepost init queue.c queue.h", "fencepost init --call queue_size queue.c queue.h", "fencepost init queue.hpp", "fencepost init --harness queue.h queue.c", "fencepost init --harness queue.h --threads 3 --seed 7 queue.c"),
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
	}
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
			return failure.Inputf(f, "%v", failure.Reason(err))
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
	var wrong *trace.Diagnostic
	if errors.As(err, &wrong) && wrong.File == "" {
		return failure.Usagef("--call: %s", wrong.Message)
	}
	return err
}
