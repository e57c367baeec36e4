// check: unsupported (not aligned)
// x86 performs an unaligned atomic access, other processors do not.
#include <assert.h>
#include <stdint.h>
#pragma pack(push, 4)
struct q { int mode; uint64_t writes; };
#pragma pack(pop)
static struct q s;
int main(void) { __sync_fetch_and_add(&s.writes, 1); assert(s.writes == 1); }
