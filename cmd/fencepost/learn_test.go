package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/lessons"
	"fencepost/cmd/fencepost/exit"
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
			if got := run(context.Background(), []string{"learn", l.Name}, strings.NewReader(""), &stdout, &stderr); got != exit.OK {
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
		want := exit.OK
		if s.Ended == play.Failed {
			want = exit.Bug
		}
		for _, command := range []string{"replay", "explain"} {
			var stdout, stderr bytes.Buffer
			got := run(context.Background(), []string{command, file}, strings.NewReader(""), &stdout, &stderr)
			if got != want && (len(s.Races) == 0 || got != exit.Bug) {
				t.Errorf("%s %s: status %d, want %d: %s", l.Name, command, got, want, stderr.String())
			}
		}
	}
}

// What lessons say of how often testing and confirming show a bug is what the commands find.
func TestRatesOfLessons(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ command, want string }{
		{"test --executions 1000 --strategy random --model pso 17-holding-back.c", "1000 executions (random, seed 1), 4 distinct behaviours; 24 with a bug"},
		{"confirm --model pso --cycle 1 17-holding-back.c", " pso        30         21 "},
		{"test --executions 1000 --strategy pctwm --depth 0 18-depth.c", "no bug found"},
		{"test --executions 1000 --strategy pctwm --depth 1 18-depth.c", "no bug found"},
		{"test --executions 1000 --strategy pctwm --depth 2 18-depth.c", "107 with a bug: 10.7%"},
		{"test --executions 1000 --strategy random 18-depth.c", "34 with a bug: 3.4%"},
	} {
		args := strings.Fields(c.command)
		file := &args[len(args)-1]
		*file = "../../benchmarks/lessons/course/" + *file
		var out bytes.Buffer
		if run(context.Background(), args, strings.NewReader(""), &out, io.Discard); !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: want %q, got\n%s", c.command, c.want, out.String())
		}
	}
}
