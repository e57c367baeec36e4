package cfront

import (
	"context"
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// parseLimit is far above what any small file takes.
const parseLimit = 20 * time.Second

// parseInTime fails the test if parsing does not come back in time, or leaves
// neither a program nor an error.
func parseInTime(t *testing.T, src []byte) {
	t.Helper()
	done := make(chan bool, 1)
	go func() {
		var r reporter
		p := parse("t.c", src, Options{ReadFile: fileMap(nil)}, &r)
		done <- (p == nil) == r.failed()
	}()
	select {
	case ok := <-done:
		if !ok {
			t.Fatalf("a program and an error, or none: %q", src)
		}
	case <-time.After(parseLimit):
		t.Fatalf("no end: %q", src)
	}
}

func samples(t testing.TB) (texts [][]byte) {
	t.Helper()
	names, err := filepath.Glob("testdata/parse/*.c")
	if err != nil || len(names) == 0 {
		t.Fatal("no samples", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

func TestPrefixes(t *testing.T) {
	t.Parallel()
	for _, text := range samples(t) {
		for n := range text {
			parseInTime(t, text[:n])
		}
	}
}

// pieces is what mutations insert.
var pieces = []string{"(", ")", "[", "]", "{", "}", "()", "{}", ";", ",", "*", "&", "^", ":", "?", "=", "-", "...", "\"", "'", "\\", "#", "##", "\n",
	"int ", " struct ", " enum ", " typedef ", " else ", " case ", " do ", " _Generic(", " _Atomic ", " sizeof ", " typeof(", " __attribute__ ", " __auto_type ",
	" asm ", " goto ", " _Static_assert ", " static ", " __label__ ", "1", ".1", "x", "\n#define x ", "\n#if ", "\n#endif\n", "\n#include "}

func TestMutations(t *testing.T) {
	t.Parallel()
	texts := samples(t)
	rng := rand.New(rand.NewSource(1))
	for range 400 {
		text := string(texts[rng.Intn(len(texts))])
		for range 1 + rng.Intn(3) {
			i := rng.Intn(len(text))
			j := min(len(text), i+rng.Intn(8)*rng.Intn(2))
			text = text[:i] + pieces[rng.Intn(len(pieces))] + text[j:]
		}
		parseInTime(t, []byte(text))
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range samples(f) {
		f.Add(text)
	}
	f.Add([]byte("#define CAT(a, b) a##b\nCAT(x, y)"))
	f.Add([]byte("int f(void) { __auto_type ^ typedef ^ __attribute__ }"))
	f.Fuzz(func(t *testing.T, src []byte) {
		parseInTime(t, src)
	})
}

// FuzzCompile: a source gives errors with positions, or a program that is sound
// and runs to some end.
func FuzzCompile(f *testing.F) {
	for _, pattern := range []string{"testdata/gen/*.c", "testdata/gen/run/*.c", "testdata/check/*.c"} {
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
		p, err := Compile("p.c", []byte(text), Options{ReadFile: fileMap(nil)})
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
		m := interp.New(p, models.PSLO, interp.Options{MaxSteps: 1000})
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
	files := sourceFiles(f, "testdata/gen/run/*.c")
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
			r = *interp.New(p, m, interp.Options{MaxSteps: 2000}).Run(context.Background(), s, &rec)
			return r, rec.Events
		}
		r, events := run(&bytesStrategy{schedule})
		if r.Outcome == interp.Failed {
			t.Errorf("%s under %s: %v", p.Name, m.Name, r.Err)
		}
		validate := trace.Validate
		if m.Orders {
			validate = trace.ValidateC11
		}
		if err := validate(events, p.Sites); err != nil {
			t.Errorf("%s under %s: %v", p.Name, m.Name, err)
		}
		again := strategy.NewReplay(r.Choices)
		if _, repeated := run(again); !again.Followed() || !slices.Equal(events, repeated) {
			t.Errorf("%s under %s: the choices do not repeat the execution", p.Name, m.Name)
		}
	})
}
