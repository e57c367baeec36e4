#ifndef _MATH_H
#define _MATH_H
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL (1e300 * 1e300)
#define INFINITY ((float)HUGE_VAL)
#define NAN (-(float)(HUGE_VAL - HUGE_VAL))
#define isnan(x) ((x) != (x))
#define isinf(x) ((x) == HUGE_VAL || (x) == -HUGE_VAL)
#define isfinite(x) ((x) - (x) == 0)
#define signbit(x) (copysign(1.0, (x)) < 0)
typedef float float_t;
typedef double double_t;

double sqrt(double);
double cbrt(double);
double sin(double);
double cos(double);
double tan(double);
double asin(double);
double acos(double);
double atan(double);
double sinh(double);
double cosh(double);
double tanh(double);
double asinh(double);
double acosh(double);
double atanh(double);
double exp(double);
double exp2(double);
double expm1(double);
double log(double);
double log2(double);
double log10(double);
double log1p(double);
double floor(double);
double ceil(double);
double trunc(double);
double round(double);
double rint(double);
double fabs(double);
double erf(double);
double tgamma(double);
double atan2(double, double);
double pow(double, double);
double fmod(double, double);
double hypot(double, double);
double fmax(double, double);
double fmin(double, double);
double copysign(double, double);
double remainder(double, double);
double nextafter(double, double);
static inline float sqrtf(float __x) { return sqrt(__x); }
static inline long double sqrtl(long double __x) { return sqrt(__x); }
static inline float cbrtf(float __x) { return cbrt(__x); }
static inline long double cbrtl(long double __x) { return cbrt(__x); }
static inline float sinf(float __x) { return sin(__x); }
static inline long double sinl(long double __x) { return sin(__x); }
static inline float cosf(float __x) { return cos(__x); }
static inline long double cosl(long double __x) { return cos(__x); }
static inline float tanf(float __x) { return tan(__x); }
static inline long double tanl(long double __x) { return tan(__x); }
static inline float asinf(float __x) { return asin(__x); }
static inline long double asinl(long double __x) { return asin(__x); }
static inline float acosf(float __x) { return acos(__x); }
static inline long double acosl(long double __x) { return acos(__x); }
static inline float atanf(float __x) { return atan(__x); }
static inline long double atanl(long double __x) { return atan(__x); }
static inline float sinhf(float __x) { return sinh(__x); }
static inline long double sinhl(long double __x) { return sinh(__x); }
static inline float coshf(float __x) { return cosh(__x); }
static inline long double coshl(long double __x) { return cosh(__x); }
static inline float tanhf(float __x) { return tanh(__x); }
static inline long double tanhl(long double __x) { return tanh(__x); }
static inline float asinhf(float __x) { return asinh(__x); }
static inline long double asinhl(long double __x) { return asinh(__x); }
static inline float acoshf(float __x) { return acosh(__x); }
static inline long double acoshl(long double __x) { return acosh(__x); }
static inline float atanhf(float __x) { return atanh(__x); }
static inline long double atanhl(long double __x) { return atanh(__x); }
static inline float expf(float __x) { return exp(__x); }
static inline long double expl(long double __x) { return exp(__x); }
static inline float exp2f(float __x) { return exp2(__x); }
static inline long double exp2l(long double __x) { return exp2(__x); }
static inline float expm1f(float __x) { return expm1(__x); }
static inline long double expm1l(long double __x) { return expm1(__x); }
static inline float logf(float __x) { return log(__x); }
static inline long double logl(long double __x) { return log(__x); }
static inline float log2f(float __x) { return log2(__x); }
static inline long double log2l(long double __x) { return log2(__x); }
static inline float log10f(float __x) { return log10(__x); }
static inline long double log10l(long double __x) { return log10(__x); }
static inline float log1pf(float __x) { return log1p(__x); }
static inline long double log1pl(long double __x) { return log1p(__x); }
static inline float floorf(float __x) { return floor(__x); }
static inline long double floorl(long double __x) { return floor(__x); }
static inline float ceilf(float __x) { return ceil(__x); }
static inline long double ceill(long double __x) { return ceil(__x); }
static inline float truncf(float __x) { return trunc(__x); }
static inline long double truncl(long double __x) { return trunc(__x); }
static inline float roundf(float __x) { return round(__x); }
static inline long double roundl(long double __x) { return round(__x); }
static inline float rintf(float __x) { return rint(__x); }
static inline long double rintl(long double __x) { return rint(__x); }
static inline float fabsf(float __x) { return fabs(__x); }
static inline long double fabsl(long double __x) { return fabs(__x); }
static inline float erff(float __x) { return erf(__x); }
static inline long double erfl(long double __x) { return erf(__x); }
static inline float tgammaf(float __x) { return tgamma(__x); }
static inline long double tgammal(long double __x) { return tgamma(__x); }
static inline float atan2f(float __x, float __y) { return atan2(__x, __y); }
static inline long double atan2l(long double __x, long double __y) { return atan2(__x, __y); }
static inline float powf(float __x, float __y) { return pow(__x, __y); }
static inline long double powl(long double __x, long double __y) { return pow(__x, __y); }
static inline float fmodf(float __x, float __y) { return fmod(__x, __y); }
static inline long double fmodl(long double __x, long double __y) { return fmod(__x, __y); }
static inline float hypotf(float __x, float __y) { return hypot(__x, __y); }
static inline long double hypotl(long double __x, long double __y) { return hypot(__x, __y); }
static inline float fmaxf(float __x, float __y) { return fmax(__x, __y); }
static inline long double fmaxl(long double __x, long double __y) { return fmax(__x, __y); }
static inline float fminf(float __x, float __y) { return fmin(__x, __y); }
static inline long double fminl(long double __x, long double __y) { return fmin(__x, __y); }
static inline float copysignf(float __x, float __y) { return copysign(__x, __y); }
static inline long double copysignl(long double __x, long double __y) { return copysign(__x, __y); }
static inline float remainderf(float __x, float __y) { return remainder(__x, __y); }
static inline long double remainderl(long double __x, long double __y) { return remainder(__x, __y); }
static inline double nearbyint(double __x) { return rint(__x); }
static inline double fma(double __x, double __y, double __z) { return __x * __y + __z; }
static inline double fdim(double __x, double __y) { return __x > __y ? __x - __y : 0; }
static inline long lround(double __x) { return round(__x); }
static inline long lrint(double __x) { return rint(__x); }
static inline long long llround(double __x) { return round(__x); }
static inline double ldexp(double __x, int __n) { return __x * exp2(__n); }
static inline double modf(double __x, double *__whole)
{
	*__whole = trunc(__x);
	return __x - *__whole;
}
static inline double frexp(double __x, int *__exponent)
{
	*__exponent = 0;
	if (__x == 0 || !isfinite(__x))
		return __x;
	for (; fabs(__x) >= 1; __x /= 2)
		++*__exponent;
	for (; fabs(__x) < 0.5; __x *= 2)
		--*__exponent;
	return __x;
}
#endif
