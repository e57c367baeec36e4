package replay

import (
	"os"
	"testing"
	"time"

	"fencepost/cmd/fencepost/flags"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/witness"
	"fencepost/models/c11"
)

// TestLastOfASession checks that a number means an execution of the last command of the same session; of the
// last command of all where the session has none, or none that was kept.
func TestLastOfASession(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	t.Setenv("LocalAppData", cache)
	result := func(name string) []Numbered {
		p, err := cfront.Compile(name, []byte("int main(void) { return 0; }\n"), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return []Numbered{{Witness: &witness.Witness{Model: c11.Model}, Program: p, Settings: &flags.Settings{}}}
	}
	program := func(session int) string {
		f, err := kept(session, 1)
		if err != nil {
			t.Fatal(err)
		}
		return f.Program
	}
	keep(101, result("a.c"))
	keep(102, result("b.c"))
	for session, want := range map[int]string{101: "a.c", 102: "b.c", 103: "b.c"} {
		if got := program(session); got != want {
			t.Errorf("session %d: execution 1 is of %s, want %s", session, got, want)
		}
	}
	paths, err := lastResults(101)
	old := time.Now().Add(-2 * keptFor)
	if err != nil || os.Chtimes(paths[0], old, old) != nil {
		t.Fatal(err)
	}
	keep(102, result("c.c"))
	if got := program(101); got != "c.c" {
		t.Errorf("the executions of an old session: %s, want c.c", got)
	}
	for _, damaged := range []string{"", "{", "\x00", "[1"} {
		if err := os.WriteFile(paths[0], []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := kept(101, 1); err == nil {
			t.Errorf("%q: execution 1 is of %s", damaged, f.Program)
		}
	}
}
