//go:build !unix

package replay

import "os"

// session returns a number of the process that started the command, as a shell does.
func session() int { return os.Getppid() }
