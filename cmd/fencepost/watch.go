package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/spf13/pflag"
)

// settled is how long files must be left alone before they are looked at: an editor may
// write one in several steps.
const settled = 100 * time.Millisecond

// waitForSave waits until one of some files is written; it returns false if that cannot
// be seen, or if the context ends before. Folders are watched, since editors put a new
// file in the place of the old one.
func waitForSave(ctx context.Context, files []string, stderr io.Writer) bool {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		fmt.Fprintf(stderr, "fencepost: --watch: %v\n", err)
		return false
	}
	defer w.Close()
	var clean []string
	for _, f := range files {
		f = filepath.Clean(f)
		clean = append(clean, f)
		if err := w.Add(filepath.Dir(f)); err != nil {
			fmt.Fprintf(stderr, "fencepost: --watch: %s: %v\n", filepath.Dir(f), err)
			return false
		}
	}
	fmt.Fprintf(stderr, "fencepost: waiting for a change of %s\n", countOf(len(clean), "file"))
	var after <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-after:
			return true
		case e, ok := <-w.Events:
			if !ok {
				return false
			}
			if e.Has(fsnotify.Write|fsnotify.Create|fsnotify.Rename) && slices.Contains(clean, filepath.Clean(e.Name)) {
				after = time.After(settled)
			}
		case err := <-w.Errors:
			fmt.Fprintf(stderr, "fencepost: --watch: %v\n", err)
			return false
		}
	}
}

// watchFlag adds the flag that runs the command again whenever an input is saved.
func (a *app) watchFlag(f *pflag.FlagSet) {
	f.BoolVar(&a.watch, "watch", false, "run again whenever an input is saved, until an interrupt")
}
