package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"
)

// Whatever file is named, wherever that can be done, the command ends soon and says why.
func TestKindsOfFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "p.c")
	if err := os.WriteFile(program, []byte("int main(void) { return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	places := []string{
		"check F", "explore F", "test F", "run F", "predict F", "replay F", "explain F", "report F -o " + dir + "/page",
		"merge F", "check --baseline F P", "explore --checkpoint F P", "explore --model F P", "explore --model F.cat P", "check --include-file F P",
		"check --compdb F P", "check @F P", "check --config F P", "learn F", "test --linearizable F P", "compilers --map F", "compilers --assembly aarch64:F P",
		"worker --nats nats://127.0.0.1:1 --creds F", "tasks --property no-data-race F", "explore F.litmus", "check --checkpoint F P", "check --arg F --html F P",
	}
	kinds := map[string]func(path string) error{
		"fifo":   func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"folder": func(path string) error { return os.Mkdir(path, 0o777) },
		"socket": func(path string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
			if err == nil {
				t.Cleanup(func() { l.Close() })
			}
			return err
		},
		"endless": func(path string) error { return os.Symlink("/dev/zero", path) },
		"empty":   func(path string) error { return os.Symlink("/dev/null", path) },
		"loop":    func(path string) error { return os.Symlink(path, path) },
		"large": func(path string) error {
			f, err := os.Create(path)
			if err != nil {
				return err
			}
			defer f.Close()
			return f.Truncate(1 << 33)
		},
	}
	n := 0
	for kind, create := range kinds {
		for i, place := range testsize.Part(2, places) {
			t.Run(kind+" "+place, func(t *testing.T) {
				t.Parallel()
				// A socket's name is to be short.
				path := filepath.Join(dir, kind[:2]+string(rune('a'+i)))
				if strings.Contains(place, "F.cat") {
					path += ".cat"
				} else if strings.Contains(place, "F.litmus") {
					path += ".litmus"
				}
				if err := create(path); err != nil {
					t.Fatal(err)
				}
				words := strings.Fields(place)
				for k, w := range words {
					w = strings.NewReplacer("F.cat", path, "F.litmus", path).Replace(w)
					if w == "P" {
						w = program
					} else if w == "F" || strings.HasSuffix(w, "@F") || strings.HasSuffix(w, ":F") {
						w = strings.TrimSuffix(w, "F") + path
					}
					words[k] = w
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Second)
				defer cancel()
				ended := make(chan string, 1)
				go func() {
					var stderr bytes.Buffer
					status := run(ctx, words, strings.NewReader(""), &bytes.Buffer{}, &stderr)
					if status > exit.Unsupported && status < exit.Internal || status == exit.Internal {
						ended <- stderr.String()
					}
					ended <- ""
				}()
				if failed := <-ended; failed != "" {
					t.Errorf("%q: %s", words, failed)
				}
			})
			n++
		}
	}
	if n < 20 || testsize.Whole() && n < 40 {
		t.Errorf("only %d places were tried", n)
	}
}
