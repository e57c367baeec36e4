// What runs before main and after it.
#include <stdio.h>
#include <stdlib.h>

static int step;
static void say(const char *what) { printf("%d %s\n", step++, what); }
__attribute__((constructor)) static void plain(void) { say("constructor"); }
static void early(void) __attribute__((constructor(101), unused));
static void early(void) { say("constructor 101"); }
void __attribute__((constructor(200))) later(void) { say("constructor 200"); }
__attribute__((destructor)) static void end(void) { say("destructor"); }
__attribute__((destructor(300))) static void last(void) { say("destructor 300"); }
static void first(void) { say("first handler"); }
static void second(void) { say("second handler"); }

int main(void)
{
	say("main");
	atexit(first);
	if (atexit(second))
		exit(3);
	int status = step > 100;
	if (step == 4)
		exit(status);
	return status + (step != 4);
}
