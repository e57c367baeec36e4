#ifndef LIMIT
#define LIMIT(a, ...) ((a) + 1)
#endif
#if LIMIT(2, 3) > 2 && !defined(NOPE)
int main(void)
{
	int i = 0;
again:
	while (i < LIMIT(3)) {
		switch (i) { case 0: case 1 ... 2: i++; break; default: goto again; }
		if (i) continue; else do i += "\"}"[0] != '\''; while (0);
	}
	for (;;) return i ? 0 : 1, 0;
}
#else
#error "unreachable"
#endif
