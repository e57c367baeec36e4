/* The two variables of c11/seqlock.c are a register, as it is mended. -DBROKEN is the
 * version with the bug.
 *
 * linearizable register: yes
 * linearizable -DBROKEN register: no
 */
#ifndef BROKEN
#define FIXED
#endif
#include "structure.h"
#include "../c11/seqlock.c"
#undef main

static void put(int v)
{
	method_begin("write", v);
	write_both(v);
	method_end(0);
}

static void *one(void *p) { put(1); return p; }
static void *two(void *p) { put(2); return p; }

static void *get(void *p)
{
	int a, b;
	method_begin("read", 0);
	read_both(&a, &b);
	method_end(a == b ? a : -1);
	return p;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, get, 0);
	in_threads(one, two);
	pthread_join(t, 0);
	return 0;
}
