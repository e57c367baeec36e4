// Packing and alignment: pragmas, attributes wherever they stand, and what uses them.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct header { uint8_t kind; uint32_t length; uint64_t offset; };
#pragma pack(push, outer, 4)
struct four { char c; long l; };
#pragma pack(2)
struct two { char c; long l; };
#pragma pack(pop, outer)
struct one { char c; long l; };
#pragma pack(pop)
struct natural { char c; long l; };

#define PACKED(...) _Pragma("pack(push, 1)") __VA_ARGS__ _Pragma("pack(pop)")
PACKED(struct made { char c; int i; };)

struct __attribute__((noinline, __packed__, unused, deprecated)) listed { char c; int i; };
typedef struct { char c; int i __attribute__((packed)); long l; } member;
struct across { char c; int i : 17; char d; long l : 40; } __attribute__((packed));
typedef enum { YES, NO } __attribute__((packed)) answer;
typedef uint32_t unaligned __attribute__((aligned(1)));
int line __attribute__((aligned(64))), next;
static _Alignas(32) char buffer[5];

int main(void)
{
	assert(sizeof(struct header) == 13 && offsetof(struct header, offset) == 5);
	assert(sizeof(struct four) == 12 && sizeof(struct two) == 10 && sizeof(struct one) == 9 && sizeof(struct natural) == 16);
	assert(sizeof(struct made) == 5 && sizeof(struct listed) == 5 && sizeof(member) == 16 && sizeof(answer) == 1);
	assert(__alignof__(line) == 64 && __alignof__(next) == 4 && __alignof__(buffer) == 32 && __alignof__(unaligned) == 1);
	struct header h = { 1, 2, 3 };
	uint32_t *length = &h.length;
	*length += 0x01020304;
	assert(h.kind == 1 && h.length == 0x01020306 && h.offset == 3);
	assert(__alignof__(h.length) == 1);
	char bytes[16] = { 0 };
	*(unaligned *)(bytes + 3) = 0x11223344;
	*(unaligned *)(bytes + 5) += 1;
	for (int i = 0; i < 12; i++)
		printf("%02x", bytes[i]);
	struct across a = { 'a', -5, 'd', 1L << 38 };
	a.i--;
	a.l |= 7;
	a.i ^= 0x1000;
	printf("\n%zu %d %d %d %ld\n", sizeof a, a.c, a.i, a.d, (long)a.l);
	struct across b;
	memcpy(&b, &a, sizeof b);
	struct across c = b;
	assert(c.i == a.i && c.l == a.l && !memcmp(&a, &c, sizeof a));
	return 0;
}
