package inputs

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/interp/compilers"
	"fencepost/interp/search/candidates"
	"fencepost/trace/input"
)

// Compilers returns the compilers to test: mappings, assembly files in the form MACHINE:FILE, and
// commands. If none is given it returns the usual compilers; missing has a message for each usual one that
// is not installed.
func (r *Reader) Compilers(ctx context.Context, commands, maps, assembly []string) (list []*compilers.Compiler, missing []string, err error) {
	for _, name := range maps {
		m, err := r.mapping(ctx, name)
		if err != nil {
			return nil, nil, failure.Usagef("--map: %v", err)
		}
		list = append(list, compilers.Mapped(m))
	}
	for _, value := range assembly {
		machine, path, _ := strings.Cut(value, ":")
		if !slices.Contains(compilers.Machines(), machine) || path == "" {
			return nil, nil, failure.Usagef("--assembly %s: give MACHINE:FILE.s, the machine one of %s", value, strings.Join(compilers.Machines(), ", "))
		}
		text, name, err := r.Read(ctx, path, input.Text)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, compilers.Assembly(name, string(text), machine))
	}
	if len(commands) > 0 || len(list) == 0 {
		found, absent, err := compilers.FindAll(ctx, commands)
		if err != nil {
			return nil, nil, failure.Usagef("--cc: %v", err)
		}
		list, missing = append(list, found...), absent
	}
	return list, missing, nil
}

// mapping returns a mapping that comes with this command, or one in a file.
func (r *Reader) mapping(ctx context.Context, name string) (*compilers.Mapping, error) {
	if _, err := os.Stat(name); err != nil && filepath.Ext(name) == "" {
		return compilers.ShippedMapping(name)
	}
	text, shown, err := r.Read(ctx, name, input.Text)
	if err != nil {
		return nil, err
	}
	return compilers.ParseMapping(shown, string(text))
}

// CompilerTests returns the tests in some C programs, with the final states that a model of C allows.
func (r *Reader) CompilerTests(ctx context.Context, files []string, m *candidates.Model) (tests []*compilers.Test, err error) {
	for _, path := range files {
		text, name, err := r.Read(ctx, path, input.Text)
		if err != nil {
			return nil, err
		}
		t, err := compilers.File(ctx, name, text, m)
		if err != nil {
			return nil, err
		}
		tests = append(tests, t)
	}
	return tests, nil
}
