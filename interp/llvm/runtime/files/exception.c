/* Exceptions: an object stands behind its header. */
#include <stdlib.h>
#include <string.h>

struct header {
	void *type;
	void (*destroy)(void *);
	void *caught; /* what the handler gets */
	struct header *below;
	long handlers;
	long again; /* it was thrown again */
	long references; /* of std::exception_ptr */
	long unused;
};

static _Thread_local struct header *current;
static _Thread_local long uncaught;

void *__cxa_allocate_exception(unsigned long size)
{
	struct header *h = malloc(sizeof *h + size);
	return h + 1;
}

void __cxa_free_exception(void *object)
{
	free((struct header *)object - 1);
}

void *__cxa_throw(void *object, void *type, void (*destroy)(void *))
{
	struct header *h = (struct header *)object - 1;
	h->type = type;
	h->destroy = destroy;
	h->caught = object;
	h->below = 0;
	h->handlers = h->again = h->references = 0;
	uncaught++;
	return object;
}

void *__cxa_rethrow(void)
{
	if (!current)
		abort();
	current->again = 1;
	uncaught++;
	return current + 1;
}

void *__cxa_begin_catch(void *object)
{
	struct header *h = (struct header *)object - 1;
	if (h != current) {
		h->below = current;
		current = h;
	}
	h->handlers++;
	h->again = 0;
	uncaught--;
	return h->caught;
}

void *__cxa_get_exception_ptr(void *object)
{
	return ((struct header *)object - 1)->caught;
}

void __cxa_end_catch(void)
{
	struct header *h = current;
	if (--h->handlers > 0)
		return;
	current = h->below;
	if (h->again || __atomic_load_n(&h->references, __ATOMIC_ACQUIRE))
		return;
	if (h->destroy)
		h->destroy(h + 1);
	free(h);
}

/* std::exception_ptr is a pointer to the object; that it lives is counted. */
void *__cxa_init_primary_exception(void *object, void *type, void (*destroy)(void *))
{
	__cxa_throw(object, type, destroy);
	uncaught--;
	return (struct header *)object - 1;
}

void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **p)
{
	if (*p)
		__atomic_fetch_add(&((struct header *)*p - 1)->references, 1, __ATOMIC_RELAXED);
}

void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **p)
{
	struct header *h = (struct header *)*p - 1;
	if (!*p)
		return;
	*p = 0;
	if (__atomic_sub_fetch(&h->references, 1, __ATOMIC_ACQ_REL) || h->handlers)
		return;
	if (h->destroy)
		h->destroy(h + 1);
	free(h);
}

void _ZNSt15__exception_ptr13exception_ptrC1EPv(void **p, void *object)
{
	*p = object;
	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(p);
}

void _ZSt17current_exceptionv(void **p)
{
	_ZNSt15__exception_ptr13exception_ptrC1EPv(p, current ? current + 1 : 0);
}

void *__fp_thrown_again(void **p)
{
	struct header *h = (struct header *)*p - 1;
	h->again = 0;
	uncaught++;
	return h + 1;
}

int _ZSt19uncaught_exceptionsv(void)
{
	return uncaught;
}

/* What type information begins with, by its virtual table. */
struct type {
	long *kind;
	const char *name;
	struct type *base;
};
struct bases {
	long *kind;
	const char *name;
	unsigned flags, count;
	struct {
		struct type *type;
		long offset; /* in the upper bits; 1: virtual */
	} list[];
};

static int same(const struct type *a, const struct type *b)
{
	return a == b || a->name == b->name || a->name[0] != '*' && strcmp(a->name, b->name) == 0;
}

/* Finds an object of type `to` in one of type `from`; null if there is none. */
static void *find(char *object, struct type *from, struct type *to)
{
	if (same(from, to))
		return object;
	if (*from->kind == 2)
		return find(object, from->base, to);
	if (*from->kind != 3)
		return 0;
	struct bases *b = (struct bases *)from;
	for (unsigned i = 0; i < b->count; i++) {
		long offset = b->list[i].offset >> 8;
		if (b->list[i].offset & 1)
			offset = *(long *)(*(char **)object + offset);
		void *found = find(object + offset, b->list[i].type, to);
		if (found)
			return found;
	}
	return 0;
}

int __fp_exception_matches(void *object, struct type *to)
{
	struct header *h = (struct header *)object - 1;
	struct type *from = h->type;
	if (*from->kind == 4) {
		h->caught = *(void **)object;
		return same(from, to) || *to->kind == 4 && strcmp(to->name, "Pv") == 0;
	}
	void *found = find(object, from, to);
	if (found)
		h->caught = found;
	return found != 0;
}

void *__dynamic_cast(void *object, struct type *from, struct type *to, long hint)
{
	void **table = *(void ***)object;
	return find((char *)object + (long)table[-2], table[-1], to);
}
