//go:build unix

package tutor

import (
	"os"
	"os/signal"
	"syscall"
)

// resized returns a channel that signals a new size of the terminal, until stop is called.
func resized() (sizes <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	return c, func() { signal.Stop(c) }
}
