/* What the functions of Rust's library call. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static _Thread_local char panic_text[1024];
static _Thread_local unsigned long panic_length;

static unsigned long rust_utf8(char *to, unsigned c)
{
	if (c < 0x80) {
		to[0] = c;
		return 1;
	}
	unsigned long n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	for (unsigned long k = n - 1; k > 0; k--, c >>= 6)
		to[k] = 0x80 | c & 0x3f;
	to[0] = (0xf00 >> n & 0xff) | c;
	return n;
}

_Bool __fp_panic_str(void *self, const char *text, unsigned long n)
{
	for (unsigned long k = 0; k < n && panic_length < sizeof panic_text - 1; k++)
		panic_text[panic_length++] = text[k];
	panic_text[panic_length] = 0;
	return 0;
}

_Bool __fp_panic_char(void *self, unsigned c)
{
	char text[4];
	return __fp_panic_str(self, text, rust_utf8(text, c));
}

_Bool __fp_print_str(void *self, const char *text, unsigned long n)
{
	write(1, text, n);
	return 0;
}

_Bool __fp_print_char(void *self, unsigned c)
{
	char text[4];
	return __fp_print_str(self, text, rust_utf8(text, c));
}

static _Thread_local _Bool expected;

void __fp_expect_panic(void)
{
	expected = 1;
}

/* 0: a text begins; 1: it is complete; others stand for a text. */
void __fp_panic_text(long what)
{
	static const char *const texts[] = {0, 0, "with a payload of the program's own", "memory allocation failed", "the test returns an error", "the test is to panic, and does not"};
	if (what == 0)
		panic_text[panic_length = 0] = 0;
	else if (expected && what <= 2)
		exit(0);
	else
		__fp_panic(what == 1 ? panic_text : texts[what]);
}

long __fp_thread_id(void)
{
	static _Thread_local long made;
	return (long)pthread_self() << 32 | ++made;
}

/* The objects that a thread destroys when it ends, the last first. They need no memory that comes back:
   that would only add executions. */
static _Thread_local struct {
	void *object;
	void (*destroy)(void *);
} rust_objects[64];
static _Thread_local unsigned long rust_objects_left;

void __fp_register(void *object, void (*destroy)(void *))
{
	if (rust_objects_left == sizeof rust_objects / sizeof *rust_objects)
		__fp_thread_objects();
	rust_objects[rust_objects_left].object = object;
	rust_objects[rust_objects_left++].destroy = destroy;
}

void __fp_destroy(void)
{
	while (rust_objects_left > 0) {
		rust_objects_left--;
		rust_objects[rust_objects_left].destroy(rust_objects[rust_objects_left].object);
	}
}
