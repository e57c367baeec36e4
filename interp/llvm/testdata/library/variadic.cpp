// Functions with any number of arguments, of the program and of C.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <cassert>
#include <thread>
#include <string>
int sum(int n, ...) { va_list l, k; va_start(l, n); va_copy(k, l); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); assert(va_arg(k, int) == 1); va_end(k); return s; }
std::string fmt(const char *f, ...) { char b[64]; va_list l; va_start(l, f); int n = vsnprintf(b, sizeof b, f, l); va_end(l); return std::string(b, n); }
double mix(const char *t, ...) { va_list l; va_start(l, t); double d = 0; for (; *t; t++) d += *t == 'd' ? va_arg(l, double) : *t == 'l' ? va_arg(l, long) : strlen(va_arg(l, const char *)); va_end(l); return d; }
int (*p)(int, ...) = sum;
int main() { std::thread t([] { assert(sum(3, 1, 2, 3) == 6); assert(fmt("%d-%s-%.1f", 4, "x", 2.5) == "4-x-2.5"); assert(mix("dls", 1.5, 2l, "abc") == 6.5); assert(p(2, 1, 4) == 5); char b[10]; snprintf(b, 10, "%d %s", 7, "ab"); assert(!strcmp(b, "7 ab")); int x; sscanf("12", "%d", &x); assert(x == 12); fprintf(stderr, "%d\n", 3); }); t.join(); }
