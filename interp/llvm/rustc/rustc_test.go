package rustc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An error of a file that lacks what its package has says how to compile the package; one of a file
// of tests, how they are run.
func TestAdvised(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "alone"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "pack", "src"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pack", "Cargo.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	manifest := filepath.Join(dir, "pack", "src", "..", "Cargo.toml")
	for _, c := range []struct {
		file, text, said string
		advice           string
	}{
		{"pack/src/main.rs", "", "error[E0432]: unresolved import `q`: use of unresolved module or unlinked crate `q`", manifest},
		{"pack/src/lib.rs", "#[test]", "error[E0601]: `main` function not found in crate `lib`", manifest},
		{"pack/src/main.rs", "", "error[E0308]: mismatched types", ""},
		{"alone/main.rs", "", "error[E0432]: unresolved import `q`: use of unresolved module or unlinked crate `q`", ""},
		{"alone/main.rs", "", "error[E0601]: `main` function not found in crate `main`", ""},
		{"alone/main.rs", "#[test]", "error[E0601]: `main` function not found in crate `main`", "cargo fencepost --test NAME -- TEST"},
	} {
		source := Source{Name: filepath.Join(dir, c.file), Text: []byte(c.text)}
		err := source.advised(Said(source.Name, source.Name+":2:5: "+c.said+"\n"))
		if got := strings.Contains(err.Error(), "("); !strings.Contains(err.Error(), c.advice) || got != (c.advice != "") {
			t.Errorf("%s, %s: %v; advice %q", c.file, c.said, err, c.advice)
		}
	}
}

// What rustc writes under a place is left out where it only repeats the message.
func TestSaid(t *testing.T) {
	for said, want := range map[string]string{
		"use of mutable static is unsafe: use of mutable static": "use of mutable static is unsafe",
		"mismatched types: expected `i32`, found `()`":           "mismatched types: expected `i32`, found `()`",
	} {
		if got := Said("m.rs", "m.rs:2:5: error[E0133]: "+said+"\n").Error(); got != "m.rs:2:5: "+want {
			t.Errorf("%q", got)
		}
	}
}
