//go:build !cgo && linux

package limits

import (
	"strconv"
	"syscall"
)

// BeforeRuntime says that the limits are read before the runtime begins.
const BeforeRuntime = false

const rlimitNPROC = 6 // package syscall does not have it

func init() {
	// As in limits_c.go.
	for _, l := range []struct {
		what        int
		unit, least uint64
		told        [2]string
	}{
		{syscall.RLIMIT_NOFILE, 1, 16, [2]string{"", " files may be open (ulimit -n), and "}},
		{rlimitNPROC, 1, 16, [2]string{"", " processes and threads may run (ulimit -u), and "}},
		{syscall.RLIMIT_AS, 1 << 20, 1536, [2]string{"out of memory: the address space may have ", " MiB (ulimit -v), and "}},
		{syscall.RLIMIT_DATA, 1 << 20, 256, [2]string{"out of memory: data may have ", " MiB (ulimit -d), and "}},
	} {
		var limit syscall.Rlimit
		if syscall.Getrlimit(l.what, &limit) != nil {
			continue
		}
		has := limit.Cur
		if l.what == syscall.RLIMIT_NOFILE { // the runtime has the largest number that it may have
			has = limit.Max
		}
		if has /= l.unit; has < l.least {
			line := "fencepost: " + l.told[0] + strconv.FormatUint(has, 10) + l.told[1] + strconv.FormatUint(l.least, 10) + " are needed\n"
			_, _ = syscall.Write(2, []byte(line)) // there is nobody to tell that it failed
			syscall.Exit(71)
		}
	}
}
