/* ms2: the two-lock queue of Michael and Scott, RELAXER (ISSTA 2011), Figure
 * 10. The comments at the ends of lines are the figure's numbers.
 *
 * Thread 1 does two enqueues, two dequeues and an enqueue; thread 2 two
 * dequeues, two enqueues and a dequeue. A node reaches the list before its
 * content does, and a dequeue reads what was never written.
 *
 * -DFIXED_SS puts a store-store fence before line 5, which publishes the node;
 * -DFIXED also a load-load fence after line 10, which reads the pointer to it.
 *
 * expect sc tso: none
 * expect pso pslo: bug
 * expect -DFIXED_SS sc tso pso: none
 * expect -DFIXED_SS pslo: bug
 * expect -DFIXED sc tso pso pslo: none
 *
 * cycle tso never: 2,5,10,14 3,5,10,10
 * cycle pso pslo buggy: 2,5,10,14 3,5,10,10
 * cycle -DFIXED_SS pslo buggy: 2,5,10,14
 * cycle -DFIXED_SS pslo never: 3,5,10,10
 * cycle -DFIXED_SS pso never: 2,5,10,14 3,5,10,10
 * cycle -DFIXED pso pslo never: 2,5,10,14 3,5,10,10
 */
#include <assert.h>
#include <fencepost.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef FIXED
#define SS fence_ss()
#define LL fence_ll()
#elif defined FIXED_SS
#define SS fence_ss()
#define LL ((void)0)
#else
#define SS ((void)0)
#define LL ((void)0)
#endif

enum { NOT_FOUND = 0 };

struct node {
	struct node *next;
	int data;
};

struct queue {
	pthread_mutex_t H, T;
	struct node *hd, *tl;
};

static struct queue Q;

static void enqueue(int data)
{
	struct node *n = malloc(sizeof *n); /* line 1 */
	n->data = data;                     /* line 2 */
	n->next = NULL;                     /* line 3 */
	pthread_mutex_lock(&Q.T);           /* line 4 */
	SS;
	Q.tl->next = n;                     /* line 5 */
	Q.tl = n;                           /* line 6 */
	pthread_mutex_unlock(&Q.T);         /* line 7 */
}

static int dequeue(void)
{
	pthread_mutex_lock(&Q.H);           /* line 8 */
	struct node *n = Q.hd;              /* line 9 */
	struct node *nhd = n->next;         /* line 10 */
	LL;
	if (nhd) {                          /* line 11 */
		Q.hd = nhd;                 /* line 12 */
		pthread_mutex_unlock(&Q.H); /* line 13 */
		return nhd->data;           /* line 14 */
	}
	pthread_mutex_unlock(&Q.H);         /* line 16 */
	return NOT_FOUND;                   /* line 17 */
}

/* digit is a result as one digit of an outcome; f is what no operation gives. */
static uint64_t digit(int v)
{
	return v >= 0 && v < 15 ? (uint64_t)v : 15;
}

static void *thread1(void *unused)
{
	(void)unused;
	enqueue(1);
	enqueue(2);
	uint64_t a = digit(dequeue());
	uint64_t b = digit(dequeue());
	enqueue(3);
	return (void *)(uintptr_t)(a << 4 | b);
}

static void *thread2(void *unused)
{
	(void)unused;
	uint64_t a = digit(dequeue());
	uint64_t b = digit(dequeue());
	enqueue(4);
	enqueue(5);
	uint64_t c = digit(dequeue());
	return (void *)(uintptr_t)(a << 8 | b << 4 | c);
}

/* run returns 1 and the five results, a digit each, thread 1's first. */
static uint64_t run(void)
{
	pthread_t a, b;
	void *ra, *rb;

	pthread_create(&a, NULL, thread1, NULL);
	pthread_create(&b, NULL, thread2, NULL);
	pthread_join(a, &ra);
	pthread_join(b, &rb);
	return (uint64_t)1 << 20 | (uint64_t)(uintptr_t)ra << 12 | (uint64_t)(uintptr_t)rb;
}

/* allowed tells whether atomic operations can give the outcome: 1, the results,
 * and what is left in the queue, oldest first. The cases were computed by
 * running the operations on a list, in every order that the threads allow. */
static int allowed(uint64_t outcome)
{
	switch (outcome) {
	/* begin outcomes */
	case 0x145123: case 0x1041235: case 0x1041253: case 0x1051243: case 0x1102345:
	case 0x1120345: case 0x1123045: case 0x1140235: case 0x1140253: case 0x1142035:
	case 0x1142053: case 0x1150243: case 0x1152043: case 0x1201345: case 0x1240135:
	case 0x1240153: case 0x1241035: case 0x1241053: case 0x1250143: case 0x1251043:
	case 0x1401235: case 0x1401253: case 0x1420135: case 0x1420153: case 0x1421035:
	case 0x1421053: case 0x1450123: case 0x1451023: case 0x1451203: case 0x1501243:
	case 0x1520143: case 0x1521043: case 0x10012345: case 0x10012435: case 0x10012453:
	case 0x11002345: case 0x11002435: case 0x11002453: case 0x11020345: case 0x11020435:
	case 0x11020453: case 0x11200345: case 0x11200435: case 0x11200453: case 0x11400235:
	case 0x11400253: case 0x11400523: case 0x11500423: case 0x12001345: case 0x12001435:
	case 0x12001453: case 0x12010345: case 0x12010435: case 0x12010453: case 0x12400153:
	case 0x14100235: case 0x14100253: case 0x14100523: case 0x14200153: case 0x14500123:
	case 0x15100423:
	/* end outcomes */
		return 1;
	}
	return 0;
}

int main(void)
{
	struct node *dummy = malloc(sizeof *dummy);

	dummy->next = NULL;
	Q.hd = dummy;
	Q.tl = dummy;
	pthread_mutex_init(&Q.H, NULL);
	pthread_mutex_init(&Q.T, NULL);

	uint64_t outcome = run();
	for (struct node *n = Q.hd->next; n; n = n->next)
		outcome = outcome << 4 | digit(n->data);
	assert(allowed(outcome));
	return 0;
}
