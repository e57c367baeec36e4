package inputs

import (
	"context"
	"path/filepath"
	"strings"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/failure"
	"fencepost/trace/input"
)

// Lesson returns the lesson of a name, or of a file.
func Lesson(ctx context.Context, name string) (*lessons.Lesson, error) {
	l, err := lessons.Find(name)
	if err == nil {
		return l, nil
	}
	if !strings.ContainsAny(name, "./") {
		return nil, failure.Usagef("%v", err)
	}
	text, err := input.Read(ctx, name, input.Text)
	if err != nil {
		return nil, failure.Unread(name, err)
	}
	return lessons.Parse(name, text, func(file string) ([]byte, error) {
		return input.Regular(filepath.Join(filepath.Dir(name), file), input.Text)
	})
}
