// Vectors of the processor are computed element by element.
#include <emmintrin.h>
#include <thread>
#include <cassert>
#include <cstring>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
int main() {
  std::thread t([] {
    unsigned char c[16]; for (int i = 0; i < 16; i++) c[i] = i == 3 || i == 9 ? 77 : i;
    __m128i g = _mm_loadu_si128((const __m128i *)c);
    assert(_mm_movemask_epi8(_mm_cmpeq_epi8(g, _mm_set1_epi8(77))) == ((1 << 3) | (1 << 9)));
    v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}; v4 s = a + b * a; assert(s[0] == 11 && s[3] == 164);
    int k = s[1] & 3; s[k] = 5; assert(s[k] == 5);
    f4 f = {1.5f, 2.5f, 3.f, 4.f}; f = f * f; assert(f[1] == 6.25f);
    long long w[2]; _mm_storeu_si128((__m128i *)w, _mm_add_epi64(g, _mm_set_epi64x(1, 2))); assert((w[0] & 0xff) == 2);
    v4 lt = a < b; assert(lt[0] == -1 && lt[2] == -1);
    __int128 big; memcpy(&big, &a, 16); assert((int)big == 1 && (int)(big >> 96) == 4);
    v4 sh = __builtin_shufflevector(a, b, 0, 4, 1, 5); assert(sh[1] == 10 && sh[3] == 20);
  });
  t.join();
}
