// check: proved
// The magic sequence of valgrind.h does nothing.
int main(void) {
  unsigned long r = 0, a[6] = {0};
  __asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi\n\trolq $61, %%rdi; rolq $51, %%rdi\n\t"
                   "xchgq %%rbx,%%rbx" : "=d"(r) : "a"(&a[0]), "0"(r) : "cc", "memory");
  return (int)r;
}
