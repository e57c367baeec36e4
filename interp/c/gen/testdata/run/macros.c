// GNU C's names for the further arguments of a macro.
#include <stdio.h>
#define call(x, more...) two(x, ##more)
#define last(_, arg, ...) arg
#define pick(default, chosen...) last(_, ##chosen, default)
#define say(format, args...) printf(format "\n", ##args)
#define count(...) last(_, ##__VA_ARGS__, 0)

#define tell(format, ...) printf(format __VA_OPT__(, ) __VA_ARGS__)

static int two(int x, int y) { return 10 * x + y; }

int main(void)
{
	say("%d %d %d", call(1, 2), pick(7), pick(7, 8));
	say("none");
	say("%s %d", __FILE_NAME__, (int)sizeof __FILE_NAME__);
	tell("%d\n", 5);
	tell("six\n");
	say("%d %d", count(), count(4));
	return 0;
}
