package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"fencepost/interp/witness"
)

// Files are written when all is printed: what cannot be written loses nothing. Each
// is written under another name beside its own and then renamed, so that a good
// file is not replaced by half of one.

// A toWrite is a file to be written.
type toWrite struct {
	path  string
	write func(io.Writer) error
	ours  bool // a name of our own making, in a folder that the user named
	exact bool // to be read again: nothing is escaped but by write
}

// oneLine refuses names of files that have line breaks, for a name stands within a line of
// the output.
func oneLine(paths []string) error {
	for _, path := range paths {
		if strings.ContainsAny(path, "\n\r") {
			return usagef("the name %q has a line break: give the file another", path)
		}
	}
	return nil
}

// read notes that a file is an input, which is not to be overwritten.
func (a *app) read(info fs.FileInfo) { a.inputs = append(a.inputs, info) }

// writeTo has a file written that the user named.
func (a *app) writeTo(path string, write func(io.Writer) error) {
	a.files = append(a.files, toWrite{path: path, write: write})
}

// writeTrace has a trace file written.
func (a *app) writeTrace(path string, write func(io.Writer) error) {
	a.files = append(a.files, toWrite{path: path, write: write, exact: true})
}

// writeWitness has a witness file written to the folder of witnesses.
func (a *app) writeWitness(path string, f *witness.File) {
	a.files = append(a.files, toWrite{path: path, write: f.Write, ours: true, exact: true})
}

// witnessDir has a folder made for the witnesses of this run, and rid of those of
// the run before; none if dir is empty.
func (a *app) witnessDir(dir string) {
	if a.out = dir; dir != "" {
		os.MkdirAll(dir, 0o777) // if it fails it is told when all is printed
	}
}

// writeFiles writes the files, and tells of those that cannot be written. It
// returns the exit status.
func (a *app) writeFiles(status int) int {
	tell := func(path string, err error) {
		if err == nil {
			return
		}
		fmt.Fprintf(a.stderr, "%s: %v\n", visible(path), reason(err))
		if status == exitOK || status == exitIncomplete {
			status = exitUsage
		}
	}
	if a.out != "" && (status == exitOK || status == exitBug || status == exitIncomplete) {
		tell(a.out, witness.Clear(a.out))
	}
	for _, f := range a.files {
		tell(f.path, a.writeFile(f))
	}
	return status
}

// writeFile writes one file.
func (a *app) writeFile(f toWrite) error {
	path := f.path
	if f.ours {
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return errors.New("is not a file that a run before wrote")
		}
	} else if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	if err == nil {
		for _, in := range a.inputs {
			if os.SameFile(in, info) {
				return errors.New("is an input: it is not overwritten")
			}
		}
		if info.IsDir() {
			return errors.New("is a directory")
		}
	}
	if err == nil && !info.Mode().IsRegular() { // a device or a pipe
		to, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return f.fill(to)
	}
	mode := fs.FileMode(0o666)
	if err == nil {
		mode = info.Mode().Perm()
	}
	dir, name := filepath.Split(path)
	temporary := filepath.Join(dir, fmt.Sprintf(".%s-%x", name[:min(len(name), 100)], rand.Uint64()))
	return replaceFile(path, temporary, mode, f.fill)
}

// replaceFile makes path a file that fill fills and closes, under a temporary name, which
// no file has, until it is whole.
func replaceFile(path, temporary string, mode fs.FileMode, fill func(to *os.File) error) error {
	to, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if err = fill(to); err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// fill writes and closes the file.
func (f *toWrite) fill(to *os.File) error {
	v := &visibleWriter{w: to, exact: f.exact}
	w := bufio.NewWriter(v)
	err := f.write(w)
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if ended := v.end(); err == nil {
		err = ended
	}
	if closed := to.Close(); err == nil {
		err = closed
	}
	return err
}
