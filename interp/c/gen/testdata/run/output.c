// Bytes that are written: to standard output, and to no other place.
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

struct record { char name[6]; short end; };

static ssize_t put(const char *s) { return write(STDOUT_FILENO, s, strlen(s)); }

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	struct record r = {"a\0b\n", '\n' << 8 | '+'};
	char partly[16];
	memcpy(partly, "partly\n", 8);
	printf("%zd\n", put("one\n"));
	printf("[%p] [%8p] [%-8p]\n", NULL, (void *)0, (void *)0);
	printf("%zu\n", fwrite(&r, sizeof r, 1, stdout));
	printf("%zu %zu\n", fwrite("abcdefg", 2, 3, stdout), fwrite("", 0, 3, stdout));
	struct iovec v[] = {{"first ", 6}, {"", 0}, {partly, 7}};
	printf("%zd\n", writev(1, v, 3));
	printf("%ld\n", syscall(SYS_write, 1, "called\n", (size_t)7));
	ssize_t (*function)(int, const void *, size_t) = write;
	return function(1, "", 0) != 0;
}
