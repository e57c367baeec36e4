#ifndef _FENCEPOST_H
#define _FENCEPOST_H
void fence_sl(void);
void fence_ss(void);
void fence_ll(void);
void assume(_Bool);
int nondet_range(int, int);
#endif
