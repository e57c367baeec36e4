/* Operations on integers that are one instruction of LLVM. */
#include <bit>
#include <cassert>
#include <cstdint>

int main()
{
	volatile int a = -3, b = 5;
	volatile unsigned c = 4000000000u, d = 7;
	int x = a, y = b;
	unsigned u = c, v = d;
	assert(__builtin_elementwise_max(x, y) == 5 && __builtin_elementwise_min(x, y) == -3);
	assert(__builtin_elementwise_max(u, v) == 4000000000u && __builtin_elementwise_min(u, v) == 7);
	assert(__builtin_elementwise_max(y, x) == 5 && __builtin_elementwise_abs(x) == 3);
	assert(std::popcount<unsigned>(c) == 13 && std::countl_zero<unsigned>(d) == 29 && std::countr_zero<unsigned>(d) == 0);
	assert(std::rotl<unsigned>(0x80000001u, b) == 0x30 && std::rotr<uint8_t>(1, 1) == 0x80);
	assert(__builtin_bswap32(0x01020304) == 0x04030201);
	int sum;
	assert(__builtin_add_overflow(2147483647, static_cast<int>(b), &sum) && sum == -2147483644);
	unsigned product;
	assert(!__builtin_mul_overflow(3u, static_cast<unsigned>(d), &product) && product == 21);
	__int128 wide = static_cast<__int128>(c) * c * b;
	assert(static_cast<uint64_t>(wide >> 64) == 4 && wide / c / c == b);
}
