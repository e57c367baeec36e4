package gen_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/parse"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// mutate returns a program with a token left out, written twice, put elsewhere, or
// replaced by another of its kind.
func mutate(r *rand.Rand, text string) string {
	tokens := parse.Lex([]byte(text))
	tokens = slices.DeleteFunc(tokens, func(x parse.Lexeme) bool { return x.Kind == parse.LexNewline })
	x := tokens[r.IntN(len(tokens))]
	y := tokens[r.IntN(len(tokens))]
	for y.Kind != x.Kind {
		y = tokens[r.IntN(len(tokens))]
	}
	before, after := text[:x.Start], text[x.End:]
	switch r.IntN(8) {
	case 0:
		return before + after
	case 1:
		return before + x.Text + " " + x.Text + after
	case 2:
		return before + y.Text + " " + x.Text + after
	case 3:
		numbers := []string{"0", "1", "-1", "7", "0x80000000", "4294967296L", "1u", "1.5f"}
		if x.Kind == parse.LexNumber {
			return before + numbers[r.IntN(len(numbers))] + after
		}
	case 4:
		types := []string{"char", "unsigned", "long", "short", "_Bool", "double", "unsigned char"}
		if i := slices.Index(types, x.Text); i >= 0 || x.Text == "int" {
			return before + types[r.IntN(len(types))] + after
		}
	}
	return before + y.Text + after
}

// TestMutants compares changed programs with their compilations by gcc. A program that is accepted
// here is accepted by gcc. It ends in the same way with the same output, unless gcc's sanitizers
// report that its behaviour is undefined.
func TestMutants(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	var texts []string
	for _, name := range []string{"arith", "bitfields", "conditions", "corners", "crowded", "floating", "flow", "objects", "packed", "variadic"} {
		text, err := os.ReadFile("testdata/run/" + name + ".c")
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	accepted := 0
	for seed, more := *firstSeed, enough(40); more(); seed++ {
		r := rand.New(rand.NewPCG(seed, 3))
		text := mutate(r, texts[r.IntN(len(texts))])
		if sameAsGCC(t, seed, text) {
			accepted++
		}
	}
	t.Logf("%d mutants are accepted, and the same", accepted)
	if accepted == 0 {
		t.Error("no mutant is accepted")
	}
}

// sameAsGCC compares one program; it reports whether it was compiled and run by both.
func sameAsGCC(t *testing.T, seed uint64, text string) bool {
	p, err := cfront.Compile("p.c", []byte(text), cfront.Options{})
	if err != nil {
		var list *cfront.Error
		if !errors.As(err, &list) || len(list.Diagnostics) == 0 || list.Diagnostics[0].Line < 1 {
			t.Errorf("seed %d: an error without a place: %v\n%s", seed, err, text)
		}
		return false
	}
	for _, w := range p.Warnings {
		if strings.Contains(w.Message, "format") {
			return false // undefined, which no sanitizer reports
		}
	}
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	gcc := func(args ...string) ([]byte, error) {
		return exec.Command("gcc", append([]string{"-std=gnu11", "-w", "-fwrapv", "-idirafter", "../library/headers", "-o", exe, source, "-lm"}, args...)...).CombinedOutput()
	}
	if out, err := gcc(); err != nil {
		if !bytes.Contains(out, []byte("undefined reference")) {
			t.Errorf("seed %d: gcc rejects this\n%s\n%s", seed, out, text)
		}
		return false
	}
	var got bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	s := strategy.NewRandom(1)
	s.Begin(0)
	result := interp.New(p, models.SC, interp.Options{Output: &got}).Run(ctx, s, nil)
	if result.Outcome != interp.Completed {
		return false
	}
	limited, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	cmd := exec.CommandContext(limited, exe)
	want, _ := cmd.Output()
	if limited.Err() != nil {
		return false // it was stopped: the processors are busy
	}
	if cmd.ProcessState.ExitCode() == int(uint8(result.Exit)) && string(want) == got.String() {
		return true
	}
	if undefined(gcc, exe) {
		return false
	}
	t.Errorf("seed %d: exit status %d, with gcc %d\nhere %s\ngcc %s\n%s", seed, result.Exit, cmd.ProcessState.ExitCode(), got.String(), want, text)
	return false
}

// undefined reports whether gcc finds that the behaviour of a program is undefined.
func undefined(gcc func(args ...string) ([]byte, error), exe string) bool {
	if _, err := gcc("-Werror=sequence-point", "-Werror=return-type", "-Werror=uninitialized", "-Werror=format", "-O1"); err != nil {
		return true
	}
	if _, err := gcc("-fsanitize=undefined,address,float-cast-overflow", "-fno-sanitize-recover=all"); err != nil {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe)
	var errors strings.Builder
	cmd.Stderr = &errors
	cmd.Run()
	return strings.Contains(errors.String(), "runtime error") || strings.Contains(errors.String(), "Sanitizer")
}
