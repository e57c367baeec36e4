package replay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/trace/input"
)

// lastResults returns the files of the executions that the last text of check, test, explore, diff or
// justify numbered: witness files one after the other. The first is of a terminal session, so that another
// one does not change what a number means. The second is of all.
func lastResults(session int) ([]string, error) {
	dir, err := os.UserCacheDir()
	dir = filepath.Join(dir, "fencepost")
	return []string{filepath.Join(dir, fmt.Sprintf("last-%d.json", session)), filepath.Join(dir, "last.json")}, err
}

// keptFor is how long the executions of one session are kept.
const keptFor = 24 * time.Hour

// removeOld removes the executions of sessions that have most likely ended, beside a file of them.
func removeOld(path string) {
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "last-*.json")) // the pattern is well-formed
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > keptFor {
			_ = os.Remove(file) // another process may have done it
		}
	}
}

// maxResults is up to how many bytes the executions of a result have that are read.
const maxResults = 1 << 30

// A Numbered is an execution that a text numbers, and its program with its settings; none if the
// witness is nil.
type Numbered struct {
	Witness  *witness.Witness
	Program  *code.Program
	Settings *flags.Settings
}

// Keep keeps executions. Explain says so if that failed.
func Keep(list []Numbered, s *flags.Settings) {
	if !s.JSON && !s.Quiet {
		keep(session(), list)
	}
}

func keep(session int, list []Numbered) {
	paths, err := lastResults(session)
	if err != nil || os.MkdirAll(filepath.Dir(paths[0]), 0o700) != nil {
		return
	}
	removeOld(paths[0])
	var text bytes.Buffer
	for _, n := range list {
		f := &witness.File{} // none
		if w := n.Witness; w != nil && report.Keeps(w) {
			f = w.File(n.Program, n.Settings.CompileOptions(), n.Settings.Seed)
		}
		if f.Write(&text) != nil {
			return
		}
	}
	for _, path := range paths {
		_ = outputs.Replace(path, outputs.Temporary(path), 0o600, func(to io.Writer) error {
			_, err := to.Write(text.Bytes())
			return err
		})
	}
}

// kept returns the execution that the last result of a session gave a number, or else the last of all.
func kept(session, number int) (*witness.File, error) {
	none := failure.Usagef("no execution %d is kept: check, test, explore, justify and diff keep those that their text numbers", number)
	paths, err := lastResults(session)
	if err != nil {
		return nil, none
	}
	path := paths[0]
	all, err := input.Regular(path, maxResults)
	if errors.Is(err, fs.ErrNotExist) {
		path = paths[1]
		all, err = input.Regular(path, maxResults)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, none
	} else if err != nil {
		return nil, err
	}
	list := json.NewDecoder(bytes.NewReader(all))
	var text json.RawMessage
	for range number {
		if err := list.Decode(&text); errors.Is(err, io.EOF) {
			return nil, none
		} else if err != nil {
			return nil, failure.Inputf(path, "is damaged (%v): run the command that printed the number again", err)
		}
	}
	w, err := witness.Read(bytes.NewReader(text))
	if err != nil {
		return nil, none
	}
	return w, nil
}

// numberOf returns the number that an argument is; 0 if it is none, or there is such a file.
func numberOf(arg string) int {
	n, err := strconv.Atoi(arg)
	if _, missing := os.Stat(arg); err != nil || n < 1 || missing == nil {
		return 0
	}
	return n
}
