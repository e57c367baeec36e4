#include <stdio.h>
#include <math.h>
#include <float.h>
#include <stdatomic.h>
#include <pthread.h>
struct point { float x; double y; };
static double shared = 1.5;
static _Atomic double level;
static float table[3] = {1, 2.5f, -3};
static const double third = 1.0 / 3;
static double average(const float *v, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		s += v[i];
	return s / n;
}
static float half(float x) { return x / 2; }
static void *writer(void *arg)
{
	shared *= 2;
	atomic_store(&level, *(double *)arg);
	return NULL;
}
int main(void)
{
	pthread_t t;
	double d = 2.25, e = -0.0;
	float f = 1.0f / 3;
	long double l = 1e3L;
	struct point p = {1, 2}, q = p;
	int i = 7;
	unsigned u = 4000000000u;
	unsigned long big = 18446744073709551615ul;
	q.x += 0.5;
	q.y -= i;
	printf("%f %g %e %.3f %8.2f|%-8.1f|%+g %08.3f\n", d, 1e20, 12345.678, third, 3.14159, 2.5, 1.0, -1.5);
	printf("%.9g %.17g %g %g\n", f, third, (double)table[2], (double)half(3));
	printf("%d %d %u %ld %d\n", (int)d, (int)-2.9, (unsigned)3e9, (long)1e15, (char)65.5);
	printf("%g %g %g %g\n", (double)i, (double)u, (double)big, (double)(float)big);
	printf("%d %d %d %d %d\n", d > 2, d < 2, e == 0, d != d, !d);
	printf("%d %d\n", d && e, d || e);
	printf("%g %g %g\n", q.x, q.y, average(table, 3));
	printf("%g %g %g %g %g\n", sqrt(2.25), floor(-1.5), fabs(-3.0), pow(2, 10), fmod(7, 3));
	i += 1.9;
	d++;
	--f;
	printf("%d %g %g\n", i, d++, (double)f);
	if (e)
		printf("not reached\n");
	while (d > 1)
		d /= 2;
	printf("%g %g %s\n", d, d ? 1.5 : 2, (_Bool)0.1 ? "yes" : "no");
	printf("%zu %zu %d\n", sizeof(float), sizeof(double), (int)l);
	pthread_create(&t, NULL, writer, &d);
	pthread_join(t, NULL);
	printf("%g %g %d\n", shared, atomic_load(&level), isnan(NAN) && isinf(INFINITY) && DBL_MAX > FLT_MAX);
	return 0;
}
