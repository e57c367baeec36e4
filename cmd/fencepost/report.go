package main

import (
	"encoding/json"
	"errors"
	"io"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace/input"

	"github.com/spf13/cobra"
)

func newReport(a *app) *cobra.Command {
	var (
		s   flags.Settings
		out string
	)
	cmd := help.Describe(&cobra.Command{
		Use:               "report RESULT.json -o PAGE.html",
		Short:             "Make a page of a result, to be stepped through in a browser",
		Args:              flags.One("one RESULT.json"),
		ValidArgsFunction: flags.Files("json"),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				return failure.Usagef("report needs -o: the file to write the page to")
			}
			return a.report(args[0], out, &s)
		},
	})
	f := cmd.Flags()
	s.OutputFlags(f)
	f.StringVarP(&out, "output", "o", "", "write the page to `PAGE.html`")
	return cmd
}

func (a *app) report(path, out string, s *flags.Settings) error {
	r, err := a.readResult(path)
	if err != nil {
		return err
	}
	if _, err := report.NewPage(r); err != nil {
		return failure.Inputf(path, "%v", err)
	}
	page := outputs.File{Path: out, Write: func(w io.Writer) error { return report.WriteHTML(w, r) }}
	if err := page.WriteNow(a.ctx, a.in.Opened); err != nil {
		return failure.Unwritten(out, err)
	}
	if s.JSON {
		return report.WriteJSON(a.stdout, report.WithBody("report", report.OK, &report.PageMade{Page: out}))
	}
	return nil
}

// readResult reads a result, or makes one of a witness.
func (a *app) readResult(path string) (*report.Result, error) {
	text, name, err := a.in.Read(a.reading(), path, input.Data)
	if err != nil {
		return nil, err
	}
	var witness struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(text, &witness); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return nil, failure.Inputf(name, "byte %d: %v", syntax.Offset, err)
		}
		return nil, failure.Inputf(name, "%v", err)
	}
	switch {
	case witness.Format != "" && path == "-":
		return nil, failure.Inputf(name, "a witness is read from a file only")
	case witness.Format != "":
		return a.explainedWitness(path)
	}
	r := new(report.Result)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, failure.Inputf(name, "%v", err)
	}
	return r, nil
}

// explainedWitness returns the result of one witness.
func (a *app) explainedWitness(path string) (*report.Result, error) {
	r, err := replay.Read(a.ctx, &a.in, path)
	if err != nil {
		return nil, err
	}
	f := r.Finished()
	if len(f.Events) == 0 {
		return nil, failure.Inputf(path, "the execution has no events")
	}
	return report.FromExplanation("report", f, path, report.StatusOf(f.HasBug(), false)), nil
}
