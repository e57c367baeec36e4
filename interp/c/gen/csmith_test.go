package gen_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// Where Debian's package libcsmith-dev has the headers that programs of csmith include.
const csmithHeaders = "/usr/include/csmith"

// TestCsmith compares what programs of csmith print here with what they print when gcc
// compiled them. One that is told to be too large is none.
func TestCsmith(t *testing.T) {
	for _, tool := range []string{"csmith", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("no " + tool)
		}
	}
	if _, err := os.Stat(csmithHeaders); err != nil {
		t.Skip("no " + csmithHeaders)
	}
	compared, large := 0, 0
	for seed, more := *firstSeed, enough(3); more(); seed++ {
		switch compareCsmith(t, seed) {
		case same:
			compared++
		case tooLarge:
			large++
		}
	}
	t.Logf("%d programs are the same, %d are too large", compared, large)
	if compared == 0 {
		t.Error("no program was compared")
	}
}

type comparison int

const (
	notCompiled comparison = iota
	same
	tooLarge
)

// compareCsmith compares one program. Those without end, and those that gcc rejects, are
// passed over.
func compareCsmith(t *testing.T, seed uint64) comparison {
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	kinds := [][]string{nil, {"--float"}, {"--no-volatiles", "--max-funcs", "4"}, {"--float", "--no-packed-struct", "--max-block-depth", "2"}}
	output := func(limit time.Duration, name string, args ...string) ([]byte, error) {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		return exec.CommandContext(ctx, name, args...).Output()
	}
	args := append([]string{"--seed", strconv.FormatUint(seed, 10)}, kinds[seed%4]...)
	text, err := output(10*time.Second, "csmith", args...)
	if err != nil {
		return notCompiled
	}
	if err := os.WriteFile(source, text, 0o666); err != nil {
		t.Fatal(err)
	}
	gcc := func(args ...string) ([]byte, error) {
		return output(time.Minute, "gcc", append([]string{"-w", "-O1", "-fwrapv", "-fno-strict-aliasing", "-I", csmithHeaders, "-o", exe, source, "-lm"}, args...)...)
	}
	if _, err := gcc(); err != nil {
		return notCompiled
	}
	want, err := output(2*time.Second, exe)
	if err != nil {
		return notCompiled
	}
	p, err := cfront.Compile("p.c", text, cfront.Options{IncludeDirs: []string{csmithHeaders}})
	if err != nil {
		t.Errorf("csmith %v: %v", args, err)
		return notCompiled
	}
	var got bytes.Buffer
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	s := strategy.NewRandom(1)
	s.Begin(0)
	r := interp.New(p, models.SC, interp.Options{Output: &got}).Run(ctx, s, nil)
	switch {
	case r.Outcome == interp.OutOfSteps || r.Outcome == interp.Interrupted:
		return tooLarge
	case r.Outcome == interp.Completed && got.String() == string(want):
		return same
	case undefined(gcc, exe): // conversions of floating numbers that do not fit
		return notCompiled
	default:
		t.Errorf("csmith %v: %v %v\nhere %s\ngcc %s", args, r.Outcome, r.Err, got.String(), want)
	}
	return notCompiled
}
