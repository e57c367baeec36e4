package main

import (
	"os"
	"path/filepath"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/code"
	"fencepost/interp/search/diff"
	"fencepost/models/axiom"

	"github.com/spf13/cobra"
)

// diffFlags holds the flags of diff.
type diffFlags struct {
	flags.Settings
	model string
	rs    string // release sequences of c11
	git   string
	max   int
}

func newDiff(a *app) *cobra.Command {
	var x diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW [FILE...]",
		Short: "Say what one version of a program does and another does not",
		Long: `Diff explores two versions of a program, and says what only one of them does: final
states of the globals that both have, errors, and classes of executions, each with an
execution that explain NUMBER tells. A class says which store each load reads from, as
far as threads communicate; lines, memory orders and fences are no part of it.

OLD and NEW are files, each a program; or folders, which have the FILEs of the program,
the test of it among them; include folders that are given are then taken in each. With
--git A..B the arguments are the files as two revisions have them; A alone is compared
with the files as they are:

  fencepost diff -I include lib-1.2 lib-1.3 test/ring_test.c src/ring.c
  fencepost diff -I include --git HEAD~1..HEAD test/ring_test.c src/ring.c

What a program prints is not compared. Where the search of a version is cut short, what the
other one does may be in what was left out: it is listed as seen only there, and does not
make the exit status 1.

Exit status:
  0  both versions do the same
  1  one of them does something that the other does not
  2  the command line or an input is wrong
  3  a time limit, a bound or an interrupt cut the work short
  4  a program uses C that is not supported
` + exit.FaultHelp,
		Example: flags.Example(
			"fencepost diff benchmarks/verdicts/mailbox.c benchmarks/verdicts/mailbox_store.c",
		),
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: flags.Sources(),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case x.git != "" && len(args) == 0:
				return failure.Usagef("--git compares revisions of files: give the files of the program")
			case x.git == "" && len(args) < 2:
				return failure.Usagef("diff compares two versions: give two files, two folders and the files in them, or --git A..B and files")
			}
			return a.diff(args, &x)
		},
	}
	f := cmd.Flags()
	names := []string{axiom.RC11.Name}
	for _, m := range axiom.All() {
		if m != axiom.RC11 {
			names = append(names, m.Name)
		}
	}
	f.Var(flags.NewModelChoice(&x.model, names...), "model", "the memory model")
	flags.ExploreSequences(f, &x.rs)
	x.RunFlags(f)
	x.WorkersFlag(f)
	f.StringVar(&x.git, "git", "", "compare the files as the revisions `A..B` have them")
	f.Var(flags.NewRange(&x.max, 1_000_000, 1, flags.MaxCount), "executions", "end after `N` executions of each version")
	flags.Complete(cmd)
	return cmd
}

// diff compares two versions of a program.
func (a *app) diff(args []string, x *diffFlags) error {
	old, now, err := a.versions(args, x)
	if err != nil {
		return err
	}
	ctx, m, end := a.metered(&x.Settings)
	defer end()
	o := diff.Options{Model: x.model, Workers: x.Workers, MaxExecutions: int64(x.max), CXX20: x.rs == flags.CXX20}
	if o.Machine, err = x.MachineOptions(); err != nil {
		return err
	}
	o.Progress = func(version string, executions, blocked int64) {
		m.Show(terminal.Stage{Name: version, Executions: int(executions + blocked)})
	}
	was, is, err := diff.Run(ctx, old, now, o)
	if err != nil {
		return err
	}
	out := report.FromDiff(x.model, was, is)
	replay.Keep(numberedOf(&x.Settings, was, is), &x.Settings)
	return a.show(out, &x.Settings, x.Verbose)
}

// numberedOf returns the executions that a report of two versions numbers.
func numberedOf(s *flags.Settings, versions ...*diff.Version) (list []replay.Numbered) {
	for _, v := range versions {
		for i := range v.Only {
			if w := v.Only[i].Witness; w != nil {
				list = append(list, replay.Numbered{Witness: w, Program: v.Program, Settings: s})
			}
		}
	}
	return list
}

// versions compiles both versions.
func (a *app) versions(args []string, x *diffFlags) (old, now *code.Program, err error) {
	if x.git != "" {
		from, to, both := strings.Cut(x.git, "..")
		if from == "" {
			return nil, nil, failure.Usagef("--git %s: name the older revision: A..B, or A", x.git)
		}
		if old, err = a.revision(args, x, from); err != nil {
			return nil, nil, err
		}
		if !both {
			now, err = a.in.Compile(a.reading(), args, &x.Settings)
		} else if now, err = a.revision(args, x, to); to == "" {
			return nil, nil, failure.Usagef("--git %s: name the newer revision: A..B, or A", x.git)
		}
		return old, now, err
	}
	for _, path := range args[:2] {
		if _, err := os.Stat(path); err != nil {
			return nil, nil, failure.Unread(path, err)
		}
	}
	one, two := isFolder(args[0]), isFolder(args[1])
	switch {
	case one != two:
		return nil, nil, failure.Usagef("one of %s and %s is a folder: give two folders, or two files", args[0], args[1])
	case one && len(args) == 2:
		return nil, nil, failure.Usagef("give the files of the program, too, as both folders have them")
	case !one && len(args) > 2:
		return nil, nil, failure.Usagef("two files are two programs: of programs of several files give two folders and the files")
	}
	compile := func(k int) (*code.Program, error) {
		own, files := x.Settings, args[k:k+1]
		if one {
			own.Build.Includes, files = nil, nil
			for _, dir := range x.Build.Includes {
				if inside := filepath.Join(args[k], dir); !filepath.IsAbs(dir) && isFolder(inside) {
					dir = inside
				}
				own.Build.Includes = append(own.Build.Includes, dir)
			}
			for _, name := range args[2:] {
				files = append(files, filepath.Join(args[k], name))
			}
		}
		return a.in.Compile(a.reading(), files, &own)
	}
	if old, err = compile(0); err != nil {
		return nil, nil, err
	}
	now, err = compile(1)
	return old, now, err
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// revision compiles files as a revision of their repository has them.
func (a *app) revision(paths []string, x *diffFlags, name string) (*code.Program, error) {
	hash, err := diff.Revision(a.reading(), name)
	if err != nil {
		return nil, failure.Usagef("--git %s: %v", x.git, err)
	}
	return diff.CompileAt(a.reading(), hash, paths, x.CompileOptions())
}
