// check: buggy (use after free)
// puts reads memory that was freed.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *s = malloc(2);
  if (!s) return 0;
  s[0] = 'a'; s[1] = 0;
  free(s);
  puts(s);
  return 0;
}
