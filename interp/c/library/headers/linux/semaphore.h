#ifndef _LINUX_SEMAPHORE_H
#define _LINUX_SEMAPHORE_H
#include <semaphore.h>
#include <lkmm.h>
struct semaphore {
	sem_t count;
};
#define sema_init(s, n) ((void)sem_init(&(s)->count, 0, (unsigned)(n)))
#define down(s) ((void)sem_wait(&(s)->count))
#define down_interruptible(s) (down(s), 0)
#define down_killable(s) (down(s), 0)
#define down_trylock(s) (sem_trywait(&(s)->count) != 0)
#define up(s) ((void)sem_post(&(s)->count))
#endif
