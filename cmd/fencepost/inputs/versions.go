package inputs

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/interp/code"
	"fencepost/interp/search/diff"
	"fencepost/trace/lists"
)

// Versions compiles two versions of a program: two files, or the files that two folders have, or,
// unless git is empty, files as the revisions A..B in git have them. Of A alone, the second version
// is the files as they are.
func (r *Reader) Versions(ctx context.Context, args []string, git string, s *flags.Settings) (old, now *code.Program, err error) {
	switch {
	case git != "" && len(args) == 0:
		return nil, nil, failure.Usagef("--git compares revisions of files: give the files of the program")
	case git == "" && len(args) < 2:
		return nil, nil, failure.Usagef("diff compares two versions: give two files, two folders and the files in them, or --git A..B and files")
	case git != "":
		return r.revisions(ctx, args, git, s)
	}
	for _, path := range args[:2] {
		if _, err := os.Stat(path); err != nil {
			return nil, nil, failure.Unread(path, err)
		}
	}
	one, two := isFolder(args[0]), isFolder(args[1])
	switch {
	case one != two:
		return nil, nil, failure.Usagef("one of %s and %s is a folder: give two folders, or two files", args[0], args[1])
	case one && len(args) == 2:
		return nil, nil, failure.Usagef("give the files of the program, too, as both folders have them")
	case !one && len(args) > 2:
		return nil, nil, failure.Usagef("two files are two programs: of programs of several files give two folders and the files")
	}
	compile := func(path string) (*code.Program, error) {
		own := *s // a compilation database adds flags of the file
		if one {
			return r.compileIn(ctx, path, args[2:], own)
		}
		return r.Compile(ctx, []string{path}, &own)
	}
	if old, err = compile(args[0]); err != nil {
		return nil, nil, err
	}
	now, err = compile(args[1])
	return old, now, err
}

// compileIn compiles the files of a folder. The include folders are taken in it, if it has them.
func (r *Reader) compileIn(ctx context.Context, folder string, files []string, s flags.Settings) (*code.Program, error) {
	includes := s.Build.Includes
	s.Build.Includes = nil
	for _, dir := range includes {
		if inside := filepath.Join(folder, dir); !filepath.IsAbs(dir) && isFolder(inside) {
			dir = inside
		}
		s.Build.Includes = append(s.Build.Includes, dir)
	}
	paths := lists.Map(files, func(name string) string { return filepath.Join(folder, name) })
	return r.Compile(ctx, paths, &s)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// revisions compiles files as two revisions of their repository have them.
func (r *Reader) revisions(ctx context.Context, paths []string, git string, s *flags.Settings) (old, now *code.Program, err error) {
	at := func(name string) (*code.Program, error) {
		hash, err := diff.Revision(ctx, name)
		if err != nil {
			return nil, failure.Usagef("--git %s: %v", git, err)
		}
		return diff.CompileAt(ctx, hash, paths, s.CompileOptions())
	}
	from, to, both := strings.Cut(git, "..")
	switch {
	case from == "":
		return nil, nil, failure.Usagef("--git %s: name the older revision: A..B, or A", git)
	case both && to == "":
		return nil, nil, failure.Usagef("--git %s: name the newer revision: A..B, or A", git)
	}
	if old, err = at(from); err != nil {
		return nil, nil, err
	}
	if both {
		now, err = at(to)
	} else {
		now, err = r.Compile(ctx, paths, s)
	}
	return old, now, err
}
