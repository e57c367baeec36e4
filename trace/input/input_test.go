package input

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Every kind of file is read, refused, or left when the context ends.
func TestKinds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fifo, socket, file := filepath.Join(dir, "fifo"), filepath.Join(dir, "socket"), filepath.Join(dir, "file")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.WriteFile(file, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, any, regular string }{
		{file, "", ""},
		{dir, "is a directory", "is a directory"},
		{socket, "is a socket", "not a regular file"},
		{fifo, "context deadline exceeded", "not a regular file"},
		{"/dev/null", "", "not a regular file"},
		{"/dev/zero", "has more than 1000 bytes", "not a regular file"},
		{filepath.Join(dir, "none"), "no such file", "no such file"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		if c.path == fifo { // nobody writes to it
			ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond)
		}
		_, err := Read(ctx, c.path, 1000)
		cancel()
		check := func(err error, want string) {
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: %v, want %q", c.path, err, want)
			}
			var pe *fs.PathError
			if err != nil && !errors.As(err, &pe) && !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: an error of type %T", c.path, err)
			}
		}
		check(err, c.any)
		_, err = Regular(c.path, 1000)
		check(err, c.regular)
	}
	if _, err := Read(context.Background(), file, 3); err == nil {
		t.Error("a file that is too large is read")
	}
}

// A pipe that is written to later is read; one that is held open and not written to is left.
func TestPipe(t *testing.T) {
	t.Parallel()
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(20 * time.Millisecond)
		_ = os.WriteFile(fifo, []byte("late"), 0)
	}()
	if text, err := Read(context.Background(), fifo, 100); string(text) != "late" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	go func() {
		f, err := os.OpenFile(fifo, os.O_WRONLY, 0)
		if err == nil {
			defer f.Close()
			time.Sleep(time.Minute)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := Read(ctx, fifo, 100); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

// A file that loses its end while it is read ends there.
func TestShrinking(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.ReadFull(f, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 20); err != nil {
		t.Fatal(err)
	}
	if text, err := ReadAll(f, 1<<20); len(text) != 10 || err != nil {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}
