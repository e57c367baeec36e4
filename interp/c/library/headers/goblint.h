#ifndef _GOBLINT_H
#define _GOBLINT_H
/* The interface of the analyser Goblint: what must hold at a place. A check that
   it may not prove is still one that holds, or not, in an execution. */
#define __goblint_check(condition) __CPROVER_assert(condition, #condition)
#define __goblint_assert(condition) __CPROVER_assert(condition, #condition)
#define __goblint_assume(condition) __VERIFIER_assume(condition)
#define __goblint_assume_join(...) ((void)0)
#define __goblint_globalize(p) ((void)(p))
#define __goblint_split_begin(x) ((void)(x))
#define __goblint_split_end(x) ((void)(x))
#define __goblint_bounded(x) ((void)(x))
#endif
