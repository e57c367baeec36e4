// Package limits ends a process at once, with one line and exit status 71, where the limits
// of the system leave it less than the runtime needs: that would end it with a trace, and the
// status of a wrong input.
//
// Without enough memory the runtime does not even begin, so where there is a C compiler the
// limits are read before it does. Where there is none they are read when packages are
// initialised, for what the runtime survives: this one comes before all that open a file, as
// it imports little and its path is early in the order.
package limits
