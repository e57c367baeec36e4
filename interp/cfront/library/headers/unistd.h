#ifndef _UNISTD_H
#define _UNISTD_H
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84

unsigned sleep(unsigned);
int usleep(useconds_t);
_Noreturn void _exit(int);
pid_t fork(void);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);

static inline pid_t getpid(void) { return 1; }
static inline long sysconf(int __name) { return __name == _SC_PAGESIZE ? 4096 : 4; }
#endif
