// check: proved
// GNU C: an array may be initialised by a compound literal of its type.
#include <assert.h>
static const unsigned char map[4] = ((const unsigned char[4]){ 1, 2, 3, 4 });
int main(void) { assert(map[2] == 3); }
