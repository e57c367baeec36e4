package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/limits"
)

// A process that has no memory, or no descriptors, ends with one line and a status of its
// own.
func TestShort(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" || raceEnabled {
		t.Skip("limits of address space are those of Linux, without the race detector's")
	}
	path, err := self()
	if err != nil {
		t.Fatal(err)
	}
	large := filepath.Join("testdata", "large.c")
	for limit, want := range map[string]string{
		"ulimit -v 2500000": "fencepost: out of memory: the address space may have 2441 MiB (ulimit -v)\n",
		"ulimit -d 500000":  "fencepost: out of memory: data may have 488 MiB (ulimit -d)\n",
		"ulimit -v 500000":  "fencepost: out of memory: the address space may have 488 MiB (ulimit -v), and 1536 are needed\n",
		"ulimit -n 6":       "fencepost: 6 files may be open (ulimit -n), and 16 are needed\n",
	} {
		if !limits.BeforeRuntime && strings.Contains(want, "address space") && strings.Contains(want, "needed") {
			continue // the runtime does not even begin
		}
		c := exec.Command("sh", "-c", limit+"; exec "+path+" run --memory 16000 --max-steps 1000000000 "+large)
		var told strings.Builder
		c.Stderr = &told
		var exited *exec.ExitError
		if err := c.Run(); !errors.As(err, &exited) || exited.ExitCode() != exit.Short || told.String() != want {
			t.Errorf("%s: %v, %q", limit, err, told.String())
		}
	}
	c := exec.Command("sh", "-c", "ulimit -v 8000000; exec "+path+" run nothing.c")
	out, err := c.CombinedOutput()
	var exited *exec.ExitError
	if !errors.As(err, &exited) || exited.ExitCode() != exit.Usage || string(out) != "nothing.c: no such file or directory\n" {
		t.Errorf("%v, %s", err, out)
	}
}
