// Package input opens the files that a user or another file names. No file can block the
// process for ever or fill memory: a folder and a socket are refused, a pipe or a device is
// read until the context ends, and a text has a maximal size.
package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// Maximal sizes of texts, in bytes.
const (
	Settings = 64 << 10  // settings, whose readers are slow on large files
	Text     = 16 << 20  // files that people write
	Data     = 512 << 20 // files that programs write
)

// Errors of files that are not read.
var (
	errFolder  = errors.New("is a directory")
	errSocket  = errors.New("is a socket")
	errRegular = errors.New("not a regular file")
)

// A File is an open file.
type File struct {
	io.Reader
	Info fs.FileInfo
	file *os.File
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// Open opens a file. If it is a pipe or a device, opening it and each Read end with the
// context, and return its error. All other errors are of type *fs.PathError.
func Open(ctx context.Context, path string) (*File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: path, Err: errFolder}
	case info.Mode()&fs.ModeSocket != 0:
		return nil, &fs.PathError{Op: "open", Path: path, Err: errSocket}
	case info.Mode().IsRegular():
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		return &File{file, info, file}, nil
	}
	ctx = after(ctx)
	file, err := within(ctx, func() (*os.File, error) { return os.Open(path) })
	if err != nil {
		return nil, err
	}
	return &File{&reader{ctx, file}, info, file}, nil
}

// Read returns the content of a file, which must have at most max bytes. The file is opened
// as by Open. Nothing is read of a regular file that is larger.
func Read(ctx context.Context, path string, max int64) ([]byte, error) {
	f, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.Info.Mode().IsRegular() && f.Info.Size() > max {
		return nil, &fs.PathError{Op: "read", Path: path, Err: tooLarge(max)}
	}
	text, err := ReadAll(f, max)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return text, nil
}

// Regular returns the content of a regular file, which must have at most max bytes.
func Regular(path string, max int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errRegular}
	}
	return Read(context.Background(), path, max)
}

// ReadAll reads until the end, which must come after at most max bytes.
func ReadAll(r io.Reader, max int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, max+1))
	if err != nil {
		return nil, Reason(err)
	}
	if int64(len(text)) > max {
		return nil, tooLarge(max)
	}
	return text, nil
}

// Reason strips the operation and the file's name from an error.
func Reason(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

func tooLarge(max int64) error { return fmt.Errorf("has more than %d bytes", max) }

// Reader returns a reader of r. Each Read ends with the context.
func Reader(ctx context.Context, r io.Reader) io.Reader { return &reader{after(ctx), r} }

// grace is how long reading goes on after the context ended, so that available data is
// read.
const grace = 50 * time.Millisecond

// after returns a context that ends grace later than ctx.
func after(ctx context.Context) context.Context {
	late, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() { time.AfterFunc(grace, func() { cancel(ctx.Err()) }) })
	return late
}

type reader struct {
	ctx context.Context
	r   io.Reader
}

// Read uses a buffer of its own, because a read that the context ended may still write to
// it.
func (r *reader) Read(p []byte) (int, error) {
	type got struct {
		text []byte
		err  error
	}
	g, err := within(r.ctx, func() (got, error) {
		text := make([]byte, min(len(p), 64<<10))
		n, err := r.r.Read(text)
		return got{text[:n], err}, nil
	})
	if err != nil {
		return 0, err
	}
	return copy(p, g.text), g.err
}

// within runs do, which may block for ever, until the context ends. A panic of do is raised
// in the caller.
func within[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type done struct {
		v     T
		err   error
		fault any
	}
	c := make(chan done, 1)
	go func() {
		var d done
		defer func() {
			d.fault = recover()
			c <- d
		}()
		d.v, d.err = do()
	}()
	select {
	case d := <-c:
		if d.fault != nil {
			panic(d.fault)
		}
		return d.v, d.err
	case <-ctx.Done():
		var zero T
		return zero, context.Cause(ctx)
	}
}
