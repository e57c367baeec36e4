package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/llvm"
	"fencepost/interp/machine/witness"
	"fencepost/phase2"
	"fencepost/trace/input"
)

// stdinName is what the standard input, given as -, is called.
const stdinName = "stdin"

// open opens a file, or the standard input for -, and returns its name for
// people.
func (a *app) open(path string) (io.ReadCloser, string, error) {
	if path == "-" && a.watch {
		return nil, path, failure.Usagef("--watch: the standard input is read once only")
	}
	name := path
	if path == "-" {
		name = stdinName
	}
	if f, err := a.kept(name); f != nil || err != nil {
		return f, name, err
	}
	if path == "-" {
		f, err := a.keep(name, io.NopCloser(input.Reader(a.reading(), a.stdin)))
		return f, name, err
	}
	f, err := input.Open(a.reading(), path)
	if err != nil {
		return nil, path, failure.Unread(path, err)
	}
	a.files.Input(f.Info)
	a.names = append(a.names, path)
	kept, err := a.keep(path, f)
	return kept, path, err
}

// reading returns the context of reading inputs: it ends when the command is to end.
func (a *app) reading() context.Context { return cmp.Or(a.inTime, a.ctx) }

// compile reads and compiles the C files of a program.
func (a *app) compile(paths []string, s *flags.Settings) (*code.Program, error) {
	var sources []cfront.Source
	for _, path := range paths {
		source, err := a.source(path)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	if err := a.database(s, paths); err != nil {
		return nil, err
	}
	for {
		for _, path := range s.Build.Added[len(sources)-len(paths):] {
			source, err := a.source(path)
			if err != nil {
				return nil, err
			}
			sources = append(sources, source)
		}
		p, err := a.compileAll(sources, s)
		if more := a.define(s, paths, p, err); more != nil {
			return nil, more
		}
		if len(sources)-len(paths) == len(s.Build.Added) {
			return p, err
		}
	}
}

// define adds the files of the compilation database, if there is one, that define what a program
// uses and does not define.
func (a *app) define(s *flags.Settings, paths []string, p *code.Program, failed error) error {
	var missing []string
	var wrong *cfront.Error
	switch {
	case errors.As(failed, &wrong):
		missing = wrong.Undefined
	case failed == nil:
		missing = p.Undefined
	}
	if s.Database == "" || len(missing) == 0 || a.replays {
		return nil
	}
	err := s.Build.AddDefining(s.Database, missing)
	if a.job != nil {
		a.job.Builds[paths[0]] = s.Build
	}
	return err
}

// source reads a C file.
func (a *app) source(path string) (cfront.Source, error) {
	switch filepath.Ext(path) {
	case ".litmus":
		return cfront.Source{}, failure.Inputf(path, "is a litmus test: fencepost explore takes it")
	case ".hpp":
		return cfront.Source{}, failure.Unsupportedf(path, "is no program: give the source that includes it")
	case ".json":
		return cfront.Source{}, failure.Inputf(path, "is no C program: fencepost replay and fencepost explain take witnesses")
	}
	f, name, err := a.open(path)
	if err != nil {
		return cfront.Source{}, err
	}
	defer f.Close()
	return readSource(name, f)
}

func readSource(name string, r io.Reader) (cfront.Source, error) {
	var text []byte
	var err error
	if filepath.Ext(name) == ".ll" {
		text, err = input.ReadAll(r, input.Data)
	} else {
		text, err = io.ReadAll(io.LimitReader(r, input.Text)) // the front end refuses less
	}
	if err != nil {
		return cfront.Source{}, failure.Unread(name, err)
	}
	return cfront.Source{Name: name, Text: text}, nil
}

// begin is how the commands that make trials begin: the options of the campaign
// and the program, and the directory for witnesses is made.
func (a *app) begin(paths []string, s *flags.Settings) (*code.Program, phase2.Options, error) {
	o, err := s.Campaign()
	if err != nil {
		return nil, o, err
	}
	prog, err := a.compile(paths, s)
	if err != nil {
		return nil, o, err
	}
	a.files.Witnesses(s.Out)
	return prog, o, nil
}

// compileAll compiles a C program, and prints the front end's warnings.
func (a *app) compileAll(sources []cfront.Source, s *flags.Settings) (*code.Program, error) {
	ctx, cancel := a.limited(s)
	defer cancel()
	o := s.CompileOptions()
	o.ReadFile, o.Given = a.includes(), a.replays
	if s.RacesOnly && front.IsForeign(sources) {
		return nil, failure.Usagef("--races-only is for C: a failed assertion of C++ and Rust ends its thread")
	}
	defer garbage.compile()()
	texts := a.member != nil && front.IsForeign(sources)
	if texts {
		o.ReadFile = a.member.texts.Read(sources, o)
	}
	p, err := front.Compile(ctx, sources, o)
	if texts && err == nil {
		a.member.texts.Keep(sources, o, p)
	}
	if err == nil && a.job != nil && !a.replays {
		for _, f := range p.Files {
			if llvm.IsText(f.Name) {
				a.job.Add(f.Name, []byte(f.Text))
			}
		}
	}
	if errors.Is(err, cfront.ErrLate) {
		return nil, failure.Latef(sources[0].Name, "%s before the program was compiled", witness.Limit(ctx))
	}
	if err == nil && !a.replays {
		for _, f := range p.Files {
			if info, err := os.Stat(f.Name); err == nil {
				a.files.Input(info)
				a.names = append(a.names, f.Name)
			}
		}
	}
	if err == nil && !s.Quiet {
		for _, w := range p.Warnings {
			fmt.Fprintf(a.stderr, "%s: warning: %s\n", w.Pos, w.Message)
		}
	}
	return p, err
}

// isJSON reports whether what r holds begins as a JSON object, which no C
// program does.
func isJSON(r *bufio.Reader) bool {
	for n := 1; n <= 64; n++ {
		b, err := r.Peek(n)
		if err != nil {
			return false
		}
		switch b[n-1] {
		case ' ', '\t', '\r', '\n':
		default:
			return b[n-1] == '{'
		}
	}
	return false
}
