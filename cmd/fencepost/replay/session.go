//go:build unix

package replay

import (
	"os"

	"golang.org/x/sys/unix"
)

// session returns a number of the terminal session in which the command runs.
func session() int {
	if id, err := unix.Getsid(0); err == nil {
		return id
	}
	return os.Getppid()
}
