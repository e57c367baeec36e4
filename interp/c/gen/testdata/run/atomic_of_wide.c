// An atomic object is updated by an integer of 128 bits, which stays what it is.
#include <assert.h>

static _Atomic short narrow = 5;
static _Atomic long word = 1;

int main(void)
{
	unsigned __int128 wide = 0x7fffffff;

	narrow += wide;
	assert(narrow == 4 && wide == 0x7fffffff);
	word -= wide;
	assert(word == -0x7ffffffe && wide == 0x7fffffff);
	word ^= wide;
	assert(word == -3 && wide == 0x7fffffff);
	return 0;
}
