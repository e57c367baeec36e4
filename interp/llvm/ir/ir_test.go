package ir_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/llvm/ir"
	"fencepost/trace"
)

// read parses a text whole; the error has its place, or is nil.
func read(t testing.TB, name, text string) error {
	t.Helper()
	m, err := ir.Parse(name, text)
	if err == nil {
		for _, f := range m.Functions {
			err = errors.Join(err, f.Body())
		}
		for n := range 50 {
			m.Node(n)
		}
	}
	if err == nil {
		return nil
	}
	var e *trace.Diagnostic
	if !errors.As(err, &e) || e.Pos.Line < 1 || e.Pos.File != name {
		t.Fatalf("an error without its place: %v", err)
	}
	return e
}

// samples returns the texts of the tests and of the runtime.
func samples(t testing.TB) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, pattern := range []string{"../testdata/*.ll", "../runtime/files/*.ll"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			list[filepath.Base(f)] = string(text)
		}
	}
	return list
}

func TestSamples(t *testing.T) {
	t.Parallel()
	for name, text := range samples(t) {
		if err := read(t, name, text); err != nil {
			t.Error(err)
		}
	}
}

// Texts that were changed at random are read, or refused with a place.
func TestMutated(t *testing.T) {
	t.Parallel()
	n := 20_000
	switch {
	case testing.Short():
		n = 500
	case !testsize.Whole():
		n = 5000
	}
	r := rand.New(rand.NewPCG(1, 2))
	list := samples(t)
	var names []string
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	words := []string{"i32", "ptr", "%", "@", "!", "(", ")", "{", "}", "[", "]", "<", ">", ",", "=", "\"", "label", "define", "call", "phi", "switch", "\n", "0", "-1", "x", "...", ";", "#0", "c\""}
	refused := 0
	for k := range n {
		name := names[k%len(names)]
		b := []byte(list[name])
		if len(b) > 6000 {
			from := r.IntN(len(b) - 6000)
			b = b[from : from+6000]
			if i := strings.IndexByte(string(b), '\n'); i >= 0 {
				b = b[i+1:]
			}
		}
		for range 1 + r.IntN(4) {
			at := r.IntN(len(b))
			switch r.IntN(4) {
			case 0:
				b[at] = byte(r.IntN(256))
			case 1:
				b = append(b[:at:at], b[min(len(b), at+1+r.IntN(20)):]...)
			case 2:
				b = append(append(append([]byte(nil), b[:at]...), words[r.IntN(len(words))]...), b[at:]...)
			default:
				to := min(len(b), at+r.IntN(60))
				b = append(append(append([]byte(nil), b[:to]...), b[at:to]...), b[to:]...)
			}
			if len(b) == 0 {
				b = []byte(" ")
			}
		}
		if read(t, name, string(b)) != nil {
			refused++
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range samples(f) {
		if len(text) < 20_000 {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) { read(t, "fuzz.ll", text) })
}

// Four times as many lines take less than ten times as long to read: it is not the square.
func TestFast(t *testing.T) {
	took := func(functions int) time.Duration {
		var b strings.Builder
		for k := range functions {
			fmt.Fprintf(&b, "define i32 @f%d(i32 %%0, ptr %%1) {\n", k)
			for i := 2; i < 50; i++ {
				fmt.Fprintf(&b, "  %%%d = add nsw i32 %%%d, %d, !dbg !7\n", i+1, max(0, i)*b2i(i > 2), i)
			}
			b.WriteString("  ret i32 0\n}\n")
		}
		text := strings.ReplaceAll(b.String(), "%2 ", "%0 ")
		begin := time.Now()
		if err := read(t, "large.ll", text); err != nil {
			t.Fatal(err)
		}
		return time.Since(begin)
	}
	var ratio float64
	for range 10 { // others may have had the processor
		few, many := took(500), took(2000)
		if ratio = float64(many) / float64(few); ratio < 10 {
			return
		}
	}
	t.Errorf("four times as many lines take %.1f times as long", ratio)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"define i32 @f() {\n  ret i32 %x\n}\n", "2:11: %x is not defined"},
		{"define i32 @f() {\n  %x = add i32 1, 2\n  %x = add i32 1, 2\n  ret i32 0\n}\n", "3:3: %x is defined twice"},
		{"define void @f() {\n  br label %no\n}\n", "block %no of @f is not defined"},
		{"define void @f() {\n  frobnicate i32 1\n  ret void\n}\n", "2:14: instruction frobnicate is not supported"},
		{"@x = global i32* null\n", "a pointer with a type"},
		{"@x = global ptr @y\n", "1:17: @y is not defined"},
		{"%a = type { %a }\n", "contains itself"},
		{"define void @f() {\n  ret void\n", "has no end"},
		{"define void @f(ptr %p) {\n  %x = load i32, i64 0\n  ret void\n}\n", "a load from what is no pointer"},
		{"nonsense\n", "1:1: a definition expected"},
	} {
		err := read(t, "a.ll", c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}
