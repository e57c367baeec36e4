package lessons

import (
	"context"
	"io/fs"
	"os"
	"testing"
	"time"
)

// A file is a lesson, or it is told what is wrong with it; what it asks has an answer, or
// it is told why not.
func FuzzParse(f *testing.F) {
	files, err := fs.Glob(course, "course/*-*")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		text, err := course.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, file[len(file)-1] == 's')
	}
	f.Fuzz(func(t *testing.T, text []byte, litmus bool) {
		name := "a.c"
		if litmus {
			name = "a.litmus"
		}
		l, err := Parse(name, text, func(string) ([]byte, error) { return nil, os.ErrNotExist })
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		if a, err := l.Answer(ctx); err == nil {
			Score(a.Options, []int{0})
		}
		if g, err := l.Program.Game(l.Play.Model, l.Play.Goal); err == nil {
			g.Solve(ctx, nil) // without an answer in time there is none
		}
		if l.Repair != nil {
			if r, err := l.OpenRepair(); err == nil {
				r.Try(ctx, r.Menu.Written())
			}
		}
	})
}
