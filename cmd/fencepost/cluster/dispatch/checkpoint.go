package dispatch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/trace/input"

	"github.com/spf13/pflag"
)

// A checkpoint is the file that keeps the results and the rest of the work.
type checkpoint struct {
	path  string
	every time.Duration
}

// checkpointEvery is the default time between two saves.
const checkpointEvery = 5 * time.Second

// CheckpointFlags adds the flags of checkpoints.
func (w *Work) CheckpointFlags(f *pflag.FlagSet) {
	f.StringVar(&w.checkpoint.path, "checkpoint", "", "save what is found and left in `FILE`, and go on from there if it exists; see fencepost help checkpoint")
	w.checkpoint.every = checkpointEvery
	f.Var(flags.NewDuration(&w.checkpoint.every), "checkpoint-every", "save every `TIME`")
}

// resume has the work of a command done with checkpoints, from that which there is.
func (w *Work) resume(ctx context.Context, c *cluster.Checkpoint, memory int64, quiet bool) error {
	path := w.checkpoint.path
	if w.checkpoint.every <= 0 {
		return failure.Usagef("--checkpoint-every must be longer than nothing")
	}
	save := func(write func(io.Writer) error) error {
		if err := w.checkpoint.save(write); err != nil {
			return failure.Unwritten(path, err)
		}
		return nil
	}
	c.File, c.Every, c.Save = path, w.checkpoint.every, save
	w.Engine = c
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := w.checkpoint.save(func(io.Writer) error { return errTried }); !errors.Is(err, errTried) {
			return failure.Unwritten(path, err)
		}
		return nil
	case err != nil:
		return failure.Inputf(path, "%v", input.Reason(err))
	case !info.Mode().IsRegular():
		return failure.Inputf(path, "is not a file")
	}
	f, err := input.Open(ctx, path)
	if err != nil {
		return failure.Unread(path, err)
	}
	defer f.Close()
	if err := c.Load(bufio.NewReader(f), memory); err != nil {
		return failure.Inputf(path, "%v", err)
	}
	if !quiet {
		c.Resumed = func() { fmt.Fprintf(w.Stderr, "fencepost: going on from %s\n", terminal.Visible(path)) }
	}
	return nil
}

// errTried ends the writing of a file that only may be written.
var errTried = errors.New("it can be written")

// save replaces the file: a process that is killed leaves the old one or the new one.
func (c *checkpoint) save(write func(io.Writer) error) error {
	temporary := c.temporary()
	os.Remove(temporary)
	return outputs.Replace(c.path, temporary, 0o666, write)
}

// temporary returns the name of the file that becomes the checkpoint: the same each time,
// as a process that is killed may leave it.
func (c *checkpoint) temporary() string {
	dir, name := filepath.Split(c.path)
	return dir + "." + name + ".saving"
}

// End is called when everything is printed. It removes the checkpoint of a command that is complete.
// Of any other it prints where the checkpoint is.
func (w *Work) End(ctx context.Context, status int) {
	c, ok := w.Engine.(*cluster.Checkpoint)
	if !ok || !c.Begun() {
		return
	}
	if c.Whole() && ctx.Err() == nil { // an interrupt may have left a witness longer than it need be
		if status == exit.OK || status == exit.Bug || status == exit.Incomplete {
			os.Remove(w.checkpoint.path)
			os.Remove(w.checkpoint.temporary())
		}
		return
	}
	if _, err := os.Stat(w.checkpoint.path); err == nil {
		fmt.Fprintf(w.Stderr, "fencepost: %s has what is found and what is left: the same command goes on\n", terminal.Visible(w.checkpoint.path))
	}
}
