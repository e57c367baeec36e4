package gen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
)

// TestLives: the life of a variable ends with its block (C11 6.2.4), on every way that leads out of it
// but a goto. AddressSanitizer says the same.
func TestLives(t *testing.T) {
	for _, c := range []struct {
		name, body string
		late       bool // *p is used after the life of its object
		sized      bool // of an array of variable length, of which AddressSanitizer knows no end
	}{
		{"within the block", `int r; { int x = 1; p = &x; r = *p; } return r;`, false, false},
		{"after the block", `{ int x = 1; p = &x; } return *p;`, true, false},
		{"of the function", `int x = 1; { p = &x; } return *p;`, false, false},
		{"within a loop", `int r = 0; for (int i = 0; i < 3; i++) { p = &i; r += *p; } return r;`, false, false},
		{"after the loop", `for (int i = 0; i < 1; i++) p = &i; return *p;`, true, false},
		{"in the next iteration", `int r = 0; for (int i = 0; i < 2; i++) { if (i) r = *p; int x = i; p = &x; } return r;`, true, false},
		{"after continue", `for (int i = 0; i < 2; i++) { if (i) return *p; int x = 1; p = &x; if (k == 0) continue; p = 0; } return 0;`, true, false},
		{"after break", `while (1) { int x = 1; p = &x; if (k == 0) break; } return *p;`, true, false},
		{"after break out of two blocks", `for (;;) { { int x = 1; p = &x; if (k == 0) break; } } return *p;`, true, false},
		{"after a loop of one turn", `do { int x = 1; p = &x; if (k == 0) break; } while (0); return *p;`, true, false},
		{"after a loop of one turn that continues", `do { int x = 1; p = &x; if (k == 0) continue; } while (0); return *p;`, true, false},
		{"after switch", `switch (k) { case 0: { int x = 1; p = &x; break; } } return *p;`, true, false},
		{"before the first case", `switch (k) { int x; case 0: x = 1; p = &x; k = *p; } return 0;`, false, false},
		{"a block that begins again", `again: { int x = 1; p = &x; if (k++ < 2) goto again; k = *p; } return 0;`, false, false},
		{"the value of a statement expression", `struct s { int a, b; } v = ({ struct s t = {1, 2}; p = &t.a; k = *p; t; }); return v.b;`, false, false},
		{"a compound literal", `p = &(int){3}; return *p;`, false, false},
		{"a compound literal of a block", `{ p = &(int){3}; } return *p;`, true, false},
		{"an array of variable length", `{ int n = 2 + k; int x[n]; x[0] = 1; p = x; } return *p;`, true, true},
		{"a cleanup", `{ __attribute__((cleanup(see))) int x = 1; p = &x; } return 0;`, false, false},
		{"a cleanup of a loop's variable", `for (__attribute__((cleanup(see))) int i = 0; i < 2; i++) p = &i; return 0;`, false, false},
	} {
		text := "int *p; volatile int k; void see(int *q) { k += *q; }\nint main(void) { " + c.body + " }\n"
		r, _ := run(t, compileText(t, "life.c", text))
		if late := r.Err != nil && r.Err.Kind == interp.UseAfterFree; late != c.late || r.Err != nil && !late {
			t.Errorf("%s: %v %v", c.name, r.Outcome, r.Err)
		}
		if late, ok := sanitized(t, text); ok && late != c.late && !c.sized {
			t.Errorf("%s: AddressSanitizer differs", c.name)
		}
	}
}

// sanitized reports whether AddressSanitizer finds an error. Without gcc, and in short tests,
// ok is false.
func sanitized(t *testing.T, text string) (late, ok bool) {
	if _, err := exec.LookPath("gcc"); err != nil || !testsize.Whole() {
		return false, false
	}
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "life.c"), filepath.Join(dir, "life")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-fsanitize=address", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, _ := exec.Command(exe).CombinedOutput()
	return strings.Contains(string(out), "ERROR: AddressSanitizer"), true
}
