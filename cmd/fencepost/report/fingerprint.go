package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/trace"
)

// fingerprints names issues so that a change of other lines does not change the name: by
// kind, file, whatever its path, function, and the text of the lines concerned. Issues with
// the same properties are numbered.
type fingerprints struct {
	source *Source
	dir    string // directory for relative file names
	seen   map[string]int
	last   string               // the name returned last
	texts  map[trace.Pos]string // of lines
}

// longestText is the length of the longest text of a line for which not its sum stands.
const longestText = 1 << 12

// newFingerprints returns the fingerprints of a result's issues. They must be asked for in
// the order of the issues.
func newFingerprints(r *Result, dir string) *fingerprints {
	return &fingerprints{source: r.Source, dir: dir, seen: map[string]int{}, texts: map[trace.Pos]string{}}
}

func (f *fingerprints) fingerprint(i *Issue) string {
	e := i.Error
	parts := []string{i.rule(), filepath.ToSlash(pathFrom(f.dir, e.Pos.File))}
	if len(e.Racers) > 0 { // in either order
		var sides []string
		for _, r := range e.Racers {
			side := f.lineText(r.Pos)
			if len(r.Stack) > 0 {
				side += "\x00" + r.Stack[0].Func
			}
			sides = append(sides, side)
		}
		slices.Sort(sides)
		parts = append(parts, sides...)
	} else {
		parts = append(parts, f.lineText(e.Pos), f.lineText(e.AllocPos))
		if len(e.Stack) > 0 {
			parts = append(parts, e.Stack[0].Func)
		}
	}
	for _, w := range e.Waiting {
		parts = append(parts, f.lineText(w.Pos))
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	name := hex.EncodeToString(sum[:8])
	f.seen[name]++
	f.last = fmt.Sprintf("%s:%d", name, f.seen[name])
	return f.last
}

func (f *fingerprints) lineText(p trace.Pos) string {
	p.Col = 0
	text, known := f.texts[p]
	if known {
		return text
	}
	text, _ = f.source.line(p)
	if text = strings.Join(strings.Fields(text), " "); len(text) > longestText {
		sum := sha256.Sum256([]byte(text))
		text = string(sum[:])
	}
	f.texts[p] = text
	return text
}

// pathFrom returns a canonical path: relative to the directory if the file lies below it.
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
