// check: proved
// A header that is only included.
#include <assert.h>
#include <sys/un.h>
int main(void) { assert(1); }
