#ifndef _SYS_WAIT_H
#define _SYS_WAIT_H
#include <signal.h>
#include <sys/types.h>
#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(status) (((status) >> 8) & 255)
#define WTERMSIG(status) ((status)&127)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (WTERMSIG(status) != 0)
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
#endif
