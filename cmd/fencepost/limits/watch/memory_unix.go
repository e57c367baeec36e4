//go:build unix

package watch

import (
	"fmt"
	"syscall"
)

// memoryLimit returns what the limit of memory is, to be told; empty if there is none.
func memoryLimit() string {
	for _, l := range []struct {
		what int
		told string
	}{
		{syscall.RLIMIT_AS, "the address space may have %d MiB (ulimit -v)"},
		{syscall.RLIMIT_DATA, "data may have %d MiB (ulimit -d)"},
	} {
		var limit syscall.Rlimit
		if syscall.Getrlimit(l.what, &limit) == nil && limit.Cur < 1<<62 {
			return fmt.Sprintf(l.told, limit.Cur>>20)
		}
	}
	return ""
}
