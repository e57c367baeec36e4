package rustc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An error of a file that lacks what its package has says how to compile the package.
func TestFileOfPackage(t *testing.T) {
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
	for _, c := range []struct {
		file, said string
		advised    bool
	}{
		{"pack/src/main.rs", "error[E0432]: unresolved import `q`: use of unresolved module or unlinked crate `q`", true},
		{"pack/src/lib.rs", "error[E0601]: `main` function not found in crate `lib`", true},
		{"pack/src/main.rs", "error[E0308]: mismatched types", false},
		{"alone/main.rs", "error[E0432]: unresolved import `q`: use of unresolved module or unlinked crate `q`", false},
	} {
		name := filepath.Join(dir, c.file)
		err := ofPackage(name, Said(name, name+":2:5: "+c.said+"\n"))
		if got := strings.Contains(err.Error(), filepath.Join(dir, "pack", "src", "..", "Cargo.toml")); got != c.advised {
			t.Errorf("%s, %s: %v; advice %v", c.file, c.said, err, c.advised)
		}
	}
}
