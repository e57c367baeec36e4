package cfront

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

func sourceFiles(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.FromSlash(pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return files
}

// noFile is an Options.ReadFile that finds nothing.
func noFile(string) ([]byte, error) { return nil, fs.ErrNotExist }

// FuzzCompile: a source gives errors with positions, or a program that is sound
// and runs to some end.
func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"../gen/testdata/*.c", "../gen/testdata/run/*.c", "../check/testdata/*.c"} {
		for _, file := range sourceFiles(f, pattern) {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Add("struct s { int a[3]; } g; int main(void) { struct s l = g; goto e; e: switch (l.a[1]) { case 1: return 2; } }")
	f.Add("_Atomic long z; int main(int c, char **v) { z *= c; return v[0][0] ? z : ({ int q; q; }); }")
	f.Add("#include <pthread.h>\nint x; void *t(void *p) { x++; return p; }\nint main(void) { pthread_t a; pthread_create(&a, 0, t, &x); return pthread_join(a, 0); }")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Compile("p.c", []byte(text), Options{ReadFile: noFile})
		if err != nil {
			var list *Error
			if !errors.As(err, &list) || len(list.Diagnostics) == 0 {
				t.Fatalf("not a list of diagnostics: %v", err)
			}
			for _, d := range list.Diagnostics {
				if d.File == "" || d.Line < 1 || d.Col < 1 || d.Message == "" {
					t.Errorf("diagnostic without position: %v", d)
				}
			}
			return
		}
		if err := p.Verify(); err != nil {
			t.Fatal(err)
		}
		s := strategy.NewRandom(1)
		s.Begin(0)
		m := interp.New(p, models.PSLO, interp.Options{Semantics: interp.Semantics{MaxSteps: 1000}})
		if r := m.Run(context.Background(), s, nil); r.Outcome == interp.Failed && r.Err.Pos.Line < 1 {
			t.Errorf("error without position: %+v", r.Err)
		}
	})
}

// bytesStrategy answers with the bytes of a schedule, then with zeros.
type bytesStrategy struct{ answers []byte }

func (s *bytesStrategy) Begin(int) bool { return true }

func (s *bytesStrategy) Choose(c *interp.Choice) int {
	if len(s.answers) == 0 {
		return 0
	}
	b := s.answers[0]
	s.answers = s.answers[1:]
	return int(b) % c.N
}

// FuzzSchedule: whatever is chosen, an execution leaves a valid trace and does
// not fail where the program is correct under the model; its choices repeat it.
func FuzzSchedule(f *testing.F) {
	files := sourceFiles(f, "../gen/testdata/run/*.c")
	var programs []*code.Program
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		p, err := Compile(filepath.Base(file), text, Options{})
		if err != nil {
			f.Fatal(err)
		}
		programs = append(programs, p)
		f.Add(uint8(i), uint8(i), []byte("\x01\x02\x01\x00\x03\x01\x01\x02"))
	}
	memories := []*models.Model{models.SC, models.TSO, models.PSO, models.PSLO, c11.Model}
	f.Fuzz(func(t *testing.T, program, model uint8, schedule []byte) {
		p, m := programs[int(program)%len(programs)], memories[int(model)%len(memories)]
		run := func(s interp.Strategy) (r interp.Result, events []trace.Event) {
			s.Begin(0)
			var rec trace.Recorder
			r = *interp.New(p, m, interp.Options{Semantics: interp.Semantics{MaxSteps: 2000}}).Run(context.Background(), s, &rec)
			return r, rec.Events
		}
		r, events := run(&bytesStrategy{schedule})
		if r.Outcome == interp.Failed {
			t.Errorf("%s under %s: %v", p.Name, m.Name, r.Err)
		}
		validate := trace.Validate
		if m.Native {
			validate = trace.ValidateC11
		}
		if err := validate(events, p.Sites); err != nil {
			t.Errorf("%s under %s: %v", p.Name, m.Name, err)
		}
		again := strategy.NewReplay(r.Choices())
		if _, repeated := run(again); !again.Followed() || !slices.Equal(events, repeated) {
			t.Errorf("%s under %s: the choices do not repeat the execution", p.Name, m.Name)
		}
	})
}
