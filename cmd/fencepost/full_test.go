//go:build linux

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fencepost/cmd/fencepost/exit"
)

// Where nothing can be written, on a disk that is read only or is full, as a quota makes it,
// every file that a command writes ends it with the system's own words, the status of an
// output that is lost, no word of success and no file by half.
func TestNoRoom(t *testing.T) {
	const size = "65536"
	mount := func(flags uintptr) string {
		dir := t.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, "size="+size); err != nil {
			t.Skipf("nothing can be mounted: %v", err)
		}
		t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
		return dir
	}
	readOnly, full := mount(syscall.MS_RDONLY), mount(0)
	filler, err := os.Create(filepath.Join(full, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for err == nil {
		_, err = filler.Write(make([]byte, 4096))
	}
	filler.Close()
	program := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(program, []byte("int x;\nint main(void) { x = 1; return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	traced, _ := command(t, "check", "--json", "--traces", "../../benchmarks/litmus/SB.c")
	result := filepath.Join(t.TempDir(), "result.json")
	if err := os.WriteFile(result, []byte(traced), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"check --html D/out P", "check --junit D/out P", "check --sarif D/out P", "check --baseline D/out P", "run --trace D/out P", "run --dot D/out P",
		"test --executions 9 --shard 1/1 --partial D/out P", "report R -o D/out", "synth --size 2 --out D/out", "help --man D/out", "explore --html D/out P",
	} {
		for dir, why := range map[string]string{readOnly: "read-only file system", full: "no space left on device"} {
			args := strings.Fields(strings.NewReplacer("D", dir, "P", program, "R", result).Replace(line))
			var stderr bytes.Buffer
			status := run(context.Background(), args, strings.NewReader(""), &bytes.Buffer{}, &stderr)
			last := strings.Split(strings.TrimSpace(stderr.String()), "\n")
			if status != exit.Output || !strings.HasPrefix(last[len(last)-1], dir) || !strings.HasSuffix(last[len(last)-1], ": "+why) || strings.Contains(stderr.String(), "written") {
				t.Errorf("%s: status %d, %q, want %q", line, status, stderr.String(), why)
			}
			if list, err := filepath.Glob(filepath.Join(dir, ".*out*")); err != nil || len(list) > 0 {
				t.Errorf("%s: %q is left", line, list)
			}
		}
		_ = os.RemoveAll(filepath.Join(full, "out")) // a folder of its own may have been made
	}
}
