package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"fencepost/cmd/fencepost/exit"
)

// A lockedBuffer is a buffer that is read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// With --watch a command runs again when a file is saved, also after an error in it, and
// an interrupt ends it.
func TestWatch(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.c")
	save := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	save("int main(void) { return 0; }\n")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stdout, stderr lockedBuffer
	ended := make(chan int)
	go func() {
		ended <- run(ctx, []string{"test", "--watch", "-q", "--executions", "5", path}, strings.NewReader(""), &stdout, &stderr)
	}()
	waits := func(n int, want string) {
		t.Helper()
		for range 6000 {
			if strings.Count(stderr.String(), "waiting for a change") == n {
				if all := stdout.String() + stderr.String(); !strings.Contains(all, want) {
					t.Fatalf("no %q after run %d: %s", want, n, all)
				}
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("run %d does not end: %s%s", n, stdout.String(), stderr.String())
	}
	waits(1, "no bug found")
	save("int main(void) { return 0 }\n")
	waits(2, "x.c:1:")
	save("#include <assert.h>\nint main(void) { assert(0); return 0; }\n")
	waits(3, "assertion failed")
	cancel()
	if status := <-ended; status != exit.Bug {
		t.Errorf("status %d", status)
	}
	if status := run(context.Background(), []string{"test", "--watch", "-"}, strings.NewReader(""), &stdout, &stderr); status != exit.Usage {
		t.Errorf("the standard input is watched: status %d", status)
	}
}
