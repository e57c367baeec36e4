// check: proved
// struct in6_addr is of <netinet/in.h>.
#include <assert.h>
#include <netinet/in.h>
static struct in6_addr any;
int main(void) { assert(sizeof any == 16); }
