#ifndef _GETOPT_H
#define _GETOPT_H
/* The program has no arguments. */
extern char *optarg;
extern int optind, opterr, optopt;
struct option {
	const char *name;
	int has_arg, *flag, val;
};
#define no_argument 0
#define required_argument 1
#define optional_argument 2
static inline int getopt(int __n, char *const __args[], const char *__options)
{
	optind = 1;
	return -1;
}
static inline int getopt_long(int __n, char *const __args[], const char *__options, const struct option *__long, int *__index)
{
	optind = 1;
	return -1;
}
static inline int getopt_long_only(int __n, char *const __args[], const char *__options, const struct option *__long, int *__index)
{
	optind = 1;
	return -1;
}
#endif
