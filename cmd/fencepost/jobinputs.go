package main

import (
	"bytes"
	"io"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/interp/c/parse"
	"fencepost/interp/hardware/litmus"
	"fencepost/trace/input"
)

// This file keeps what a command reads as the inputs of a job, and reads those of a job
// that another process sent.

// readInput returns an input that the job has, or has got now.
func (a *app) readInput(path string, read func(string) ([]byte, error)) ([]byte, error) {
	text, err := a.job.ReadFile(path)
	if err == nil || a.replays {
		return text, err
	}
	if text, err = read(path); err == nil {
		a.job.Add(path, text)
	}
	return text, err
}

// includes returns what reads included files: nil if it is the front end's own.
func (a *app) includes() func(string) ([]byte, error) {
	if a.job == nil {
		return nil
	}
	return func(path string) ([]byte, error) { return a.readInput(path, parse.ReadFile) }
}

// keep returns what a reader holds, which becomes an input of the job, if there is one.
func (a *app) keep(name string, r io.ReadCloser) (io.ReadCloser, error) {
	if a.job == nil {
		return r, nil
	}
	text, err := input.ReadAll(r, input.Text)
	r.Close()
	if err != nil {
		return nil, failure.Unread(name, err)
	}
	a.job.Add(name, text)
	return io.NopCloser(bytes.NewReader(text)), nil
}

// kept returns an input of the job; nil if it is to be read.
func (a *app) kept(path string) (io.ReadCloser, error) {
	if a.job == nil {
		return nil, nil
	}
	text, err := a.job.ReadFile(path)
	switch {
	case err == nil:
		return io.NopCloser(bytes.NewReader(text)), nil
	case a.replays:
		return nil, failure.Inputf(path, "%v", failure.Reason(err))
	}
	return nil, nil
}

// litmusFiles replaces folders by the litmus tests in them.
func (a *app) litmusFiles(paths []string) ([]string, error) {
	if a.replays {
		return a.job.Paths, nil
	}
	files, err := litmus.Files(paths)
	if err == nil {
		err = oneLine(files)
	}
	if a.job != nil {
		a.job.Paths = files
	}
	return files, err
}

// database adds the flags that a compilation database has for files.
func (a *app) database(s *flags.Settings, paths []string) error {
	if s.Database == "" {
		return nil
	}
	if a.replays {
		s.Build = a.job.Builds[paths[0]]
		return nil
	}
	err := s.ReadDatabase(paths)
	if a.job != nil {
		a.job.Builds[paths[0]] = s.Build
	}
	return err
}
