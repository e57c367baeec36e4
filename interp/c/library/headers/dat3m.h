#ifndef _DAT3M_H
#define _DAT3M_H
/* The interface of the model checker Dartagnan; what it declares is known anyway. */
#define await_while(condition) while (condition)
#endif
