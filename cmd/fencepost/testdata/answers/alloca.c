// check: proved
// gcc takes alloca without a declaration.
int main(void) { int *p = alloca(sizeof *p); *p = 1; return *p - 1; }
