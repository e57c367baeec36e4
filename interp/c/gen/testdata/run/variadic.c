#include <stdio.h>
#include <stdarg.h>
#include <setjmp.h>
#include <signal.h>
static int sum(int n, ...)
{
	va_list ap, other;
	int s = 0;
	va_start(ap, n);
	va_copy(other, ap);
	for (int i = 0; i < n; i++)
		s += va_arg(ap, int);
	va_end(ap);
	s += va_arg(other, int);
	va_end(other);
	return s;
}
struct big { long a, b, c; };
static long mixed(const char *what, ...)
{
	va_list ap;
	long r;
	va_start(ap, what);
	r = va_arg(ap, long);
	r += va_arg(ap, struct big).b;
	r += *va_arg(ap, int *);
	r += va_arg(ap, unsigned) == 4294967295u;
	va_end(ap);
	return r;
}
int add(a, b)
	int a;
	char *b;
{
	return a + *b;
}
static twice(x) { return 2 * x; }
static int vsum(int n, va_list ap)
{
	int s = 0;
	while (n-- > 0)
		s += va_arg(ap, int);
	return s;
}
static int through(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	int s = vsum(n, ap);
	va_end(ap);
	return s;
}
int main()
{
	int x = 5;
	char c = 7;
	int (*f)(int, ...) = sum;
	printf("%d %d %d\n", sum(3, 1, 2, 3), sum(1, 5), f(2, 40, 2));
	printf("%ld\n", mixed("x", 100L, (struct big){1, 20, 3}, &x, -1));
	printf("%d %d %d\n", add(1, &c), twice(21), through(3, 7, 8, 9));
	if (x == 6)
		raise(SIGINT);
	return 0;
}
