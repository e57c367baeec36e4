package main

import (
	"go/build"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// rooms are the folders of packages, from the ground up: a package imports packages of its own
// room and of those before it.
var rooms = []string{
	"trace", "models", "interp/code", "interp/hardware", "interp/c", "interp/llvm", "interp/front", "interp/machine", "interp/search",
	"interp/campaign", "interp/play", "interp/compilers", "predict", "phase2", "benchmarks", "cmd",
}

// room returns the place in rooms of a package's folder, or -1. The folder interp itself is the face
// of the machine.
func room(folder string) int {
	if folder == "interp" {
		folder = "interp/machine"
	}
	return slices.IndexFunc(rooms, func(r string) bool { return folder == r || strings.HasPrefix(folder, r+"/") })
}

// Imports run one way.
func TestRooms(t *testing.T) {
	t.Parallel()
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); name == "testdata" || name != ".." && strings.HasPrefix(name, ".") {
			return fs.SkipDir
		}
		p, err := build.ImportDir(path, 0)
		if _, none := err.(*build.NoGoError); none {
			return nil
		} else if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		folder = filepath.ToSlash(folder)
		at := room(folder)
		if at < 0 {
			t.Errorf("%s is in no room", folder)
		}
		for _, i := range p.Imports {
			// Templates call methods by name. With one template the linker keeps the methods of all
			// types: a fifth of the command.
			if slices.Contains([]string{"text/template", "html/template", "github.com/dominikbraun/graph/draw"}, i) {
				t.Errorf("%s imports %s", folder, i)
			}
			if other, ok := strings.CutPrefix(i, "fencepost/"); ok && room(other) > at {
				t.Errorf("%s imports %s", folder, other)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
