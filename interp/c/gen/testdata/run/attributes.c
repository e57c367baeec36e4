// Attributes cleanup, alias and weak.
#include <stdio.h>
#include <stdlib.h>

static void told(int *p) { printf("end of %d\n", *p); }
static void freed(void *p) { free(*(void **)p); puts("freed"); }
static int level(int n, int *out)
{
	__attribute__((cleanup(told))) int a = n;
	int b __attribute__((cleanup(told))) = n + 100;
	if (n == 1)
		return a += 5;
	for (int i = 0; i < 4; i++) {
		__attribute__((__cleanup__(told))) int c = 10 * i;
		if (i == 1)
			continue;
		if (i == 3 && n == 2)
			break;
		if (i == 3 && n == 3)
			return *out = c, b;
		printf("in %d\n", c);
	}
	switch (n) {
	case 2: {
		__attribute__((cleanup(told))) int d = 7;
		break;
	}
	}
	while (n > 0) {
		__attribute__((cleanup(told))) int e = --n;
		if (e == 1)
			break;
	}
	return b;
}
static void nothing(int n)
{
	__attribute__((cleanup(told))) int a = n;
	if (n > 2)
		return;
	puts("short");
}

static int twice(int n) { return 2 * n; }
int doubled(int n) __attribute__((alias("twice")));
extern int also(int) __attribute__((weak, alias("twice")));

extern int missing(int) __attribute__((weak));
__attribute__((weak)) int given = 3;
__attribute__((weak)) int answer(void) { return 42; }

int main(void)
{
	int out = 0;
	printf("%d\n", level(1, &out));
	printf("%d\n", level(2, &out));
	printf("%d\n", level(3, &out));
	printf("%d\n", level(0, &out));
	printf("%d\n", out);
	nothing(1);
	nothing(3);
	__attribute__((cleanup(freed))) char *text = malloc(10);
	int v = ({ __attribute__((cleanup(told))) int x = 4; x + 1; });
	printf("%d\n", v);
	for (__attribute__((cleanup(told))) int i = 0; i < 2; i++)
		printf("turn %d\n", i);
	int (*f)(int) = also;
	printf("%d %d %d\n", doubled(4), f(5), also(6));
	printf("%d %d %d\n", missing ? missing(1) : -1, given, answer());
	return 0;
}
