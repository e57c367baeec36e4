int f(int a, int b, unsigned c, unsigned d, int *p)
{
	if (a < b && !(c >= d) || p == 0)
		return 1;
	if (a > b ? c == 3 : d != 4)
		return 2;
	return (a && b) + (c > d) + !p;
}

int main(void)
{
	int x = 0;
	return f(1, 2, 3, 4, &x);
}
