#ifndef _UCONTEXT_H
#define _UCONTEXT_H
#include <signal.h>
typedef struct ucontext {
	struct ucontext *uc_link;
	struct {
		void *ss_sp;
		int ss_flags;
		unsigned long ss_size;
	} uc_stack;
} ucontext_t;
int getcontext(ucontext_t *);
int setcontext(const ucontext_t *);
void makecontext(ucontext_t *, void (*)(void), int, ...);
int swapcontext(ucontext_t *, const ucontext_t *);
#endif
