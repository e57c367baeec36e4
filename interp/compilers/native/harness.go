package native

import _ "embed"

// harness is the program, with gaps for: the numbers of threads, locations, observed
// values, repetitions, processors and repetitions between two barriers, the threads'
// functions, their names, the initial values, the code before a repetition, and the
// expressions of the observed values.
//
//go:embed files/harness.c
var harness string
