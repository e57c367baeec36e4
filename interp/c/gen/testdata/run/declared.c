/* As a preprocessed program: the library is declared here, with types of its own. */
typedef unsigned long size_t;
typedef union {
	struct {
		int lock;
		unsigned count;
		int owner;
		unsigned users;
		int kind;
		short spins, elision;
		struct {
			void *previous, *next;
		} list;
	} data;
	char size[40];
	long align;
} pthread_mutex_t;
union pthread_attr_t {
	char size[56];
	long align;
};
typedef union pthread_attr_t pthread_attr_t;
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_attr_init(pthread_attr_t *);
extern int pthread_mutex_init(pthread_mutex_t *, const void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern size_t strlen(const char *);
extern char *strdup(const char *);
extern int atoi(const char *);
extern int printf(const char *, ...);
extern int *__errno_location(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));

static pthread_mutex_t mutex = {{0, 0, 0, 0, 0, 0, 0, {0, 0}}};
static int sum;

static void *add(void *arg)
{
	pthread_mutex_lock(&mutex);
	sum += atoi(arg);
	pthread_mutex_unlock(&mutex);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_attr_t a;
	pthread_attr_init(&a);
	pthread_create(&t, &a, add, strdup("12"));
	add("30");
	pthread_join(t, 0);
	(*__errno_location()) = 3;
	((sum == 42) ? (void)0 : __assert_fail("sum == 42", "declared.c", 50, "main"));
	printf("%d %lu %d\n", sum, strlen("four"), *__errno_location());
	return 0;
}
