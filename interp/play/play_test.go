package play_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/interp/machine/witness"
	"fencepost/interp/play"
	"fencepost/trace"
)

const sb = `C SB
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (0:r0=0 /\ 1:r1=0)
`

const s = `C S
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 2, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
exists (1:r0=1 /\ x=2)
`

// a program of everything that is a choice of its own, or goes wrong.
const program = `
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
#include <stdio.h>
struct { int data[2]; atomic_int ready; } box;
int plain;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *writer(void *p)
{
	int *block = malloc(sizeof *block);
	*block = 3;
	box.data[0] = *block;
	free(block);
	plain = 1;
	pthread_mutex_lock(&m);
	atomic_store_explicit(&box.ready, 1, memory_order_relaxed);
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	int expected = 1;
	if (atomic_compare_exchange_weak(&box.ready, &expected, 2))
		assert(plain == 1);
	pthread_mutex_lock(&m);
	while (!box.ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	puts("done");
	return 0;
}
`

func game(t *testing.T, file, text, model, goal string) (*play.Program, *play.Game) {
	t.Helper()
	p, err := play.Open(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := p.Game(model, goal)
	if err != nil {
		t.Fatal(err)
	}
	return p, g
}

// replays checks that an execution that has ended is one that a witness file repeats.
func replays(t *testing.T, s *play.State) {
	t.Helper()
	w, err := witness.Read(bytes.NewReader(s.Witness))
	if err != nil {
		t.Fatal(err)
	}
	p, err := w.Compile(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var rec trace.Recorder
	if _, _, err := w.Replay(context.Background(), p, nil, &rec); err != nil {
		t.Fatalf("%s under %s: %v", s.Program, s.Model, err)
	}
	if !slices.Equal(rec.Events, s.Events) {
		t.Fatal("the events differ")
	}
}

// A goal is reached under the models that allow it, and under no other.
func TestSolve(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file, text, goal string
		models           string
	}{
		{"SB.litmus", sb, "", "tso pso pslo c11"},
		{"SB.litmus", sb, "r0=0 /\\ r1=1", "sc tso pso pslo c11"},
		{"SB.litmus", sb, "0:r0=2", ""},
		{"S.litmus", s, "", "pso pslo c11"},
		{"p.c", program, play.Bug, "sc tso pso pslo c11"},
		{"p.c", program, "box.data[0]=3 /\\ not (plain=2)", "sc tso pso pslo c11"},
	} {
		for _, model := range play.Models() {
			_, g := game(t, test.file, test.text, model, test.goal)
			moves, err := g.Solve(context.Background(), nil)
			if test.file == "p.c" && test.goal == play.Bug && model != "c11" && moves == nil {
				continue // a race is an error of C11 alone
			}
			if err != nil || (moves != nil) != slices.Contains(strings.Fields(test.models), model) {
				t.Errorf("%s %s under %s: %v %v", test.file, test.goal, model, moves, err)
				continue
			}
			if moves == nil {
				continue
			}
			s, err := g.Play(context.Background(), moves)
			if err != nil || !s.Reached || s.Ended == "" || len(s.Enabled) > 0 {
				t.Fatalf("%s under %s: %+v %v", test.file, model, s, err)
			}
			replays(t, s)
			for n := range moves { // undo: each state on the way has the move that was made
				s, err := g.Play(context.Background(), moves[:n])
				if err != nil || s.Ended != "" || !slices.ContainsFunc(s.Enabled, func(m play.Move) bool { return m.Number == moves[n] }) {
					t.Fatalf("%s under %s after %d of %v: %+v %v", test.file, model, n, moves, s, err)
				}
			}
		}
	}
}

// Whatever is chosen, the states are those of the machine, and the end replays.
func TestRandom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	asked := map[string]bool{}
	for _, model := range play.Models() {
		for _, text := range []string{sb, s, program} {
			file := "p.c"
			if text != program {
				file = "t.litmus"
			}
			_, g := game(t, file, text, model, "")
			for range 5 {
				var moves []int
				for {
					s, err := g.Play(context.Background(), moves)
					if err != nil {
						t.Fatal(err)
					}
					if s.Ended != "" {
						replays(t, s)
						break
					}
					if len(s.Enabled) < 2 || s.Asks == "" {
						t.Fatalf("%+v", s)
					}
					asked[s.Asks] = true
					for k, m := range s.Enabled {
						if m.Number != k || m.Label == "" {
							t.Fatalf("%+v", m)
						}
					}
					if _, err := json.Marshal(s); err != nil {
						t.Fatal(err)
					}
					moves = append(moves, r.IntN(len(s.Enabled)))
				}
			}
		}
	}
	for _, kind := range []string{"schedule", "read-from"} {
		if !asked[kind] {
			t.Errorf("nothing of kind %s was asked", kind)
		}
	}
}

// What is shown of a game, in words.
func TestState(t *testing.T) {
	t.Parallel()
	_, g := game(t, "SB.litmus", sb, "tso", "")
	s, err := g.Play(context.Background(), []int{0})
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, m := range s.Enabled {
		labels = append(labels, m.Kind+": "+m.Label)
	}
	want := []string{
		"step: P0: atomic_load_explicit(y, memory_order_relaxed)",
		"step: P1: atomic_store_explicit(y, 1, memory_order_relaxed)",
		"commit: P0: x = 1 leaves the buffer and reaches memory",
	}
	if !slices.Equal(labels, want) {
		t.Errorf("%q", labels)
	}
	if p := s.Threads[0]; p.Name != "P0" || p.Buffer[0].Text != "x = 1" || p.Registers[0] != (play.Register{Name: "r0"}) || p.State != "ready" || p.Line != 5 {
		t.Errorf("%+v", p)
	}
	if s.Memory[0].Name != "x" || s.Memory[0].Value != "0" || len(s.Did) != 1 || s.Did[0].Text != "P0: write x = 1, which waits in its buffer" {
		t.Errorf("%+v %+v", s.Memory, s.Did)
	}
	s, err = g.Play(context.Background(), []int{0, 0, 0, 0})
	if err != nil {
		t.Fatal(err)
	}
	if p := s.Threads[0]; p.Registers[0].Value != "0" || p.State != "ended" {
		t.Errorf("%+v", p)
	}
	_, g = game(t, "SB.litmus", sb, "c11", "")
	s, err = g.Play(context.Background(), []int{0, 0})
	if err != nil || s.Asks != "read-from" {
		t.Fatalf("%+v %v", s, err)
	}
	if m := s.Enabled[0]; m.Label != "P1: read x = 0, the initial value: an older value" || !m.Old {
		t.Errorf("%+v", m)
	}
	if m := s.Enabled[1]; m.Label != "P1: read x = 1, stored by P0" || m.Old {
		t.Errorf("%+v", m)
	}
}

// What is wrong with a request is told, at once.
func TestHostile(t *testing.T) {
	t.Parallel()
	forever := "#include <stdatomic.h>\n#include <pthread.h>\natomic_int x;\nvoid *f(void *p) { for (;;) x++; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) x--; }\n"
	for _, test := range []struct {
		name, want string
		r          request
	}{
		{"model", `no machine of "armv8"`, request{File: "a.litmus", Text: sb, Model: "armv8"}},
		{"goal", "goal:1:9: 7:r0 is not observed", request{File: "a.litmus", Text: sb, Model: "sc", Goal: "true \\/ 7:r0=1"}},
		{"goal end", "goal:1:3: expected = or !=", request{File: "a.litmus", Text: sb, Model: "sc", Goal: "r0"}},
		{"register", "is a register of a litmus test", request{File: "a.c", Text: forever, Model: "sc", Goal: "0:r0=1"}},
		{"global", "the program has no such global", request{File: "a.c", Text: forever, Model: "sc", Goal: "y=1"}},
		{"syntax", "a.c:1:4:", request{File: "a.c", Text: "in main() {}", Model: "sc"}},
		{"include", "/etc/passwd", request{File: "a.c", Text: "#include \"/etc/passwd\"\nint main(void) { return 0; }\n", Model: "sc"}},
		{"move", "move 2: there is no move 9: choose from 0 to 2", request{File: "a.litmus", Text: sb, Model: "tso", Moves: []int{0, 9}}},
		{"negative", "move 1: there is no move -1", request{File: "a.litmus", Text: sb, Model: "tso", Moves: []int{-1}}},
		{"late", "move 3: the execution has ended before it", request{File: "a.litmus", Text: sb, Model: "sc", Moves: []int{0, 0, 0, 0, 0, 0}}},
		{"many", "move 100001: a game has at most 100000 moves", request{File: "a.litmus", Text: sb, Model: "sc", Moves: make([]int, 1_000_000)}},
		{"large", "larger than", request{File: "a.c", Text: strings.Repeat("\n", 2<<20), Model: "sc"}},
		{"arm", "no machine to play", request{File: "a.litmus", Text: "AArch64 t\n{ 0:X1=x; }\n P0          ;\n MOV W0,#1   ;\n STR W0,[X1] ;\nexists (x=1)\n", Model: "sc"}},
	} {
		_, err := playRequest(context.Background(), test.r)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	for _, text := range []string{"for (;;) ;", "for (volatile int i = 0;;) i++;"} {
		s, err := playRequest(context.Background(), request{File: "a.c", Text: "int main(void) { " + text + " }", Model: "sc"})
		if err != nil || s.Threads[0].State != "waiting" {
			t.Errorf("%s: %+v %v", text, s, err)
		}
	}
	s, err := playRequest(context.Background(), request{File: "a.c", Text: forever, Model: "tso", Moves: make([]int, play.MaxMoves)})
	if err != nil || s.Moves != play.MaxMoves {
		t.Errorf("%+v %v", s, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if _, err := playRequest(ctx, request{File: "a.c", Text: "int main(void) { for (unsigned i = 1; i; i++) ; }", Model: "sc"}); err == nil {
		t.Error("an endless program ended")
	}
}

// A request is all there is to know of a game.
type request struct {
	File, Text, Model, Goal string
	Moves                   []int
}

// playRequest returns what a request leads to.
func playRequest(ctx context.Context, r request) (*play.State, error) {
	p, err := play.Open(r.File, []byte(r.Text))
	if err != nil {
		return nil, err
	}
	g, err := p.Game(r.Model, r.Goal)
	if err != nil {
		return nil, err
	}
	return g.Play(ctx, r.Moves)
}
