/* Exceptions: an object stands behind its header. One that is thrown again from an
   std::exception_ptr has a header alone, since several threads may handle the same object. */
#include <stdlib.h>
#include <string.h>

struct header {
	void *type;
	void (*destroy)(void *);
	void *caught; /* what the handler gets */
	struct header *below;
	long handlers;
	long again; /* it was thrown again */
	long place; /* of the throw */
	long references; /* to the object: by headers, and by std::exception_ptr */
	struct header *primary; /* the header before the object */
	long unused;
};

static _Thread_local struct header *current;
static _Thread_local long uncaught;

static struct header *of(void *exception)
{
	return (struct header *)exception - 1;
}

static void reset(struct header *h, struct header *primary)
{
	h->below = 0;
	h->handlers = h->again = 0;
	h->primary = primary;
	h->caught = primary + 1;
}

static void release(struct header *h)
{
	if (__atomic_sub_fetch(&h->references, 1, __ATOMIC_ACQ_REL))
		return;
	if (h->destroy)
		h->destroy(h + 1);
	free(h);
}

void *__cxa_allocate_exception(unsigned long size)
{
	struct header *h = malloc(sizeof *h + size);
	h->references = 1;
	h->place = 0;
	return h + 1;
}

void __cxa_free_exception(void *exception)
{
	free(of(exception));
}

void *__cxa_init_primary_exception(void *exception, void *type, void (*destroy)(void *))
{
	struct header *h = of(exception);
	h->type = type;
	h->destroy = destroy;
	h->references = 0;
	reset(h, h);
	return h;
}

void *__cxa_throw(void *exception, void *type, void (*destroy)(void *), long place)
{
	__cxa_init_primary_exception(exception, type, destroy);
	of(exception)->references = 1;
	of(exception)->place = place;
	uncaught++;
	return exception;
}

void *__cxa_rethrow(void)
{
	if (!current)
		abort();
	current->again = 1;
	uncaught++;
	return current + 1;
}

void *__cxa_begin_catch(void *exception)
{
	struct header *h = of(exception);
	if (h != current) {
		h->below = current;
		current = h;
	}
	h->handlers++;
	h->again = 0;
	uncaught--;
	return h->caught;
}

void *__cxa_get_exception_ptr(void *exception)
{
	return of(exception)->caught;
}

void __cxa_end_catch(void)
{
	struct header *h = current;
	if (--h->handlers > 0)
		return;
	current = h->below;
	if (h->again)
		return;
	struct header *primary = h->primary;
	if (h != primary)
		free(h);
	release(primary);
}

/* Returns where an exception was thrown. */
long __fp_thrown_at(void *exception)
{
	return of(exception)->primary->place;
}

/* std::exception_ptr is a pointer to the object. */
void _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void **p)
{
	if (*p)
		__atomic_fetch_add(&of(*p)->references, 1, __ATOMIC_RELAXED);
}

void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void **p)
{
	void *exception = *p;
	*p = 0;
	if (exception)
		release(of(exception));
}

void _ZNSt15__exception_ptr13exception_ptrC1EPv(void **p, void *exception)
{
	*p = exception;
	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(p);
}

void _ZSt17current_exceptionv(void **p)
{
	_ZNSt15__exception_ptr13exception_ptrC1EPv(p, current ? current->primary + 1 : 0);
}

void *__fp_thrown_again(void **p)
{
	struct header *h = malloc(sizeof *h);
	_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(p);
	reset(h, of(*p));
	uncaught++;
	return h + 1;
}

int _ZSt19uncaught_exceptionsv(void)
{
	return uncaught;
}

_Bool _ZSt18uncaught_exceptionv(void)
{
	return uncaught > 0;
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

int __fp_exception_matches(void *exception, struct type *to)
{
	struct header *h = of(exception);
	void *object = h->primary + 1;
	struct type *from = h->primary->type;
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
