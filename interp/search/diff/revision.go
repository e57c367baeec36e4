package diff

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/parse"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/trace"
)

// Revision returns the hash of a revision of the git repository in which the process works.
func Revision(ctx context.Context, name string) (hash string, err error) {
	out, err := git(ctx, "rev-parse", "--verify", "--end-of-options", name+"^{commit}")
	return strings.TrimSpace(string(out)), err
}

// CompileAt compiles files of C as a revision has them, with the headers that they include; it reads
// what git does not keep as it is.
func CompileAt(ctx context.Context, hash string, paths []string, o cfront.Options) (*code.Program, error) {
	show := func(path string) ([]byte, error) {
		return git(ctx, "show", hash+":./"+filepath.ToSlash(path))
	}
	var sources []cfront.Source
	for _, path := range paths {
		text, err := show(path)
		if front.IsForeign([]cfront.Source{{Name: path}}) {
			err = errors.New("--git compares files of C: have git lay the revisions out as folders (git worktree add), and compare these")
		}
		if err != nil {
			return nil, &trace.Diagnostic{Pos: trace.Pos{File: path}, Message: err.Error()}
		}
		sources = append(sources, cfront.Source{Name: path, Text: text})
	}
	o.ReadFile = func(path string) ([]byte, error) {
		if filepath.IsAbs(path) {
			return parse.ReadFile(path)
		}
		text, err := show(path)
		if _, now := git(ctx, "ls-files", "--error-unmatch", "--", path); err != nil && now != nil {
			return parse.ReadFile(path)
		} else if err != nil {
			err = &os.PathError{Op: "open", Path: path, Err: os.ErrNotExist}
		}
		return text, err
	}
	return front.Compile(ctx, sources, o)
}

// git runs git and returns its output. The error has its first line of complaint.
func git(ctx context.Context, args ...string) ([]byte, error) {
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if text, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n"); err != nil && text != "" {
		err = errors.New(strings.TrimPrefix(text, "fatal: "))
	}
	return out, err
}
