#ifndef _UNISTD_H
#define _UNISTD_H
#include <sys/cdefs.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84

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
#define _SC_CLK_TCK 2
#define _POSIX_VERSION 200809L

static inline pid_t getpid(void) { return 1; }
static inline pid_t getppid(void) { return 0; }
static inline uid_t getuid(void) { return 0; }
static inline uid_t geteuid(void) { return 0; }
static inline int getpagesize(void) { return 4096; }
static inline long sysconf(int __name) { return __name == _SC_PAGESIZE ? 4096 : 4; }
#endif
