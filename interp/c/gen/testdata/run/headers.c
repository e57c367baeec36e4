#define _GNU_SOURCE
#include <alloca.h>
#include <arpa/inet.h>
#include <byteswap.h>
#include <dlfcn.h>
#include <endian.h>
#include <err.h>
#include <fcntl.h>
#include <float.h>
#include <getopt.h>
#include <linux/futex.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <memory.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/cdefs.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/prctl.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/unistd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct item {
	int value;
	STAILQ_ENTRY(item) next;
	TAILQ_ENTRY(item) link;
};
STAILQ_HEAD(items, item);
TAILQ_HEAD(list, item);

static void handler(int signal) { printf("signal %d\n", signal); }

int main(int argc, char **argv)
{
	struct items queue;
	struct list list = TAILQ_HEAD_INITIALIZER(list);
	struct item a = {.value = 1}, b = {.value = 2}, *x;
	ssize_t n = -1;
	off_t off = 4096;
	struct timespec ts;
	signal(SIGINT, handler);
	STAILQ_INIT(&queue);
	STAILQ_INSERT_TAIL(&queue, &a, next);
	STAILQ_INSERT_TAIL(&queue, &b, next);
	TAILQ_INSERT_HEAD(&list, &a, link);
	TAILQ_INSERT_HEAD(&list, &b, link);
	STAILQ_FOREACH(x, &queue, next)
		printf("%d\n", x->value);
	TAILQ_REMOVE(&list, &a, link);
	TAILQ_FOREACH(x, &list, link)
		printf("%d\n", x->value);
	printf("%x %x %llx\n", bswap_16(0x1234), bswap_32(htobe32(7)), (unsigned long long)bswap_64(1));
	printf("%d %d %d\n", strcasecmp("Fence", "fENCE"), ffs(8), MAX(1, 2));
	printf("%zd %ld %d\n", n, (long)off, getopt(1, argv, "x"));
	int *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	page[3] = 4;
	printf("%d %d\n", page[2], page[3]);
	munmap(page, 4096);
	if (argc > 5) { /* declared, and performed nowhere */
		int fd = open("/dev/null", O_RDONLY);
		jmp_buf env;
		if (setjmp(env) == 0 && fork() == 0 && wait(NULL) < 0 && socket(AF_INET, SOCK_STREAM, 0) < 0)
			longjmp(env, fd);
		raise(SIGTERM);
	}
	return clock_gettime(CLOCK_MONOTONIC, &ts);
}
