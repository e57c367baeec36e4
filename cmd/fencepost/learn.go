package main

import (
	"bufio"
	"fmt"
	"strings"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/witness"

	"github.com/spf13/cobra"
)

func newLearn(a *app) *cobra.Command {
	var s settings
	var names []string
	for _, l := range lessons.All() {
		names = append(names, l.Name)
	}
	cmd := &cobra.Command{
		Use:   "learn [NAME]",
		Short: "Learn from a litmus test what a memory model allows",
		Long: `Learn teaches memory models with the classic litmus tests: programs of a few
lines. Each lesson asks a question first; then it runs every execution of the
program under every model, lists the outcomes, shows step by step an execution
that surprises, and the fences that forbid it.

Without NAME it lists the lessons. On a terminal it waits for Enter before it
gives the answer.`,
		Example: example(
			"fencepost learn",
			"fencepost learn SB",
		),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("learn takes one NAME, not %d arguments", len(args))
			}
			return nil
		},
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listLessons(&s)
			}
			l := lessons.Find(args[0])
			if l == nil {
				return usagef("there is no lesson %s: there are %s", args[0], strings.Join(names, ", "))
			}
			return a.learn(l, &s)
		},
	}
	s.outputFlags(cmd.Flags())
	return cmd
}

func (a *app) listLessons(s *settings) error {
	var tests []*lessons.Test
	for _, l := range lessons.All() {
		t, err := l.Open()
		if err != nil {
			return err
		}
		tests = append(tests, t)
	}
	return a.show(report.FromLessons(tests), s, false)
}

// learn gives one lesson.
func (a *app) learn(l *lessons.Lesson, s *settings) error {
	t, err := l.Open()
	if err != nil {
		return err
	}
	if !s.json {
		if err := report.WriteQuestion(a.stdout, report.FromLesson(l, t, nil), report.TextOptions{Width: a.width, Style: a.style}); err != nil {
			return err
		}
		if err := a.pause(); err != nil {
			return err
		}
	}
	answer, err := l.Answer(a.ctx, t)
	if why := witness.Limit(a.ctx); err != nil && why != "" {
		return &failure{status: exitIncomplete, diagnostics: []report.Diagnostic{{Message: why}}}
	} else if err != nil {
		return err
	}
	return a.show(report.FromLesson(l, t, answer), s, false)
}

// pause waits for a line if people are at both ends.
func (a *app) pause() error {
	if f, ok := a.stdout.(*bufio.Writer); ok {
		people := isTerminal(a.stderr) && inputIsTerminal(a.stdin)
		if people {
			fmt.Fprint(f, "\nWhat do you think? Press Enter for the answer. ")
		}
		if err := f.Flush(); err != nil {
			return err
		}
		if people {
			bufio.NewScanner(a.stdin).Scan()
		}
	}
	_, err := fmt.Fprintln(a.stdout)
	return err
}
