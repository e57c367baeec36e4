package synth

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// An indexEntry is a test in the index of a folder of tests.
type indexEntry struct {
	Name   string   `json:"name"`
	Family string   `json:"family"`
	Test   string   `json:"test"`   // file with its events and executions
	Litmus []string `json:"litmus"` // its programs in herd's format
	C      []string `json:"c"`      // the same in C; none in a model without C11 orders
}

// WriteDir creates the folder dir with the tests of some results: for each test NAME.json,
// which describe writes, and for each program of a model with C11 orders NAME.litmus and
// NAME.c; and index.json. The folder appears when everything is written. It must not exist
// before, or be empty.
func WriteDir(dir string, describe func(*Test) any, results ...*Result) error {
	if list, err := os.ReadDir(dir); len(list) > 0 {
		return &fs.PathError{Op: "write", Path: dir, Err: errors.New("the folder is not empty")}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir = filepath.Clean(dir)
	draft, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+"-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(draft) // no-op after it was renamed to dir
	index := []indexEntry{}
	for _, r := range results {
		for _, t := range r.Tests {
			e, err := t.write(draft, r.Model, describe)
			if err != nil {
				return err
			}
			index = append(index, e)
		}
	}
	if err := writeJSON(filepath.Join(draft, "index.json"), index); err != nil {
		return err
	}
	if err := os.Chmod(draft, 0o755); err != nil {
		return err
	}
	return os.Rename(draft, dir)
}

// write writes the files of a test.
func (t *Test) write(dir string, m *Model, describe func(*Test) any) (indexEntry, error) {
	e := indexEntry{Name: t.Name, Family: t.Family.Name, Test: t.Name + ".json", Litmus: []string{}, C: []string{}}
	if err := writeJSON(filepath.Join(dir, e.Test), describe(t)); err != nil || !m.orders {
		return e, err
	}
	for _, p := range t.Programs() {
		if err := os.WriteFile(filepath.Join(dir, p.Name+".litmus"), []byte(p.Litmus()), 0o644); err != nil {
			return e, err
		}
		if err := os.WriteFile(filepath.Join(dir, p.Name+".c"), []byte(p.C()), 0o644); err != nil {
			return e, err
		}
		e.Litmus, e.C = append(e.Litmus, p.Name+".litmus"), append(e.C, p.Name+".c")
	}
	return e, nil
}

func writeJSON(path string, v any) error {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
