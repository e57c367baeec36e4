package inputs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/limits/garbage"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/llvm"
	"fencepost/interp/machine/witness"
	"fencepost/trace/input"
)

// Compile reads and compiles the C files of a program.
func (r *Reader) Compile(ctx context.Context, paths []string, s *flags.Settings) (*code.Program, error) {
	var sources []cfront.Source
	for _, path := range paths {
		source, err := r.Source(ctx, path)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	if err := r.database(s, paths); err != nil {
		return nil, err
	}
	for {
		for _, path := range s.Build.Added[len(sources)-len(paths):] {
			source, err := r.Source(ctx, path)
			if err != nil {
				return nil, err
			}
			sources = append(sources, source)
		}
		p, err := r.CompileAll(ctx, sources, s)
		if more := r.define(s, paths, p, err); more != nil {
			return nil, more
		}
		if len(sources)-len(paths) == len(s.Build.Added) {
			return p, err
		}
	}
}

// define adds the files of the compilation database, if there is one, that define what a program
// uses and does not define.
func (r *Reader) define(s *flags.Settings, paths []string, p *code.Program, failed error) error {
	var missing []string
	var wrong *cfront.Error
	switch {
	case errors.As(failed, &wrong):
		missing = wrong.Undefined
	case failed == nil:
		missing = p.Undefined
	}
	if s.Database == "" || len(missing) == 0 || r.Replays {
		return nil
	}
	err := s.Build.AddDefining(s.Database, missing)
	if r.Job != nil {
		r.Job.Builds[paths[0]] = s.Build
	}
	return err
}

// Source reads a C file.
func (r *Reader) Source(ctx context.Context, path string) (cfront.Source, error) {
	switch filepath.Ext(path) {
	case ".litmus":
		return cfront.Source{}, failure.Inputf(path, "is a litmus test: fencepost explore takes it")
	case ".hpp":
		return cfront.Source{}, failure.Unsupportedf(path, "is no program: give the source that includes it")
	case ".json":
		return cfront.Source{}, failure.Inputf(path, "is no C program: fencepost replay and fencepost explain take witnesses")
	}
	if isPackage(path) {
		return cfront.Source{}, failure.Inputf(path, "is a package of Rust: 'cargo fencepost' checks a target of it, as --test NAME, --example NAME or --bin NAME")
	}
	f, name, err := r.Open(ctx, path)
	if err != nil {
		return cfront.Source{}, err
	}
	defer f.Close()
	return ReadSource(name, f)
}

// isPackage reports whether a path is of a package of Rust: its manifest, or the folder that has it.
func isPackage(path string) bool {
	const manifest = "Cargo.toml"
	_, err := os.Stat(filepath.Join(path, manifest))
	return err == nil || filepath.Base(path) == manifest
}

// ReadSource reads a C file that is open.
func ReadSource(name string, r io.Reader) (cfront.Source, error) {
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

// CompileAll compiles a C program, and prints the front end's warnings.
func (r *Reader) CompileAll(ctx context.Context, sources []cfront.Source, s *flags.Settings) (*code.Program, error) {
	o := s.CompileOptions()
	o.ReadFile, o.Given = r.includes(), r.Replays
	if s.RacesOnly && front.IsForeign(sources) {
		return nil, failure.Usagef("--races-only is for C: a failed assertion of C++ and Rust ends its thread")
	}
	defer garbage.Compile()()
	texts := r.Texts != nil && front.IsForeign(sources)
	if texts {
		o.ReadFile = r.Texts.Read(sources, o)
	}
	p, err := front.Compile(ctx, sources, o)
	if texts && err == nil {
		r.Texts.Keep(sources, o, p)
	}
	if err == nil && r.Job != nil && !r.Replays {
		for _, f := range p.Files {
			if llvm.IsText(f.Name) {
				r.Job.Add(f.Name, []byte(f.Text))
			}
		}
	}
	if errors.Is(err, cfront.ErrLate) {
		return nil, failure.Latef(sources[0].Name, "%s before the program was compiled", witness.Limit(ctx))
	}
	if err == nil && !r.Replays {
		for _, f := range p.Files {
			if info, err := os.Stat(f.Name); err == nil {
				r.note(f.Name, info)
			}
		}
	}
	if err == nil && !s.Quiet {
		for _, w := range p.Warnings {
			fmt.Fprintf(r.Stderr, "%s: warning: %s\n", w.Pos, w.Message)
		}
	}
	return p, err
}

// IsJSON reports whether what r holds begins as a JSON object, which no C
// program does.
func IsJSON(r *bufio.Reader) bool {
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

// database adds the flags that a compilation database has for files.
func (r *Reader) database(s *flags.Settings, paths []string) error {
	if s.Database == "" {
		return nil
	}
	if r.Replays {
		s.Build = r.Job.Builds[paths[0]]
		return nil
	}
	err := s.ReadDatabase(paths)
	if r.Job != nil {
		r.Job.Builds[paths[0]] = s.Build
	}
	return err
}
