package limits

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// A process that has less than is needed of something ends with one line and a status of its
// own; this one has enough.
func TestLimits(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("limits are those of Linux")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[string]string{
		"ulimit -n 5":       "fencepost: 5 files may be open (ulimit -n), and 16 are needed\n",
		"ulimit -n 15":      "fencepost: 15 files may be open (ulimit -n), and 16 are needed\n",
		"ulimit -v 1500000": "fencepost: out of memory: the address space may have 1464 MiB (ulimit -v), and 1536 are needed\n",
		"ulimit -d 200000":  "fencepost: out of memory: data may have 195 MiB (ulimit -d), and 256 are needed\n",
	} {
		out, err := exec.Command("sh", "-c", limit+"; exec "+self+" -test.run '^$'").CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 71 || string(out) != want {
			t.Errorf("%s: %v, %q", limit, err, out)
		}
	}
}
