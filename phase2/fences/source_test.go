package fences

import (
	"testing"

	"fencepost/benchmarks/programtest"
)

// FuzzSource reads any text and asks for a way to put a fence at every token.
func FuzzSource(f *testing.F) {
	for _, prog := range programtest.All(f, "relaxer") {
		text := prog.Source
		f.Add(string(text))
		for i := 0; i < len(text); i += len(text)/3 + 1 {
			f.Add(string(text[i:]))
			f.Add(string(text[:i]))
		}
	}
	f.Add("f(){for(;;)*")
	f.Add("f(){a->")
	f.Add("f(){if(a)else if")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20_000 {
			return
		}
		s := readSource(text)
		step := 1 + len(s.tokens)/50
		for i := 0; i < len(s.tokens); i += step {
			for _, side := range []Side{Before, After} {
				for _, w := range s.ways(i, side, "fence_sl()") {
					if got := len(apply(text, w.edits)); got <= len(text) {
						t.Errorf("token %d: nothing is added", i)
					}
					unified("t.c", text, w.edits)
				}
			}
		}
	})
}
