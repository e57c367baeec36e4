package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/lessons"
	"fencepost/interp/play"
)

// Every lesson is told whole where nobody can press a key, in lines of 80 columns but for
// the program's own.
func TestLessons(t *testing.T) {
	list, err := lessons.All()
	if err != nil || len(list) == 0 {
		t.Fatal(list, err)
	}
	for _, l := range list {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			if got := run(context.Background(), []string{"learn", l.Name}, strings.NewReader(""), &stdout, &stderr); got != exitOK {
				t.Fatalf("status %d: %s", got, stderr.String())
			}
			text := stdout.String()
			for _, want := range []string{l.Title, "[x]", "Play\n"} {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			if l.Repair != nil && !strings.Contains(text, "Repair\n") || l.Transfer != nil && !strings.Contains(text, "Transfer: ") {
				t.Errorf("got\n%s", text)
			}
		})
	}
}

// A played execution is a witness that replay and explain take.
func TestPlayedWitness(t *testing.T) {
	t.Parallel()
	list, err := lessons.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		g, err := l.Program.Game(l.Play.Model, l.Play.Goal)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := l.Reach(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Play(context.Background(), moves)
		if err != nil || !s.Reached {
			t.Fatalf("%s: %+v %v", l.Name, s, err)
		}
		file := filepath.Join(t.TempDir(), "played.json")
		if err := os.WriteFile(file, s.Witness, 0o666); err != nil {
			t.Fatal(err)
		}
		want := exitOK
		if s.Ended == play.Failed {
			want = exitBug
		}
		for _, command := range []string{"replay", "explain"} {
			var stdout, stderr bytes.Buffer
			got := run(context.Background(), []string{command, file}, strings.NewReader(""), &stdout, &stderr)
			if got != want && (len(s.Races) == 0 || got != exitBug) {
				t.Errorf("%s %s: status %d, want %d: %s", l.Name, command, got, want, stderr.String())
			}
		}
	}
}
