// What must pass: statements, conversions, atomics, library calls.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fencepost.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

struct Node { struct Node *_Atomic next; int value; };
struct Pair { int a, b; };
struct Nest { struct Pair p[2]; union { int i; char c[4]; }; };

static _Atomic(struct Node *) head;
_Atomic struct Pair pair;
_Atomic int counters[4];
int plain;
unsigned up;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
sem_t sem;

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static inline int square(int x) { return x * x; }
noreturn void stop(void);

static struct Pair make(int a, int b) { return (struct Pair){a, b}; }

static int gotos(int n) {
	int i = 0;
again:
	if (i < n) {
		i++;
		goto again;
	}
	do {
		if (i == 3)
			continue;
		i--;
	} while (i > 0 && i != 3);
	switch (i) {
	case 0 ... 2:
		i = 1;
		break;
	case 3: {
		int j = i;
		i = j;
	}
	default:
		for (;;)
			break;
	}
	return i;
}

static void pointers(void) {
	int x = 1, *p = &x, **pp = &p;
	const int *cp = p;
	void *v = p;
	char buffer[16] = "abc";
	int (*a2)[2] = &(int[2]){1, 2};
	p = v;
	**pp = (*a2)[1];
	p++, --p;
	p += 1;
	p -= 1;
	x = p - &x;
	x = p == 0 || p != NULL || !p;
	x = cp == p && v == p && p < &x + 1;
	char *s = buffer;
	while (*s++)
		;
	memcpy(buffer, "x", 2);
	plain = strlen(buffer) + sizeof buffer + isdigit(buffer[0]);
	unsigned char *uc = (unsigned char *)buffer;
	s = uc;
	(void)s;
	int unused;
	(void)unused;
	x = ({ int y = x; y + 1; });
	x = make(1, 2).b + (struct Pair){3, 4}.a;
	struct Nest n = {{{1, 2}, {3}}, .c = {1}}, m = n;
	m = n.p == m.p ? n : m;
	n.p[1] = m.p[0];
	_Bool flag = p;
	flag++;
	up <<= 1L;
	up += x;
	plain ^= up;
	plain = -up + ~x + !p + +1;
}

static void atomics(void) {
	int expected = 0;
	struct Pair now = pair, next = {1, 2};
	counters[1]++;
	--counters[2];
	counters[0] += 3;
	counters[3] = counters[0];
	pair = next;
	atomic_init(&counters[0], 1);
	plain = atomic_load(&counters[0]) + atomic_load_explicit(counters + 1, memory_order_acquire);
	atomic_store_explicit(&counters[2], 2, memory_order_release);
	plain = atomic_exchange(&counters[0], 1);
	while (!atomic_compare_exchange_weak_explicit(&counters[0], &expected, 2, memory_order_acq_rel, memory_order_relaxed))
		;
	atomic_compare_exchange_strong(&pair, &now, make(3, 4));
	atomic_fetch_add_explicit(&counters[0], 1, memory_order_relaxed);
	struct Node *n = malloc(sizeof *n);
	atomic_init(&n->next, NULL);
	n->value = 1;
	atomic_store(&head, n);
	struct Node *h = atomic_load(&head);
	if (h && head != NULL)
		atomic_compare_exchange_strong(&head, &h, h->next);
	_Atomic(int *) ap = &plain;
	ap++;
	atomic_fetch_sub(&ap, 1);
	atomic_flag f = ATOMIC_FLAG_INIT;
	while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire))
		thrd_yield();
	atomic_flag_clear(&f);
	atomic_thread_fence(memory_order_seq_cst);
	atomic_signal_fence(memory_order_acquire);
	int out, in = 1;
	__atomic_load(&plain, &out, __ATOMIC_ACQUIRE);
	__atomic_store(&plain, &in, __ATOMIC_RELEASE);
	__atomic_exchange(&plain, &in, &out, __ATOMIC_SEQ_CST);
	__atomic_compare_exchange_n(&plain, &out, 3, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
	plain = __atomic_add_fetch(&plain, 1, __ATOMIC_RELAXED) + __atomic_fetch_nand(&plain, 1, __ATOMIC_RELAXED);
	plain = __sync_fetch_and_add(&plain, 1) + __sync_or_and_fetch(&plain, 2);
	plain = __sync_bool_compare_and_swap(&plain, 0, 1) + __sync_val_compare_and_swap(&plain, 1, 2);
	while (__sync_lock_test_and_set(&plain, 1))
		sched_yield();
	__sync_lock_release(&plain);
	__sync_synchronize();
	fence_sl();
	fence_ss();
	fence_ll();
	plain = dcas(&plain, &in, 1, 2, 3, 4);
	if (__builtin_expect(plain == 1, 0))
		__builtin_unreachable();
}

static void *thread(void *arg) {
	static int calls;
	pthread_mutex_lock(&lock);
	calls++;
	pthread_mutex_unlock(&lock);
	errno = 0;
	printf("%s: %d %ld %c %p %08x %llu%%\n", __func__, calls, (long)calls, 'c', arg, up, 1ull);
	fprintf(stderr, "%" PRId64 "\n", (int64_t)1);
	pthread_setspecific(key, arg);
	return arg;
}

void reach_error(void) { assert(0 && "reached"); }
static void *old_style() { return NULL; }

int main(int argc, char **argv) {
	pthread_t t[2];
	thrd_t c11;
	pthread_key_create(&key, NULL);
	for (long i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, thread, (void *)i);
	pthread_create(&t[0], 0, old_style, 0);
	for (int i = 0, n = 2; i < n; i++)
		pthread_join(t[i], NULL);
	thrd_create(&c11, (thrd_start_t)gotos, 0);
	thrd_join(c11, 0);
	__VERIFIER_assume(argc > 0);
	if (__VERIFIER_nondet_int() == square(2))
		reach_error();
	pointers();
	atomics();
	sem_init(&sem, 0, 1);
	assert(sem_wait(&sem) == 0);
	return plain == INT_MAX ? EXIT_FAILURE : EXIT_SUCCESS;
}
