#ifndef _LINUX_CIRC_BUF_H
#define _LINUX_CIRC_BUF_H
/* A ring whose size is a power of 2, and of which one slot stays empty. */
struct circ_buf {
	char *buf;
	int head, tail;
};
#define CIRC_CNT(head, tail, size) (((head) - (tail)) & ((size) - 1))
#define CIRC_SPACE(head, tail, size) (((tail) - (head) - 1) & ((size) - 1))
#define __fp_to_end(n, left) ({ int __fp_n = (n), __fp_left = (left); __fp_n < __fp_left ? __fp_n : __fp_left; })
#define CIRC_CNT_TO_END(head, tail, size) __fp_to_end(CIRC_CNT(head, tail, size), (size) - (tail))
#define CIRC_SPACE_TO_END(head, tail, size) __fp_to_end(CIRC_SPACE(head, tail, size), (size) - (head))
#endif
