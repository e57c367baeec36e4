// Package watch runs the command in a process of its own where memory is limited (ulimit -v,
// ulimit -d), and watches it. The runtime ends a process that takes more with a trace, and the exit
// status of a wrong input, and nothing in the process can change that. What leaves too little for
// a runtime at all is found by package limits.
package watch

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// watched is set in the environment of the process that is watched.
const watched = "FENCEPOST_WATCHED"

// Run runs the command in a watched process where a limit asks for that, and reports whether it did,
// with its exit status: short if it had too little memory, fault if it ended with another trace.
func Run(short, fault int) (status int, did bool) {
	limit := memoryLimit()
	self, err := os.Executable()
	if err != nil || os.Getenv(watched) != "" || limit == "" {
		return 0, false
	}
	told := &fatalWriter{}
	c := exec.Command(self, os.Args[1:]...)
	c.Args[0] = os.Args[0]
	c.Env = append(os.Environ(), watched+"=1")
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, told
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err = c.Start()
	if err == nil {
		go func() {
			for s := range signals {
				_ = c.Process.Signal(s) // it may just have ended
			}
		}()
		err = c.Wait()
	}
	if told.fatal || c.ProcessState == nil {
		if !told.short() && err != nil {
			_, _ = os.Stderr.Write(told.kept.Bytes()) // there is nobody to tell that it failed
			return fault, true
		}
		fmt.Fprintf(os.Stderr, "fencepost: out of memory: %s\n", limit)
		return short, true
	}
	return c.ProcessState.ExitCode(), true
}

// A fatalWriter passes on what a process tells, up to the trace with which the runtime ends
// it, which is kept.
type fatalWriter struct {
	fatal bool
	kept  bytes.Buffer
}

// Write writes what the runtime writes, too: each line at once, or in pieces.
func (w *fatalWriter) Write(text []byte) (int, error) {
	if !w.fatal {
		for _, begin := range []string{"runtime: ", "runtime/cgo: ", "fatal error: "} {
			w.fatal = w.fatal || bytes.HasPrefix(text, []byte(begin)) || bytes.Contains(text, []byte("\n"+begin))
		}
	}
	if w.fatal {
		return w.kept.Write(text)
	}
	return os.Stderr.Write(text)
}

// short reports whether the trace is of a process that had no memory.
func (w *fatalWriter) short() bool {
	text := w.kept.String()
	causes := []string{"out of memory", "cannot allocate memory", "failed to reserve", "pthread_create failed", "failed to create new OS thread", "Resource temporarily unavailable"}
	return slices.ContainsFunc(causes, func(cause string) bool { return strings.Contains(text, cause) })
}
