//go:build !js

package fences

import (
	"strings"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/trace"
)

// TestForeignAdvice says why an order is not changed in a source of Rust: the file is another
// crate's, or nothing there names the order.
func TestForeignAdvice(t *testing.T) {
	const own, other = "/a/own/src/main.rs", "/a/other/src/lib.rs"
	for file, want := range map[string]string{own: "which names no order", other: "which is in a file of another crate"} {
		p := &code.Program{
			Files:  []code.File{{Name: own, Text: "f();\n", Unit: true}, {Name: other, Text: "f();\n"}},
			Sites:  []trace.Site{{Pos: trace.Pos{File: file, Line: 1, Col: 1}, Text: "f()"}},
			Access: []code.Access{{Order: trace.Relaxed}},
		}
		change := OrderChange{From: trace.Relaxed, To: trace.Release}
		c := writeForeign(p, [][]OrderChange{{change}}, cfront.Options{})
		if len(c.Failed) != 1 || len(c.Notes) != 1 || !strings.HasSuffix(c.Notes[0], want) {
			t.Errorf("%s: %d changes failed, notes %q, want %q", file, len(c.Failed), c.Notes, want)
		}
	}
}
