// Package outputs writes the files of a command. It writes them when everything is printed, so
// that a file that cannot be written loses nothing. It writes each under another name beside
// its own and then renames it, so that half a file replaces no good one.
package outputs

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/machine/witness"
	"fencepost/trace/input"
)

// A File is a file to be written.
type File struct {
	Path  string
	Write func(io.Writer) error
	Ours  bool   // the name is of our own making, in a folder that the user named
	Exact bool   // it is read again: nothing is escaped but by Write
	Done  func() // is called when it is written; or nil
}

// Files are the files that a command writes.
type Files struct {
	list []File
	dir  string // the folder of witnesses, if there is one
}

// Add adds a file.
func (o *Files) Add(f File) { o.list = append(o.list, f) }

// To adds a file that the user named.
func (o *Files) To(path string, write func(io.Writer) error) { o.Add(File{Path: path, Write: write}) }

// Witness adds a witness file in the folder of witnesses.
func (o *Files) Witness(path string, f *witness.File) {
	o.Add(File{Path: path, Write: f.Write, Ours: true, Exact: true})
}

// Witnesses makes a folder for the witnesses of this run; none if dir is empty. Those of the
// run before are removed when this run has a result.
func (o *Files) Witnesses(dir string) {
	if o.dir = dir; dir != "" {
		os.MkdirAll(dir, 0o777) // if it fails it is told when all is printed
	}
}

// Write writes the files of a command that ended with a status, but none over an input, and tells
// of those that cannot be written. It returns the exit status.
func (o *Files) Write(ctx context.Context, status int, inputs []fs.FileInfo, stderr io.Writer) int {
	tell := func(path string, err error) {
		if err == nil {
			return
		}
		fmt.Fprintf(stderr, "%s: %v\n", terminal.Visible(path), input.Reason(err))
		if status == exit.OK || status == exit.Incomplete {
			status = failure.OfWrite(err)
		}
	}
	if o.dir != "" && (status == exit.OK || status == exit.Bug || status == exit.Incomplete) {
		if err := witness.Clear(o.dir); err != nil {
			tell(o.dir, err)
			o.list = slices.DeleteFunc(o.list, func(f File) bool { return f.Ours })
		}
	}
	for _, f := range o.list {
		err := f.WriteNow(ctx, inputs)
		tell(f.Path, err)
		if err == nil && f.Done != nil {
			f.Done()
		}
	}
	return status
}

// WriteNow writes the file, but over none of the inputs.
func (f *File) WriteNow(ctx context.Context, inputs []fs.FileInfo) error {
	path := f.Path
	if f.Ours {
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return errors.New("is not a file that a run before wrote")
		}
	} else if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	info, err := os.Stat(path)
	if err == nil {
		if slices.ContainsFunc(inputs, func(in fs.FileInfo) bool { return os.SameFile(in, info) }) {
			return errors.New("is an input: it is not overwritten")
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
		defer context.AfterFunc(ctx, func() { _ = to.SetWriteDeadline(time.Now()) })() // a device has none
		return f.fill(to)
	}
	mode := fs.FileMode(0o666)
	if err == nil {
		mode = info.Mode().Perm()
	}
	return Replace(path, Temporary(path), mode, f.fill)
}

// fill writes the content of the file.
func (f *File) fill(to io.Writer) error {
	v := &terminal.Writer{W: to, Exact: f.Exact}
	w := bufio.NewWriter(v)
	return cmp.Or(f.Write(w), w.Flush(), v.End())
}

// Create writes a file; unless it may be written anew, it does nothing and reports false if
// there is one.
func Create(path string, text []byte, anew bool) (bool, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return false, err
	}
	if _, err := os.Lstat(path); err == nil && !anew {
		return false, nil
	}
	return true, Replace(path, Temporary(path), 0o666, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Replace makes path a file that write writes, under a temporary name, which no file has,
// until it is whole and on the disk.
func Replace(path, temporary string, mode fs.FileMode, write func(io.Writer) error) error {
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
	err = cmp.Or(err, to.Close())
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// Temporary returns a name beside a file, which no file has.
func Temporary(path string) string {
	dir, name := filepath.Split(path)
	return dir + fmt.Sprintf(".%s-%x", name[:min(len(name), 100)], rand.Uint64()) // Join would take .. behind a link for the folder of the link
}
