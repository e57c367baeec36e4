package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/cmd/fencepost/version"
	"fencepost/interp/llvm"

	"github.com/spf13/cobra"
)

// commands returns what makes each command, by its name.
func commands() map[string]func(*app) *cobra.Command {
	return map[string]func(*app) *cobra.Command{
		"check":      newCheck,
		"run":        newRun,
		"predict":    newPredict,
		"confirm":    newConfirm,
		"replay":     newReplay,
		"explain":    newExplain,
		"learn":      newLearn,
		"playground": newPlayground,
		"report":     newReport,
		"test":       newTest,
		"explore":    newExplore,
		"merge":      newMerge,
		"worker":     newWorker,
		"jobs":       newJobs,
		"native":     newNative,
		"compilers":  newCompilers,
		"models":     newModels,
		"synth":      newSynth,
		"tasks":      newTasks,
		"bench":      newBench,
		"fences":     newFences,
		"justify":    newJustify,
		"mutate":     newMutate,
		"diff":       newDiff,
		"schema":     newSchema,
		"version":    newVersion,
		"init":       newInit,
	}
}

// newRoot returns the command with the subcommand that the first argument names; with all of
// them if it names none, as for help and for names that are not known. Making all takes a tenth
// of the start.
func newRoot(a *app, args []string) *cobra.Command {
	var tellVersion bool
	root := help.Describe(&cobra.Command{
		Use:           "fencepost",
		Short:         "Find the bugs that relaxed memory causes in C11 and C++ programs",
		SilenceErrors: true,
		SilenceUsage:  true,

		SuggestionsMinimumDistance: 2,

		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if tellVersion {
				fmt.Fprintf(a.stdout, "fencepost %s\n", version.Build())
				return nil
			}
			if len(args) == 0 {
				return failure.Usagef("no command is given")
			}
			return unknownCommand(cmd, args[0])
		},
	}, "{topics}", strings.Join(help.Topics(), ", "))
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetIn(a.in.Stdin)
	root.SetFlagErrorFunc(flags.Error)
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		_, err := io.WriteString(cmd.OutOrStderr(), help.Usage(cmd, a.width))
		return err
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		_, _ = io.WriteString(a.stdout, help.Of(cmd, a.width)) // a failure to write is found when the output is flushed
	})
	root.Flags().BoolVarP(&tellVersion, "version", "V", false, "tell the version")
	root.PersistentFlags().Var(flags.NewChoice(&a.color, "auto", "always", "never"), "color", "colours in the text: on a terminal, always, or never")
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		a.setColor()
		if err := inputs.OneLine(args); err != nil {
			return err
		}
		if f := cmd.Flags().Lookup("timeout"); f != nil && f.Changed {
			var cancel context.CancelFunc
			a.inTime, cancel = context.WithDeadline(a.ctx, a.start.Add(f.Value.(*flags.Duration).Value()))
			context.AfterFunc(a.ctx, cancel)
		}
		if err := flags.MissingValue(cmd); err != nil {
			return err
		}
		if a.isSuite {
			return nil
		}
		if slices.ContainsFunc(args, llvm.Takes) {
			if err := flags.TakeCXX20(cmd); err != nil {
				return err
			}
		}
		quiet, _ := cmd.Flags().GetBool("quiet")
		if err := a.work.Choose(a.reading(), cmd, &a.in, &a.files, a.newMeter(&flags.Settings{Quiet: quiet})); err != nil {
			return err
		}
		return a.in.LoadPages(a.reading(), cmd)
	}
	var man string
	helping := &cobra.Command{
		Use:   "help [COMMAND | TOPIC]",
		Short: "Explain a command or a topic",
		Long:  "Help explains a command, or one of the topics " + strings.Join(help.Topics(), ", ") + ".",
		RunE: func(cmd *cobra.Command, args []string) error {
			if man != "" {
				return a.manual(root, man)
			}
			if len(args) == 0 {
				return root.Help()
			}
			if len(args) == 1 {
				if text, ok := help.Topic(args[0], a.width); ok {
					_, err := io.WriteString(a.stdout, text)
					return err
				}
			}
			c, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(root, strings.Join(args, " "))
			}
			return c.Help()
		},
	}
	helping.Flags().StringVar(&man, "man", "", "write the manual to `DIR`: a page for each command and topic")
	root.SetHelpCommand(helping)
	all := commands()
	names := slices.Sorted(maps.Keys(all))
	if len(args) > 0 && all[args[0]] != nil {
		names = args[:1]
	}
	for _, name := range names {
		root.AddCommand(all[name](a))
	}
	return root
}

// manual has the manual written to a folder.
func (a *app) manual(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return failure.Unwritten(dir, err)
	}
	for name, text := range help.Manual(root, terminal.DefaultWidth) {
		a.files.To(filepath.Join(dir, name+".1"), func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	return nil
}

// orCheck puts check before arguments that name a C or C++ file and no command.
func orCheck(root *cobra.Command, args []string) []string {
	isC := func(arg string) bool {
		return (filepath.Ext(arg) == ".c" || llvm.Takes(arg)) && !strings.HasPrefix(arg, "-")
	}
	if len(args) == 0 || !slices.ContainsFunc(args, isC) || !isC(args[0]) && !strings.HasPrefix(args[0], "-") {
		return args
	}
	if cmd, _, err := root.Find(args); err == nil && cmd != root {
		return args
	}
	return append([]string{"check"}, args...)
}

// wholeLine returns the arguments with what the project's file adds, and notes the suite that
// they are for.
func (a *app) wholeLine(root *cobra.Command) ([]string, error) {
	if a.member != nil {
		return a.args, nil
	}
	args, err := flags.CompilerArgs(root, orCheck(root, a.args))
	if err != nil {
		return nil, err
	}
	line, err := project.Args(func() *cobra.Command {
		return newRoot(&app{ctx: a.ctx, stdout: io.Discard, stderr: io.Discard}, nil)
	}, args)
	if err != nil {
		return nil, err
	}
	a.suite = suiteRun{harnesses: line.Suite, given: line.Args}
	if cmd, rest, err := root.Find(line.Args); err == nil && cmd != root {
		a.suite.given = rest
	}
	if line.Suite != nil {
		a.suite.given = line.Given
	}
	return line.Args, nil
}

// execute runs the subcommand that the arguments name and returns the exit status.
func (a *app) execute(root *cobra.Command) int {
	args, err := a.wholeLine(root)
	if err != nil {
		return a.fail(root, err)
	}
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(a.ctx)
	if err = a.work.Close(a.ctx, err); err != nil && !errors.Is(err, cluster.ErrElsewhere) {
		return a.fail(cmd, err)
	}
	return a.status
}

func unknownCommand(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return failure.Usagef("unknown command %q: did you mean %s?", name, strings.Join(near, " or "))
	}
	return failure.Usagef("unknown command %q", name)
}
