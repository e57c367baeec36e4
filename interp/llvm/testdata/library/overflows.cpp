/* Checked arithmetic agrees with arithmetic on 128 bits. */
#include <cassert>
#include <cstdint>
#include <limits>

template <class T> void check(T x, T y)
{
	using wide = __int128;
	auto agrees = [](bool out, T got, wide want) {
		assert(out == (want < std::numeric_limits<T>::min() || want > std::numeric_limits<T>::max()));
		assert(got == static_cast<T>(want));
	};
	T z;
	bool out = __builtin_add_overflow(x, y, &z);
	agrees(out, z, static_cast<wide>(x) + y);
	out = __builtin_sub_overflow(x, y, &z);
	agrees(out, z, static_cast<wide>(x) - y);
	if (sizeof(T) < 8 || (x >> 32 == 0 && y >> 32 <= 1)) { // 128 bits hold the product
		out = __builtin_mul_overflow(x, y, &z);
		agrees(out, z, static_cast<wide>(x) * y);
	}
}

template <class T> void checkAll()
{
	using limits = std::numeric_limits<T>;
	volatile T values[] = {limits::min(), limits::min() + 1, 0, 1, 2, 7, limits::max() / 2, limits::max() - 1, limits::max()};
	for (T x : values)
		for (T y : values)
			check<T>(x, y);
}

int main()
{
	checkAll<int8_t>();
	checkAll<uint8_t>();
	checkAll<int16_t>();
	checkAll<uint16_t>();
	checkAll<int32_t>();
	checkAll<uint32_t>();
	checkAll<int64_t>();
	checkAll<uint64_t>();
}
