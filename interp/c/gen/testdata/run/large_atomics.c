// Atomic objects of sizes that no instruction has: compilers take a lock for them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct three { char c[3]; };
struct five { char c[5]; };
struct twelve { int x, y, z; };
struct client { bool registered; void (*callback)(int); size_t count; };
struct half { double d; float f; short s; };
struct line { unsigned long word[4]; };
struct page { unsigned char byte[64]; };
struct odd { int n[5]; char last; };
union either { struct client c; unsigned long words[3]; };

static _Atomic struct three three = {{1, 2, 3}};
static _Atomic struct five five;
static _Atomic struct twelve point;
static _Atomic struct client client;
static struct half half = {0.5, 1.5f, 7};
static _Atomic struct line line;
static struct page page;
static _Atomic struct odd odd[2];
static union either either;
static struct { int before; _Atomic struct twelve in; int behind; } outer = {1, {2, 3, 4}, 5};

static void twice(int n) { printf("twice %d\n", 2 * n); }

static void *worker(void *arg)
{
	for (int i = 0; i < 3; i++) {
		struct line old = atomic_load(&line), new;
		do
			for (int k = 0; k < 4; k++)
				new.word[k] = old.word[k] + (k + 1) * (1ul << 61) + k;
		while (!atomic_compare_exchange_weak(&line, &old, new));
		struct client was, next;
		__atomic_load(&client, &was, __ATOMIC_ACQUIRE);
		do {
			next = was;
			next.count++;
		} while (!__atomic_compare_exchange(&client, &was, &next, true, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
		struct page p, q;
		__atomic_load(&page, &p, __ATOMIC_RELAXED);
		do {
			q = p;
			for (int k = 0; k < 64; k++)
				q.byte[k] += k;
		} while (!__atomic_compare_exchange(&page, &p, &q, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	}
	return arg;
}

int main(void)
{
	printf("%zu %zu %zu %zu %zu %zu\n", sizeof three, sizeof five, sizeof point, sizeof client, sizeof odd, sizeof outer);
	printf("%zu %zu %zu %zu\n", _Alignof(_Atomic struct three), _Alignof(_Atomic struct twelve), _Alignof(_Atomic struct client), _Alignof(_Atomic struct line));
	struct three t = three, u = {{-1, -2, -3}};
	assert(t.c[0] == 1 && t.c[1] == 2 && t.c[2] == 3);
	assert(!atomic_compare_exchange_strong(&three, &u, t) && u.c[2] == 3);
	t.c[1] = 'x';
	assert(atomic_compare_exchange_strong(&three, &u, t));
	t = atomic_exchange(&three, u);
	printf("%c %d\n", t.c[1], atomic_load(&three).c[1]);
	five = (struct five){"five"};
	printf("%s\n", atomic_load_explicit(&five, memory_order_relaxed).c);

	point = (struct twelve){1, -2, 3};
	struct twelve p = point, q = {0};
	printf("%d %d %d\n", p.x, p.y, p.z);
	printf("%d\n", atomic_compare_exchange_strong(&point, &q, p));
	printf("%d %d %d\n", q.x, q.y, q.z);
	q.z = -100;
	p = atomic_exchange_explicit(&point, q, memory_order_acq_rel);
	p.x += q.z;
	atomic_store_explicit(&point, p, memory_order_release);
	p = atomic_load_explicit(&point, memory_order_acquire);
	printf("%d %d %d\n", p.x, p.y, p.z);
	p = outer.in;
	outer.in = (struct twelve){p.z, p.y, p.x};
	p = outer.in;
	printf("%d %d %d %d %d\n", outer.before, p.x, p.y, p.z, outer.behind);

	struct client none = {0}, first = {.registered = true, .callback = twice, .count = 40};
	printf("%d\n", __atomic_compare_exchange(&client, &none, &first, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	printf("%d\n", __atomic_compare_exchange(&client, &none, &first, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	none.callback((int)none.count);

	struct half h, g = {2, 3, 4};
	__atomic_load(&half, &h, __ATOMIC_SEQ_CST);
	printf("%.2f %.2f %d\n", h.d, h.f, h.s);
	__atomic_exchange(&half, &g, &h, __ATOMIC_SEQ_CST);
	__atomic_store(&half, &h, __ATOMIC_SEQ_CST);
	h.d = half.d + g.d + half.s; /* members beside the whole */
	printf("%.2f %.2f %d\n", h.d, half.f, half.s);
	half.s = 9;
	__atomic_load(&half, &h, __ATOMIC_SEQ_CST);
	printf("%.2f %.2f %d\n", h.d, h.f, h.s);

	struct odd o = {{1, 2, 3, 4, 5}, 'l'};
	odd[1] = o;
	o = odd[1];
	printf("%d %c %d\n", o.n[4], o.last, atomic_load(&odd[0]).n[0]);
	memset((void *)&odd[1], 1, sizeof odd[1]);
	o = odd[1];
	printf("%d %d\n", o.n[3], o.last);
	memcpy((void *)&odd[1], (void *)&odd[0], sizeof odd[0]);
	printf("%d\n", atomic_load(&odd[1]).last);

	union either e = {.words = {1, 2, 3}}, f;
	__atomic_store(&either, &e, __ATOMIC_SEQ_CST);
	__atomic_load(&either, &f, __ATOMIC_SEQ_CST);
	printf("%lu %zu\n", either.words[1] + f.words[2], f.c.count);

	struct client *heap = malloc(sizeof *heap); /* its padding is never written */
	heap->registered = false;
	heap->callback = 0;
	heap->count = 3;
	__atomic_load(heap, &first, __ATOMIC_SEQ_CST);
	printf("%d %zu\n", first.registered, first.count);
	free(heap);

	pthread_t a, b;
	pthread_create(&a, 0, worker, 0);
	pthread_create(&b, 0, worker, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	struct line l = line;
	printf("%lx %lx %lx %lx\n", l.word[0], l.word[1], l.word[2], l.word[3]);
	printf("%zu %d %d\n", atomic_load(&client).count, page.byte[1], page.byte[63]);
	return 0;
}
