package ablation

import (
	"context"
	"io/fs"
	"path"
	"slices"

	"fencepost/benchmarks"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2/verdict"
)

// A Program is a program of the study.
type Program struct {
	Path   string // in benchmarks.Files
	Set    Set
	Models []*models.Model
	MaxLen int // of the predicted cycles
	Code   *code.Program
}

// Programs returns the compiled programs of the study: all, or those with some paths in
// benchmarks.Files. When ctx ends it returns its error.
func Programs(ctx context.Context, only ...string) ([]Program, error) {
	hardware, native := models.Relaxed(), []*models.Model{c11.Model}
	var list []Program
	for _, folder := range []Program{
		{Path: "relaxer/*.c", Set: Tuned, Models: hardware, MaxLen: 4},
		{Path: "heldout/*.c", Set: HeldOut, Models: append(hardware, native...), MaxLen: 6},
		{Path: "c11/*.c", Set: Tuned, Models: native, MaxLen: 4},
		{Path: "verdicts/*.c", Set: HeldOut, Models: native, MaxLen: 4},
	} {
		paths, err := fs.Glob(benchmarks.Files, folder.Path)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if len(only) > 0 && !slices.Contains(only, p) {
				continue
			}
			src, err := benchmarks.Files.ReadFile(p)
			if err != nil {
				return nil, err
			}
			want, err := benchmarks.Parse(string(src))
			if err != nil {
				return nil, err
			}
			if want.Verdict == string(verdict.Proved) {
				continue
			}
			program := folder
			program.Path = p
			program.Code, err = cfront.Compile(p, src, cfront.Options{ReadFile: func(name string) ([]byte, error) {
				return benchmarks.Files.ReadFile(path.Join(path.Dir(p), path.Base(name)))
			}})
			if err != nil {
				return nil, err
			}
			list = append(list, program)
		}
	}
	return list, nil
}
