package native

import (
	"context"
	"fmt"
	"runtime"
	"strings"
)

// A CTest is a test in C. Its threads use objects at fixed addresses, so there is one
// repetition between two barriers.
type CTest struct {
	Source   string   // of functions and objects
	Threads  []string // functions of type void *(void *)
	Objects  []Object // set to their initial values before each repetition
	Compiler []string // the command that translates it
}

// An Object is a scalar whose final value is observed.
type Object struct {
	Name string
	Size uint8 // in bytes
	Init int64
}

// RunC runs a test this many times. It calls tell with the final values of its objects and
// the number of times they were seen. A thread named main is the program's main function.
// The error wraps ErrNone, or says how a compiler or the program failed.
func RunC(ctx context.Context, t *CTest, times int, tell func(times int, values []int64)) error {
	if err := Available(); err != nil {
		return err
	}
	var functions, calls, reset, observe strings.Builder
	for i, name := range t.Threads {
		fmt.Fprintf(&functions, "void *f%d(void *) __asm__(\"%s\");\nstatic void T%d(long **places, long *shown) { f%d(NULL); }\n", i, renamed(name), i, i)
		fmt.Fprintf(&calls, "T%d, ", i)
	}
	for i, o := range t.Objects {
		kind := map[uint8]string{1: "signed char", 2: "short", 4: "int", 8: "long"}[o.Size]
		fmt.Fprintf(&functions, "extern %s o%d __asm__(\"%s\");\n", kind, i, o.Name)
		fmt.Fprintf(&reset, "\to%d = %d;\n", i, o.Init)
		fmt.Fprintf(&observe, "\t\tv[%d] = o%d;\n", i, i)
	}
	source := fmt.Sprintf(harness, len(t.Threads), 1, len(t.Objects), times, runtime.NumCPU(), 1,
		functions.String(), calls.String(), "", reset.String(), observe.String())
	return execute(ctx, source, "#define main "+renamed("main")+"\n"+t.Source, t.Compiler, len(t.Objects), tell)
}

// renamed returns the name of a function in the native program, which has a main of its
// own.
func renamed(function string) string {
	if function == "main" {
		return "test_main"
	}
	return function
}
