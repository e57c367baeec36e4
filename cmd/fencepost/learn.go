package main

import (
	"io"
	"os"
	"slices"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/cmd/fencepost/tutor"
	"fencepost/interp/machine/witness"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

func newLearn(a *app) *cobra.Command {
	var (
		s    flags.Settings
		text bool
		html string
	)
	cmd := help.Describe(&cobra.Command{
		Use:   "learn [NAME|FILE]",
		Short: "Learn from small programs what a memory model allows",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return failure.Usagef("learn takes one NAME or FILE, not %d arguments", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			list, _ := lessons.All() // without a list there is nothing to complete
			return lists.Map(list, func(l *lessons.Lesson) string { return l.Name }), cobra.ShellCompDirectiveDefault
		},
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := lessons.All()
			if err != nil {
				return err
			}
			if html != "" && len(args) == 0 {
				return failure.Usagef("--html is for one lesson")
			}
			plain := text || s.JSON || s.Quiet || html != ""
			if len(args) == 0 {
				if in, out := a.tty(); in != nil && !plain {
					return tutor.Run(a.ctx, list, -1, in, out)
				}
				others, err := lessons.More()
				if err != nil {
					return err
				}
				return a.show(report.FromLessons(list, others), &s, false)
			}
			l, err := inputs.Lesson(a.reading(), args[0])
			if err != nil {
				return err
			}
			if in, out := a.tty(); in != nil && !plain {
				i := slices.Index(list, l)
				if i < 0 { // it is none of the course
					i, list = 0, []*lessons.Lesson{l}
				}
				return tutor.Run(a.ctx, list, i, in, out)
			}
			return a.learn(l, &s, html)
		},
	})
	f := cmd.Flags()
	s.OutputFlags(f)
	f.BoolVar(&text, "text", false, "print the lesson with all answers, on a terminal, too")
	f.StringVar(&html, "html", "", "write the lesson to `PAGE.html`")
	return cmd
}

// tty returns the terminal if people are at both ends.
func (a *app) tty() (in, out *os.File) {
	in, _ = a.in.Stdin.(*os.File)
	out, _ = a.shown.W.(*os.File)
	if in == nil || out == nil || !terminal.Is(in) || !terminal.Is(out) {
		return nil, nil
	}
	return in, out
}

// learn gives one lesson.
func (a *app) learn(l *lessons.Lesson, s *flags.Settings, html string) error {
	learnt, err := l.Learn(a.ctx)
	if why := witness.Limit(a.ctx); err != nil && why != "" {
		return failure.Latef("", "%s", why)
	} else if err != nil {
		return err
	}
	r := report.FromLesson(learnt)
	if html != "" {
		a.files.To(html, func(w io.Writer) error { return report.WriteHTML(w, r) })
		if !s.JSON {
			return nil
		}
	}
	return a.show(r, s, false)
}
