package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"

	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

// maxResult is how many bytes of a result are read.
const maxResult = 512 << 20

func newReport(a *app) *cobra.Command {
	var (
		s   settings
		out string
	)
	cmd := &cobra.Command{
		Use:   "report RESULT.json -o PAGE.html",
		Short: "Make a page of a result, to be stepped through in a browser",
		Long: `Report makes one HTML file of the result of check or explore, or of a witness: the
summary, and for each error the cycle as a picture, the execution step by step,
forwards and backwards, with memory and store buffers, and the source. The file
needs no network and no other file.

The result is the document of --json --traces, or a witness file; - stands for the
standard input. Check and explore write the same page at once with --html.

Exit status:
  0  the page was written
  2  the command line or an input is wrong
 70  internal error`,
		Example: example(
			"fencepost check --json --traces benchmarks/relaxer/dekker.c > dekker.json",
			"fencepost report dekker.json -o dekker.html",
			"fencepost check --html dekker.html benchmarks/relaxer/dekker.c",
		),
		Args:              exactly("one RESULT.json"),
		ValidArgsFunction: completeFiles("json"),
		RunE: func(_ *cobra.Command, args []string) error {
			if out == "" {
				return usagef("report needs -o: the file to write the page to")
			}
			return a.report(args[0], out, &s)
		},
	}
	f := cmd.Flags()
	s.outputFlags(f)
	f.StringVarP(&out, "output", "o", "", "write the page to `PAGE.html`")
	return cmd
}

func (a *app) report(path, out string, s *settings) error {
	page, err := a.readPage(path)
	if err != nil {
		return err
	}
	if err := writeTo(out, page.WriteHTML); err != nil {
		return err
	}
	if s.json {
		return report.WriteJSON(a.stdout, struct {
			report.Document
			Page string `json:"page"`
		}{report.NewDocument("report", report.OK), out})
	}
	return nil
}

// readPage reads what a page shows from a result or a witness.
func (a *app) readPage(path string) (*report.Page, error) {
	f, name, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var result struct {
		Version int          `json:"version"`
		Command string       `json:"command"`
		Format  string       `json:"format"`
		Traces  *report.Page `json:"traces"`
	}
	if err := json.NewDecoder(bufio.NewReader(io.LimitReader(f, maxResult))).Decode(&result); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, inputf(name, "byte %d: %v", syntax.Offset, err)
		}
		return nil, inputf(name, "%v", err)
	}
	switch {
	case result.Format != "" && path == "-":
		return nil, inputf(name, "a witness is read from a file only")
	case result.Format != "":
		return a.witnessPage(path)
	case result.Version != report.Version || result.Command == "":
		return nil, inputf(name, "this is neither a result of check --json or explore --json nor a witness")
	case result.Traces == nil:
		return nil, inputf(name, "the result holds no traces: make it with --json --traces")
	}
	if err := result.Traces.Valid(); err != nil {
		return nil, inputf(name, "%v", err)
	}
	return result.Traces, nil
}

// witnessPage returns the page of one witness.
func (a *app) witnessPage(path string) (*report.Page, error) {
	r, err := a.rerun(a.ctx, path)
	if err != nil {
		return nil, err
	}
	if len(r.rec.Events) == 0 {
		return nil, inputf(path, "the execution has no events")
	}
	e := &report.Explanation{Run: r.run("report", report.Style{}), Mapping: r.mapping, Path: path}
	_, word := status(e.HasBug(), false)
	return e.Page(word), nil
}
