#ifndef _ERR_H
#define _ERR_H
#include <stdio.h>
#include <stdlib.h>
/* What is printed is the format alone. */
#define err(status, ...) (fprintf(stderr, __VA_ARGS__), exit(status))
#define errx(status, ...) (fprintf(stderr, __VA_ARGS__), exit(status))
#define warn(...) ((void)fprintf(stderr, __VA_ARGS__))
#define warnx(...) ((void)fprintf(stderr, __VA_ARGS__))
#endif
