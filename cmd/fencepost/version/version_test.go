package version

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Two programs have two identifiers, which are those that the go tool shows. One that was set by
// hand does not count, as two programs may have it.
func TestBuildID(t *testing.T) {
	t.Parallel()
	tool, err := exec.LookPath("go")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("needs the go tool, and executables of ELF")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if tool, err = filepath.EvalSymlinks(tool); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{self, tool} {
		want, err := exec.Command("go", "tool", "buildid", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		if id := buildID(path); id == "" || !strings.Contains(id, string(bytes.TrimSpace(want))) {
			t.Errorf("%s: %q, want one with %q", path, id, want)
		}
	}
	id := buildID(self)
	if id == buildID(tool) {
		t.Errorf("two programs have %q", id)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	given := filepath.Join(t.TempDir(), "given")
	if err := os.WriteFile(given, bytes.ReplaceAll(text, []byte(id), []byte(strings.ReplaceAll(id, "/", "-"))), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{given, "version.go"} {
		if id := buildID(path); id != "" {
			t.Errorf("%s: %q", path, id)
		}
	}
}
