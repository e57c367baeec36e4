package replay

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
)

// lastResult returns the file of the executions that the last text of check, test, explore, diff or
// justify numbered: witness files one after the other.
func lastResult() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "fencepost", "last.json"), err
}

// maxKept is up to how many choices an execution has that is kept.
const maxKept = 1 << 20

// A Numbered is an execution that a text numbers, and its program with its settings; none if the
// witness is nil.
type Numbered struct {
	Witness  *witness.Witness
	Program  *code.Program
	Settings *flags.Settings
}

// Keep keeps executions. Explain says so if that failed.
func Keep(list []Numbered, s *flags.Settings) {
	path, err := lastResult()
	if err != nil || s.JSON || s.Quiet || os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	_ = outputs.Replace(path, outputs.Temporary(path), 0o600, func(to io.Writer) error {
		for _, n := range list {
			f := &witness.File{} // none
			if w := n.Witness; w != nil && len(w.Choices) <= maxKept {
				f = w.File(n.Program, n.Settings.CompileOptions(), n.Settings.Seed)
			}
			if err := f.Write(to); err != nil {
				return err
			}
		}
		return nil
	})
}

// kept returns the execution that the last result gave a number.
func kept(number int) (*witness.File, error) {
	none := failure.Usagef("no execution %d is kept: check, test, explore, justify and diff keep those that their text numbers", number)
	path, err := lastResult()
	if err != nil {
		return nil, none
	}
	from, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, none
	} else if err != nil {
		return nil, err
	}
	defer from.Close()
	list := json.NewDecoder(bufio.NewReader(from))
	var text json.RawMessage
	for range number {
		if err := list.Decode(&text); err != nil {
			return nil, none
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
