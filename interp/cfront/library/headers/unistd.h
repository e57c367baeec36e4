#ifndef _UNISTD_H
#define _UNISTD_H
#include <sys/cdefs.h>
#include <sys/types.h>
#include <bits/confname.h>
#include <errno.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

unsigned sleep(unsigned);
int usleep(useconds_t);
_Noreturn void _exit(int);
pid_t fork(void);
ssize_t read(int, void *, size_t);
static inline ssize_t write(int __f, const void *__from, size_t __n) { return __fp_write_to(__f, __from, __n); }
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
int close(int);
int pipe(int[2]);
int dup(int);
int dup2(int, int);
off_t lseek(int, off_t, int);
int ftruncate(int, off_t);
int truncate(const char *, off_t);
int fsync(int);
int unlink(const char *);
int access(const char *, int);
int execvp(const char *, char *const[]);
int execv(const char *, char *const[]);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
char *getcwd(char *, size_t);
int chdir(const char *);
int isatty(int);
unsigned alarm(unsigned);
int pause(void);
void *sbrk(long);
void sync(void);
int link(const char *, const char *);
int symlink(const char *, const char *);
int rmdir(const char *);
int fdatasync(int);
#ifndef syscall
long syscall(long, ...);
#endif
int gethostname(char *, size_t);
int setuid(uid_t);
int setgid(gid_t);
pid_t setsid(void);
pid_t getpgrp(void);
int setpgid(pid_t, pid_t);
ssize_t readlink(const char *, char *, size_t);
int chown(const char *, uid_t, gid_t);
char *ttyname(int);
int nice(int);
pid_t vfork(void);
#include <getopt.h>
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define _POSIX_VERSION 200809L

static inline pid_t getpid(void) { return 1; }
static inline pid_t getppid(void) { return 0; }
static inline uid_t getuid(void) { return 0; }
static inline uid_t geteuid(void) { return 0; }
static inline int getpagesize(void) { return 4096; }
/* Those of Linux; what has no limit, or is not there, is -1. */
static inline long sysconf(int __name)
{
	switch (__name) {
	case _SC_PAGESIZE: return 4096;
	case _SC_NPROCESSORS_CONF:
	case _SC_NPROCESSORS_ONLN: return 4;
	case _SC_CLK_TCK: return 100;
	case _SC_OPEN_MAX:
	case _SC_IOV_MAX:
	case _SC_GETPW_R_SIZE_MAX:
	case _SC_GETGR_R_SIZE_MAX:
	case _SC_THREAD_KEYS_MAX: return 1024;
	case _SC_ARG_MAX: return 2097152;
	case _SC_CHILD_MAX: return 32768;
	case _SC_PHYS_PAGES:
	case _SC_AVPHYS_PAGES: return 262144;
	case _SC_HOST_NAME_MAX:
	case _SC_LEVEL1_ICACHE_LINESIZE:
	case _SC_LEVEL1_DCACHE_LINESIZE:
	case _SC_LEVEL2_CACHE_LINESIZE:
	case _SC_LEVEL3_CACHE_LINESIZE: return 64;
	case _SC_LEVEL1_DCACHE_SIZE: return 32768;
	case _SC_THREAD_STACK_MIN: return 16384;
	case _SC_THREAD_DESTRUCTOR_ITERATIONS: return 4;
	case _SC_SEM_VALUE_MAX: return 2147483647;
	case _SC_LINE_MAX: return 2048;
	case _SC_TTY_NAME_MAX: return 32;
	case _SC_SYMLOOP_MAX: return 40;
	case _SC_VERSION:
	case _SC_2_VERSION:
	case _SC_THREADS:
	case _SC_THREAD_SAFE_FUNCTIONS:
	case _SC_THREAD_ATTR_STACKADDR:
	case _SC_THREAD_ATTR_STACKSIZE:
	case _SC_THREAD_PROCESS_SHARED:
	case _SC_THREAD_PRIORITY_SCHEDULING:
	case _SC_READER_WRITER_LOCKS:
	case _SC_SPIN_LOCKS:
	case _SC_BARRIERS:
	case _SC_SEMAPHORES:
	case _SC_TIMERS:
	case _SC_TIMEOUTS:
	case _SC_MONOTONIC_CLOCK:
	case _SC_CLOCK_SELECTION:
	case _SC_MAPPED_FILES:
	case _SC_MEMORY_PROTECTION:
	case _SC_FSYNC: return 200809;
	case _SC_JOB_CONTROL:
	case _SC_SAVED_IDS: return 1;
	}
	if (__name < 0 || __name > 250)
		errno = EINVAL;
	return -1;
}
static inline long fpathconf(int __f, int __name)
{
	switch (__name) {
	case _PC_LINK_MAX: return 127;
	case _PC_MAX_CANON:
	case _PC_MAX_INPUT:
	case _PC_NAME_MAX: return 255;
	case _PC_PATH_MAX:
	case _PC_PIPE_BUF: return 4096;
	case _PC_FILESIZEBITS: return 64;
	case _PC_CHOWN_RESTRICTED:
	case _PC_NO_TRUNC: return 1;
	case _PC_VDISABLE: return 0;
	}
	if (__name < 0 || __name > 20)
		errno = EINVAL;
	return -1;
}
static inline long pathconf(const char *__path, int __name)
{
	__fp_read_string(__path);
	return fpathconf(0, __name);
}
#endif
