package rustc

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A crate gets the library's text if that defines all of Rust that the crate names. The machine itself has
// the functions of C.
func TestWithLibrary(t *testing.T) {
	const library = "@_RNvMIN = global i64 0\ndefine void @_RNvpark(ptr %0) {\n}\n"
	for _, c := range []struct {
		name, crate string
		want        bool
	}{
		{"a function and a variable that are there", "declare void @_RNvpark(ptr)\n@_RNvMIN = external global i64\n", true},
		{"a function that is not", "declare void @_RNvunpark(ptr)\n", false},
		{"a variable that is not", "@_RNvMAX = external global i64\n", false},
		{"a function of C", "declare ptr @malloc(i64)\n", true},
		{"a function of its own", "define void @_RNvmine() {\n}\n", true},
		{"a function in place of the library's", "define void @_RNvpark(ptr %0) {\n}\n", false},
		{"a copy of the library's", "define internal void @_RNvpark(ptr %0) {\n}\n", true},
	} {
		if got := withLibrary(c.crate, library); (got == c.crate+Library+library) != c.want || !c.want && got != "" {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// The library's text is kept. One that is cut short is made again.
func TestLibraryText(t *testing.T) {
	compiler, ok := Find()
	if !ok || testing.Short() {
		t.Skip("SKIPPED: takes seconds, and rustc")
	}
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	text, err := libraryText(context.Background(), compiler)
	if err != nil {
		t.Fatal(err)
	}
	kept := libraryFile(compiler)
	if !strings.HasPrefix(kept, cache) {
		t.Skip("SKIPPED: the system has another place for what is kept")
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(kept), "other.ll"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, []byte(text[:len(text)/2]), 0o600); err != nil {
		t.Fatal(err)
	}
	again, err := libraryText(context.Background(), compiler)
	if err != nil || again != text {
		t.Errorf("it is not made again: %v", err)
	}
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(kept), "*"))
	if len(files) != 1 || files[0] != kept {
		t.Errorf("%v are kept", files)
	}
}
