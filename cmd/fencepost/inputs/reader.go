// Package inputs reads the inputs of a command and compiles its programs. It keeps what a command
// reads as the inputs of a job, and takes those of a job that another process sent.
package inputs

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"os"
	"strings"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/suite"
	"fencepost/interp/c/parse"
	"fencepost/trace/input"
)

// A Reader reads the inputs of one command.
type Reader struct {
	Stdin   io.Reader
	Stderr  io.Writer
	Watched bool         // the command is run again when an input is saved
	Texts   *suite.Texts // keeps LLVM's texts; nil: they are not kept

	Job     *cluster.Job // nil: inputs are read and forgotten
	Replays bool         // the inputs are those of the job

	Opened []fs.FileInfo // the files that were read
	Names  []string      // their names
	Pages  []string      // names and texts of machines in files
}

// stdinName is what the standard input, given as -, is called.
const stdinName = "stdin"

// Open opens a file, or the standard input for -, and returns its name for
// people.
func (r *Reader) Open(ctx context.Context, path string) (io.ReadCloser, string, error) {
	if path == "-" && r.Watched {
		return nil, path, failure.Usagef("--watch: the standard input is read once only")
	}
	name := path
	if path == "-" {
		name = stdinName
	}
	if f, err := r.kept(name); f != nil || err != nil {
		return f, name, err
	}
	if path == "-" {
		f, err := r.keep(name, io.NopCloser(input.Reader(ctx, r.Stdin)))
		return f, name, err
	}
	f, err := input.Open(ctx, path)
	if err != nil {
		return nil, path, failure.Unread(path, err)
	}
	r.note(path, f.Info)
	kept, err := r.keep(path, f)
	return kept, path, err
}

// note notes a file that was read.
func (r *Reader) note(path string, info fs.FileInfo) {
	r.Opened, r.Names = append(r.Opened, info), append(r.Names, path)
}

// Read reads an input of at most so many bytes, and returns its name for people.
func (r *Reader) Read(ctx context.Context, path string, most int64) (text []byte, name string, err error) {
	f, name, err := r.Open(ctx, path)
	if err != nil {
		return nil, name, err
	}
	defer f.Close()
	if text, err = input.ReadAll(f, most); err != nil {
		return nil, name, failure.Unread(name, err)
	}
	return text, name, nil
}

// maxExcerpts bounds the files of which lines are shown, in bytes.
const maxExcerpts = 1 << 22

// Excerpt returns a text of which lines are shown; nil if it cannot be read.
func (r *Reader) Excerpt(file string) (text []byte) {
	if r.Replays {
		text, _ = r.Job.ReadFile(file)
		return text
	}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() <= maxExcerpts {
		text, _ = os.ReadFile(file)
	}
	return text
}

// OneLine refuses names of files that have line breaks, for a name stands within a line of
// the output.
func OneLine(paths []string) error {
	for _, path := range paths {
		if strings.ContainsAny(path, "\n\r") {
			return failure.Usagef("the name %q has a line break: give the file another", path)
		}
	}
	return nil
}

// readInput returns an input that the job has, or has got now.
func (r *Reader) readInput(path string, read func(string) ([]byte, error)) ([]byte, error) {
	text, err := r.Job.ReadFile(path)
	if err == nil || r.Replays {
		return text, err
	}
	if text, err = read(path); err == nil {
		r.Job.Add(path, text)
	}
	return text, err
}

// includes returns what reads included files: nil if it is the front end's own.
func (r *Reader) includes() func(string) ([]byte, error) {
	if r.Job == nil {
		return nil
	}
	return func(path string) ([]byte, error) { return r.readInput(path, parse.ReadFile) }
}

// keep returns what a reader holds, which becomes an input of the job, if there is one.
func (r *Reader) keep(name string, from io.ReadCloser) (io.ReadCloser, error) {
	if r.Job == nil {
		return from, nil
	}
	text, err := input.ReadAll(from, input.Text)
	from.Close()
	if err != nil {
		return nil, failure.Unread(name, err)
	}
	r.Job.Add(name, text)
	return io.NopCloser(bytes.NewReader(text)), nil
}

// kept returns an input of the job; nil if it is to be read.
func (r *Reader) kept(path string) (io.ReadCloser, error) {
	if r.Job == nil {
		return nil, nil
	}
	text, err := r.Job.ReadFile(path)
	switch {
	case err == nil:
		return io.NopCloser(bytes.NewReader(text)), nil
	case r.Replays:
		return nil, failure.Inputf(path, "%v", input.Reason(err))
	}
	return nil, nil
}
