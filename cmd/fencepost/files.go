package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/machine/witness"
)

// Files are written when all is printed: what cannot be written loses nothing. Each
// is written under another name beside its own and then renamed, so that a good
// file is not replaced by half of one.

// A toWrite is a file to be written.
type toWrite struct {
	path  string
	write func(io.Writer) error
	ours  bool   // a name of our own making, in a folder that the user named
	exact bool   // to be read again: nothing is escaped but by write
	done  func() // called when it is written; or nil
}

// oneLine refuses names of files that have line breaks, for a name stands within a line of
// the output.
func oneLine(paths []string) error {
	for _, path := range paths {
		if strings.ContainsAny(path, "\n\r") {
			return failure.Usagef("the name %q has a line break: give the file another", path)
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
		fmt.Fprintf(a.stderr, "%s: %v\n", terminal.Visible(path), failure.Reason(err))
		if status == exit.OK || status == exit.Incomplete {
			status = failure.OfWrite(err)
		}
	}
	if a.out != "" && (status == exit.OK || status == exit.Bug || status == exit.Incomplete) {
		if err := witness.Clear(a.out); err != nil {
			tell(a.out, err)
			a.files = slices.DeleteFunc(a.files, func(f toWrite) bool { return f.ours })
		}
	}
	for _, f := range a.files {
		err := a.writeFile(f)
		tell(f.path, err)
		if err == nil && f.done != nil {
			f.done()
		}
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
	if err == nil && !info.Mode().IsRegular() { // a device, or a pipe, which somebody is to read
		to, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			return err
		}
		defer to.Close()
		defer context.AfterFunc(a.ctx, func() { _ = to.SetWriteDeadline(time.Now()) })() // a device has none
		return f.fill(to)
	}
	mode := fs.FileMode(0o666)
	if err == nil {
		mode = info.Mode().Perm()
	}
	return replaceFile(path, temporaryName(path), mode, f.fill)
}

// replaceFile makes path a file that write writes, under a temporary name, which no file
// has, until it is whole and on the disk.
func replaceFile(path, temporary string, mode fs.FileMode, write func(io.Writer) error) error {
	to, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(to)
	for _, do := range []func() error{func() error { return write(buffer) }, buffer.Flush, to.Sync} {
		if err == nil {
			err = do()
		}
	}
	if closed := to.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// fill writes the content of the file.
func (f *toWrite) fill(to io.Writer) error {
	v := &terminal.Writer{W: to, Exact: f.exact}
	w := bufio.NewWriter(v)
	err := f.write(w)
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if ended := v.End(); err == nil {
		err = ended
	}
	return err
}

// temporaryName returns a name beside a file, which no file has.
func temporaryName(path string) string {
	dir, name := filepath.Split(path)
	return dir + fmt.Sprintf(".%s-%x", name[:min(len(name), 100)], rand.Uint64()) // Join would take .. behind a link for the folder of the link
}
