// Package populate takes the first memory of the heap from the system in one call, when
// the process begins: a page at a time, each costs a fault, which is dear where the
// machine is virtual. It changes how long a run takes, and nothing else.
//
// Measured where a fault costs 13 us: exploring SB.c 57 -> 48 ms of processor time,
// version 38 -> 32. Tried, and no better: huge pages for the same memory, and for 16 or
// 32 MB that are allocated and collected at once (46 ms; version 40).
package populate
