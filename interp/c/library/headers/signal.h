#ifndef _SIGNAL_H
#define _SIGNAL_H
#include <sys/types.h>
#include <time.h>
/* No signal arrives: handlers are taken and never run. */
typedef int sig_atomic_t;
typedef void (*sighandler_t)(int);
typedef struct {
	unsigned long __bits[16];
} sigset_t;
union sigval {
	int sival_int;
	void *sival_ptr;
};
typedef struct {
	int si_signo, si_errno, si_code;
	pid_t si_pid;
	uid_t si_uid;
	int si_status;
	void *si_addr;
	union sigval si_value;
} siginfo_t;
struct sigaction {
	union {
		void (*sa_handler)(int);
		void (*sa_sigaction)(int, siginfo_t *, void *);
	};
	sigset_t sa_mask;
	int sa_flags;
};
typedef struct {
	void *ss_sp;
	int ss_flags;
	size_t ss_size;
} stack_t;
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGIO 29
#define SIGRTMIN 34
#define SIGRTMAX 64
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000

int raise(int);
int kill(pid_t, int);
int pthread_kill(unsigned long, int);
int sigwait(const sigset_t *, int *);
int sigsuspend(const sigset_t *);
int sigaltstack(const stack_t *, stack_t *);

static inline sighandler_t signal(int __signal, sighandler_t __handler) { return SIG_DFL; }
static inline int sigaction(int __signal, const struct sigaction *__new, struct sigaction *__old)
{
	__FP_READ(struct sigaction, __new);
	if (__old)
		*__old = (struct sigaction){0};
	return 0;
}
static inline int sigemptyset(sigset_t *__s)
{
	*__s = (sigset_t){{0}};
	return 0;
}
static inline int sigfillset(sigset_t *__s)
{
	for (int __i = 0; __i < 16; __i++)
		__s->__bits[__i] = -1ul;
	return 0;
}
static inline int sigaddset(sigset_t *__s, int __signal)
{
	__s->__bits[__signal / 64] |= 1ul << __signal % 64;
	return 0;
}
static inline int sigdelset(sigset_t *__s, int __signal)
{
	__s->__bits[__signal / 64] &= ~(1ul << __signal % 64);
	return 0;
}
static inline int sigismember(const sigset_t *__s, int __signal) { return __s->__bits[__signal / 64] >> __signal % 64 & 1; }
static inline int sigprocmask(int __how, const sigset_t *__new, sigset_t *__old)
{
	__FP_READ(sigset_t, __new);
	if (__old)
		sigemptyset(__old);
	return 0;
}
static inline int pthread_sigmask(int __how, const sigset_t *__new, sigset_t *__old) { return sigprocmask(__how, __new, __old); }
#endif
