package inputs

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"fencepost/cmd/fencepost/report"

	"github.com/fsnotify/fsnotify"
)

// settled is how long files must be left alone before they are looked at: an editor may
// write one in several steps.
const settled = 100 * time.Millisecond

// WaitForSave waits until one of some files is written; it returns false if that cannot
// be seen, or if the context ends before. Folders are watched, since editors put a new
// file in the place of the old one.
func WaitForSave(ctx context.Context, files []string, stderr io.Writer) bool {
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
	fmt.Fprintf(stderr, "fencepost: waiting for a change of %s\n", report.Count(len(clean), "file"))
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
