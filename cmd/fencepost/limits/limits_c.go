//go:build cgo && linux

package limits

/*
#include <stdio.h>
#include <unistd.h>
#include <sys/resource.h>

// As in limits_go.go.
static const struct { int what; rlim_t unit, least; const char *told; } limits[] = {
	{RLIMIT_NOFILE, 1, 16, "%llu files may be open (ulimit -n), and %llu are needed"},
	{RLIMIT_NPROC, 1, 16, "%llu processes and threads may run (ulimit -u), and %llu are needed"},
	{RLIMIT_AS, 1 << 20, 1536, "out of memory: the address space may have %llu MiB (ulimit -v), and %llu are needed"},
	{RLIMIT_DATA, 1 << 20, 256, "out of memory: data may have %llu MiB (ulimit -d), and %llu are needed"},
};

__attribute__((constructor)) static void check(void)
{
	for (int i = 0; i < sizeof limits / sizeof *limits; i++) {
		struct rlimit l;
		if (getrlimit(limits[i].what, &l))
			continue;
		// The runtime has the largest number of descriptors that it may have.
		rlim_t has = limits[i].what == RLIMIT_NOFILE ? l.rlim_max : l.rlim_cur;
		if (has / limits[i].unit < limits[i].least) {
			dprintf(2, "fencepost: ");
			dprintf(2, limits[i].told, (unsigned long long)(has / limits[i].unit), (unsigned long long)limits[i].least);
			dprintf(2, "\n");
			_exit(71);
		}
	}
}
*/
import "C"

// BeforeRuntime says that the limits are read before the runtime begins.
const BeforeRuntime = true
