package code_test

import (
	"testing"

	"fencepost/interp/c/cfront"
)

// Loops have a way out where their function goes on, not where it fails.
func TestLoops(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("loops.c", []byte(`
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <pthread.h>
atomic_int x;
void none(void) { x = 1; }
void waits(void) { while (x) ; }
void body_first(void) { do x = 1; while (x); }
void server(void) { for (;;) x = 1; }
void returns(void) { for (;;) if (x) return; }
void ends_thread(void) { for (;;) if (x) pthread_exit(0); }
void asserts(void) { for (;;) assert(x); }
void fails(void) { for (;;) { if (x) abort(); if (x == 2) exit(1); } }
void nested(void) { for (;;) { while (x) ; x = 2; } }
void leaves_both(void) { for (int i = 0; x; i++) for (int k = 0; k < i; k++) x = 3; }
void panics(void) { for (;;) if (x) for (;;) x = 4; }
int main(void)
{
	if (x == 9) {
		none(); waits(); body_first(); server(); returns(); ends_thread(); asserts(); fails(); nested(); leaves_both(); panics();
	}
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]int{ // loops, and those with a way out
		"none": {0, 0}, "waits": {1, 1}, "body_first": {1, 1}, "server": {1, 0}, "returns": {1, 1}, "ends_thread": {1, 1},
		"asserts": {1, 0}, "fails": {1, 0}, "nested": {2, 1}, "leaves_both": {2, 2}, "panics": {2, 0},
	}
	seen := 0
	for i := range p.Funcs {
		f := &p.Funcs[i]
		n, ok := want[f.Name]
		if !ok {
			continue
		}
		seen++
		loops, exits := p.Loops(f), 0
		for _, l := range loops {
			if !l.Body[l.Head] {
				t.Errorf("%s: a head is not in its loop", f.Name)
			}
			if l.Exits {
				exits++
			}
		}
		if len(loops) != n[0] || exits != n[1] {
			t.Errorf("%s: %d loops, %d with a way out, want %d and %d", f.Name, len(loops), exits, n[0], n[1])
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d functions", seen, len(want))
	}
}
