/* Idioms of kernels: volatile accesses, GNU atomics, compiler barriers, a lock
   of two halves of a word, reference counts, lists within structures. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) ((*(volatile __typeof__(x) *)&(x)) = (v))
#define barrier() __asm__ __volatile__("" ::: "memory")
#define smp_mb() __sync_synchronize()
#define likely(x) __builtin_expect(!!(x), 1)
#define container_of(p, type, member) \
	({ const typeof(((type *)0)->member) *_p = (p); (type *)((char *)_p - offsetof(type, member)); })
#define list_for_each_entry(pos, head, member) \
	for (pos = container_of((head)->next, typeof(*pos), member); &pos->member != (head); \
	     pos = container_of(pos->member.next, typeof(*pos), member))

struct list_head { struct list_head *next, *prev; };
typedef struct { volatile int counter; } atomic_t;
typedef union { uint32_t whole; struct { uint16_t owner, next; } half; } ticket_t;

struct task {
	int pid;
	atomic_t refs;
	struct list_head link;
	void (*release)(struct task *);
};

static struct list_head tasks = { &tasks, &tasks };
static ticket_t lock;
static int ready, data, done, released;

static inline int atomic_inc_return(atomic_t *v) { return __sync_add_and_fetch(&v->counter, 1); }
static inline int atomic_dec_and_test(atomic_t *v) { return __sync_sub_and_fetch(&v->counter, 1) == 0; }
static inline int cmpxchg(int *p, int old, int new) { return __sync_val_compare_and_swap(p, old, new); }

static void ticket_lock(ticket_t *t)
{
	uint16_t mine = __atomic_fetch_add(&t->half.next, 1, __ATOMIC_RELAXED);
	while (__atomic_load_n(&t->half.owner, __ATOMIC_ACQUIRE) != mine)
		barrier();
}

static void ticket_unlock(ticket_t *t)
{
	asm volatile("");
	__atomic_store_n(&t->half.owner, t->half.owner + 1, __ATOMIC_RELEASE);
}

static void list_add_tail(struct list_head *n, struct list_head *h)
{
	n->prev = h->prev;
	n->next = h;
	h->prev->next = n;
	h->prev = n;
}

static void list_del(struct list_head *n)
{
	n->next->prev = n->prev;
	n->prev->next = n->next;
}

static void release(struct task *t)
{
	list_del(&t->link);
	free(t);
	released++;
}

static void *sender(void *arg)
{
	data = 42;
	smp_mb();
	WRITE_ONCE(ready, 1);
	struct task *t = calloc(1, sizeof *t);
	*t = (typeof(*t)){ .pid = 7, .refs = { 1 }, .release = release };
	ticket_lock(&lock);
	list_add_tail(&t->link, &tasks);
	ticket_unlock(&lock);
	return arg;
}

static void *receiver(void *arg)
{
	while (!READ_ONCE(ready))
		barrier();
	smp_mb();
	assert(READ_ONCE(data) == 42);
	if (likely(cmpxchg(&done, 0, 1) == 0))
		done++;
	ticket_lock(&lock);
	struct task *t;
	list_for_each_entry(t, &tasks, link)
		atomic_inc_return(&t->refs);
	ticket_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t[2];
	pthread_create(t, 0, sender, 0);
	pthread_create(t + 1, 0, receiver, 0);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	assert(done == 2 && lock.half.owner == lock.half.next && lock.whole == 0x20002);
	struct task *first = container_of(tasks.next, struct task, link);
	assert(first->pid == 7);
	for (int n = first->refs.counter; n > 0; n--)
		if (atomic_dec_and_test(&first->refs))
			first->release(first);
	assert(released == 1 && tasks.next == &tasks);
	return 0;
}
