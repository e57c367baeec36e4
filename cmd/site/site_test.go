package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/playground/engine"
)

// The engine for the browser leaves out what the page does not need.
func TestDependencies(t *testing.T) {
	t.Parallel()
	c := exec.Command("go", "list", "-deps", "fencepost/cmd/site/engine")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := c.Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 50 {
		t.Fatalf("%d packages", len(deps))
	}
	for _, d := range deps {
		for _, unwanted := range []string{"net/http", "chromedp", "spf13/cobra", "sarif"} {
			if strings.Contains(d, unwanted) {
				t.Errorf("the engine needs %s", d)
			}
		}
	}
}

// maxEngine is how many bytes the compressed engine may have.
const maxEngine = 6_000_000

// The engine of a site that was written, which FENCEPOST_SITE names, answers under node
// what it answers here, to the byte.
func TestEngineInNode(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("FENCEPOST_SITE")
	if dir == "" {
		t.Skip("FENCEPOST_SITE names no folder that go run ./cmd/site -o DIR wrote")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node is installed: apt-get install nodejs")
	}
	info, err := os.Stat(filepath.Join(dir, "engine.wasm.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > maxEngine {
		t.Errorf("the engine has %d bytes, more than %d", info.Size(), maxEngine)
	}
	sb, err := benchmarks.Files.ReadFile("litmus/SB.c")
	if err != nil {
		t.Fatal(err)
	}
	var input, want bytes.Buffer
	for _, r := range []engine.Request{
		{Do: "open"}, {Do: "explore", Model: "tso"}, {Do: "explore", Model: "power"}, {Do: "execution", Model: "c11", State: "r1=0 r2=0"},
		{Do: "why", Model: "sc", State: "r1=0 r2=0"}, {Do: "play", Model: "pso"}, {Do: "justify", Model: "c11"}, {Do: "menu", Repair: &engine.Repair{Model: "c11"}},
		{Do: "lesson", Lesson: "SB"}, {Do: "predict", Lesson: "MP", Ticks: []int{0}}, {Do: "nonsense"},
	} {
		if r.Lesson == "" {
			r.Name, r.Source, r.Observe = "SB.c", string(sb), []string{"r1", "r2"}
		}
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		input.Write(append(line, '\n'))
		want.Write(append(engine.Encode(engine.Run(context.Background(), &r, engine.DefaultLimits, nil), engine.DefaultLimits), '\n'))
	}
	c := exec.Command(node, "testdata/ask.mjs", dir)
	c.Stdin, c.Stderr = &input, os.Stderr
	got, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(want.String(), "\n")
	if len(g) != len(w) {
		t.Fatalf("%d answers, want %d", len(g), len(w))
	}
	for i := range w {
		if g[i] != w[i] {
			t.Errorf("answer %d under node:\n%.500s\nhere:\n%.500s", i+1, g[i], w[i])
		}
	}
}
