package fences_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2/fences"
)

func compile(t *testing.T, name string, defines ...string) *code.Program {
	t.Helper()
	src, err := benchmarks.Files.ReadFile("relaxer/" + name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Compile(name, src, cfront.Options{Defines: defines})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTry(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("TRY")) {
		f, m, _ := strings.Cut(name, ":")
		model, _ := models.Lookup(m)
		p := compile(t, f+".c")
		start := time.Now()
		r, err := fences.Infer(context.Background(), p, model, fences.Options{})
		if err != nil {
			t.Error(name, err)
			continue
		}
		t.Log(name, time.Since(start))
		for _, rem := range r.Removals {
			t.Log(rem.Fence.Describe(p), p.Sites[rem.Fence.Site].Text, rem.Error)
		}
		t.Log(r.Cost, r.Exact, r.Verdict, r.Tried, r.Caught, r.Executions)
		if err := r.Program.Verify(); err != nil {
			t.Error(err)
		}
		start = time.Now()
		c, err := fences.Write(p, r.Placement, cfront.Options{})
		t.Log(time.Since(start), err, c.Notes)
		t.Log(c.Diff)
	}
}
