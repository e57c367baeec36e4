// Atomic objects of 16 bytes, as C11, GNU C and x86 assembly have them.
#include <stdio.h>
#include <stdint.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <pthread.h>
#include <string.h>
typedef unsigned __int128 u128;
struct head { uintptr_t aba; struct node *node; };
struct node { struct node *next; int value; } nodes[4];
static _Atomic struct head top;
static u128 wide;
static _Atomic u128 counter;
union tagged { struct { uint64_t lo, hi; } s; u128 v; } __attribute__((aligned(16)));
static union tagged tag;
struct __attribute__((aligned(16))) padded { char c; double d; };
static _Atomic struct padded pad;

static void push(struct node *n) {
	struct head old = atomic_load(&top), new;
	do { n->next = old.node; new.aba = old.aba + 1; new.node = n; } while (!atomic_compare_exchange_weak(&top, &old, new));
}
static struct node *pop(void) {
	struct head old = atomic_load_explicit(&top, memory_order_acquire), new;
	do { if (!old.node) return 0; new.aba = old.aba + 1; new.node = old.node->next; }
	while (!atomic_compare_exchange_strong_explicit(&top, &old, new, memory_order_acq_rel, memory_order_acquire));
	return old.node;
}
static bool cas16(u128 *p, u128 *expected, u128 desired) {
	union tagged cmp = {.v = *expected}, with = {.v = desired};
	bool ret;
	__asm__ __volatile__("lock cmpxchg16b %1\n\tsetz %0"
		: "=q"(ret), "+m"(*p), "+d"(cmp.s.hi), "+a"(cmp.s.lo)
		: "c"(with.s.hi), "b"(with.s.lo) : "cc", "memory");
	if (!ret) *expected = cmp.v;
	return ret;
}
static bool cas16named(uint64_t *p, uint64_t expected[2], uint64_t desired[2]) {
	bool z;
	__asm__ __volatile__("movq 0(%4), %%rax; movq 8(%4), %%rdx; lock cmpxchg16b %0; setz %1"
		: "+m"(*p), "=q"(z) : "b"(desired[0]), "c"(desired[1]), "q"(expected) : "memory", "cc", "%rax", "%rdx");
	return z;
}
static u128 load16(const uint64_t *p) {
	uint64_t lo, hi;
	__asm__ __volatile__("movq %%rdx, %%rcx; movq %%rax, %%rbx; lock cmpxchg16b %2"
		: "=a"(lo), "=d"(hi) : "m"(*p) : "rbx", "rcx", "memory", "cc");
	return (u128)hi << 64 | lo;
}
static void show(const char *name, u128 v) { printf("%s %016llx%016llx\n", name, (unsigned long long)(v >> 64), (unsigned long long)v); }
static void *worker(void *arg) {
	for (int i = 0; i < 2; i++) {
		counter += ((u128)1 << 64) | 1;
		u128 old = tag.v;
		while (!cas16(&tag.v, &old, old + (((u128)2 << 64) | 3))) ;
		__sync_fetch_and_add(&wide, (u128)1 << 63);
	}
	struct node *n = pop();
	if (n) { n->value++; push(n); }
	return arg;
}
int main(void) {
	for (int i = 0; i < 4; i++) push(&nodes[i]);
	struct head h = top; printf("%lu %ld\n", (unsigned long)h.aba, (long)(h.node - nodes));
	u128 one = 1, got;
	printf("%d\n", __sync_bool_compare_and_swap(&wide, 0, (u128)5 << 70)); show("wide", wide);
	show("val", __sync_val_compare_and_swap(&wide, 1, 2));
	show("xchg", __atomic_exchange_n(&wide, 9, __ATOMIC_ACQ_REL));
	__atomic_load(&wide, &got, __ATOMIC_ACQUIRE); show("load", got);
	__atomic_store_n(&wide, one << 100, __ATOMIC_RELEASE); show("load", __atomic_load_n(&wide, __ATOMIC_RELAXED));
	show("and", __atomic_fetch_or(&wide, 7, __ATOMIC_RELAXED)); show("nand", __atomic_nand_fetch(&wide, one << 100 | 2, __ATOMIC_SEQ_CST));
	u128 e = 3; printf("%d\n", __atomic_compare_exchange_n(&wide, &e, 4, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)); show("e", e);
	u128 f = e; printf("%d\n", __atomic_compare_exchange(&wide, &e, &f, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
	wide = 0;
	printf("%d ", cas16(&tag.v, &one, 5)); printf("%d\n", (int)one);
	static uint64_t pair[2] __attribute__((aligned(16))) = {1, 2};
	uint64_t is[2] = {1, 2}, then[2] = {3, 4};
	show("pair", load16(pair)); printf("%d ", cas16named(pair, is, then)); printf("%d\n", cas16named(pair, is, then)); show("pair", load16(pair));
	show("counter", atomic_fetch_add(&counter, ((u128)3 << 64) - 1)); counter--; show("counter", ++counter); show("counter", counter);
	struct padded p = {'x', 2.5}, q, y = {'y', 1}; atomic_store(&pad, p); q = atomic_exchange(&pad, y); printf("%c %.1f\n", q.c, q.d);
	q = pad; printf("%c %.1f\n", q.c, q.d); printf("%zu %zu\n", sizeof pad, _Alignof(_Atomic struct head));
	pthread_t t[2];
	for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
	for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
	show("counter", counter); show("wide", wide); show("tag", tag.v); printf("%llu %llu\n", (unsigned long long)tag.s.lo, (unsigned long long)tag.s.hi);
	int sum = 0, count = 0; for (struct node *n; (n = pop()); count++) sum += n->value;
	h = top; printf("%d %d %lu %d\n", sum, count, (unsigned long)h.aba, h.node != 0);
	return 0;
}
