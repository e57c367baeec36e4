package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"fencepost/trace"
)

// fingerprints names issues so that a change of other lines does not change the
// name: by kind, file, however its path is spelled, function, and the text of the lines concerned. Issues
// that agree in all are numbered.
type fingerprints struct {
	source *Source
	dir    string // below which file names are relative
	seen   map[string]int
}

func (f *fingerprints) of(i *Issue) string {
	e := i.Error
	parts := []string{i.rule(), filepath.ToSlash(pathFrom(f.dir, e.Pos.File)), f.lineText(e.Pos), f.lineText(e.AllocPos)}
	if len(e.Stack) > 0 {
		parts = append(parts, e.Stack[0].Func)
	}
	for _, w := range e.Waiting {
		parts = append(parts, f.lineText(w.Pos))
	}
	if len(e.Racers) > 0 {
		parts = append(parts, f.lineText(e.Racers[0].Pos))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	name := hex.EncodeToString(sum[:8])
	f.seen[name]++
	return fmt.Sprintf("%s:%d", name, f.seen[name])
}

func (f *fingerprints) lineText(p trace.Pos) string {
	text, _ := f.source.line(p)
	return strings.Join(strings.Fields(text), " ")
}

// pathFrom spells a path in one way: relative to the directory if the file lies below it.
func pathFrom(dir, name string) string {
	name = filepath.Clean(name)
	if dir == "" {
		return name
	}
	abs := name
	if !filepath.IsAbs(name) {
		abs = filepath.Join(dir, name)
	}
	if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return name
}
