// Arrays of variable length.
#include <stdio.h>
#include <string.h>
#include <assert.h>
static int sum(int n, int m, int a[n][m]) { int s = 0; m = m; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s; }
static long total(int n, const int (*row)[n], int rows) { long s = 0; for (int i = 0; i < rows; i++, row = row + 1) for (int j = 0; j < n; j++) s += (*row)[j]; return s; }
int main(void)
{
	int n = 3;
	int a[n], b[n + 1][n], c[2][n];
	n = 7;
	assert(sizeof a == 12 && sizeof b == 48 && sizeof c == 24 && sizeof b[0] == 12 && sizeof(char[n]) == 7);
	for (int i = 0; i < 3; i++) a[i] = i * i;
	for (int i = 0; i < 4; i++) for (int j = 0; j < 3; j++) b[i][j] = 10 * i + j;
	memset(c, 0, sizeof c); c[1][2] = 5;
	printf("%d %d %d %d %ld\n", a[2], b[3][1], sum(4, 3, b), c[1][2], total(3, b, 4));
	int *p = &b[2][0]; printf("%d %d\n", p[1], *(*(b + 1) + 2));
	for (int k = 1; k < 4; k++) { char s[k + 1]; for (int i = 0; i < k; i++) s[i] = 'a' + i; s[k] = 0; printf("%s %zu\n", s, sizeof s); }
	typedef short row[n]; row r; n = 1; assert(sizeof(row) == 14 && sizeof r == 14); r[6] = 3;
	int (*q)[3] = b; printf("%d %d\n", q[1][1], r[6]);
	{ int w = 2; double d[w][w]; d[1][1] = 1.5; double (*e)[w] = d; printf("%g %zu\n", e[1][1], sizeof *e); }
	return 0;
}
