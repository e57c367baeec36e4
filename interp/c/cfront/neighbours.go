package cfront

import (
	"path/filepath"
	"slices"

	"fencepost/interp/c/parse"
	"fencepost/trace/input"
)

// maxNeighbours is how many files of a folder are searched for a definition.
const maxNeighbours = 500

// neighbours are the files in the folder of a program that are no part of it.
type neighbours struct{ sources []Source }

// defines returns the base name of the C file that seems to define a name with
// linkage at its outermost level, or "".
func (n neighbours) defines(name string) string {
	definition := parse.Definition(name)
	files, err := filepath.Glob(filepath.Join(filepath.Dir(n.sources[0].Name), "*.c"))
	if err != nil {
		return ""
	}
	for _, file := range files[:min(len(files), maxNeighbours)] {
		if slices.ContainsFunc(n.sources, func(s Source) bool { return filepath.Clean(s.Name) == file }) {
			continue
		}
		if text, err := input.Regular(file, input.Text); err == nil && definition.Match(text) {
			return filepath.Base(file)
		}
	}
	return ""
}
