package main

import (
	"os"
	"path/filepath"
	"strings"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/witness"

	"github.com/spf13/cobra"
)

func newLearn(a *app) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "learn [NAME|FILE]",
		Short: "Learn from small programs what a memory model allows",
		Long: `Learn teaches relaxed memory in a course of lessons, each about a program of a few
lines. It asks what may happen, explores every execution under every model, and shows
one that surprises; then the program is to be repaired, and found again in real code.

Without NAME it lists the lessons. FILE is a lesson of your own: a C program or litmus
test whose header asks the question (fencepost help lessons).`,
		Example: example(
			"fencepost learn",
			"fencepost learn SB",
		),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("learn takes one NAME or FILE, not %d arguments", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
			list, _ := lessons.All() // without a list there is nothing to complete
			for _, l := range list {
				names = append(names, l.Name)
			}
			return names, cobra.ShellCompDirectiveDefault
		},
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := lessons.All()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.show(report.FromLessons(list), &s, false)
			}
			l, err := a.lesson(args[0])
			if err != nil {
				return err
			}
			return a.learn(l, &s)
		},
	}
	s.outputFlags(cmd.Flags())
	return cmd
}

// lesson returns the lesson of a name, or of a file.
func (a *app) lesson(name string) (*lessons.Lesson, error) {
	l, err := lessons.Find(name)
	if err == nil {
		return l, nil
	}
	if !strings.ContainsAny(name, "./") {
		return nil, usagef("%v", err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, inputf(name, "%v", reason(err))
	}
	return lessons.Parse(name, text, func(file string) ([]byte, error) {
		return os.ReadFile(filepath.Join(filepath.Dir(name), file))
	})
}

// learn gives one lesson.
func (a *app) learn(l *lessons.Lesson, s *settings) error {
	learnt, err := l.Learn(a.ctx)
	if why := witness.Limit(a.ctx); err != nil && why != "" {
		return &failure{status: exitIncomplete, diagnostics: []report.Diagnostic{{Message: why}}}
	} else if err != nil {
		return err
	}
	return a.show(report.FromLesson(learnt), s, false)
}
