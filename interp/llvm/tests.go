package llvm

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/llvm/ir"
	"fencepost/interp/llvm/lower"
	"fencepost/interp/llvm/opt"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
)

// What Rust's tests are called by: the library's harness takes their descriptions, and the runtime
// calls one instead.
const (
	harnessMain = "test::test_main_static"
	testMain    = "__fp_test_main"
	panicMain   = "__fp_panic_test_main" // of a test that is to panic
	chosenTest  = "test::chosen"
)

var testName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_:]*$`)

// chooseTest replaces main by a function that runs one test, if main belongs to Rust's test harness.
// It returns what finds the tests again in the text that is kept: main, and their descriptions.
func (l *linker) chooseTest(modules []*ir.Module, args []string) (harness []ir.Value, err error) {
	list, harness, err := findTests(modules)
	if err != nil || list == nil {
		return nil, err
	}
	// The name is the first argument that is no flag of the harness, such as --exact.
	var chosen string
	if i := slices.IndexFunc(args, func(a string) bool { return a != "" && a[0] != '-' }); i >= 0 {
		chosen = args[i]
	}
	var names, like []string
	for _, t := range list {
		names = append(names, t.name)
		if chosen != "" && strings.Contains(t.name, chosen) {
			like = append(like, t.name)
		}
		if len(list) == 1 || t.name == chosen {
			l.test, like = &t, nil
			break
		}
	}
	if len(like) == 1 {
		for _, t := range list {
			if t.name == like[0] {
				l.test = &t
			}
		}
	}
	if l.test == nil {
		why := "one test is checked at a time"
		switch {
		case len(like) > 1:
			why += fmt.Sprintf(", and '%s' is in the names of %d", chosen, len(like))
			names = like
		case chosen != "":
			why = fmt.Sprintf("no test has '%s' in its name", chosen)
		}
		return nil, &trace.Diagnostic{Pos: trace.Pos{File: modules[0].File}, Message: fmt.Sprintf("%s: --arg NAME chooses one of %s", why, strings.Join(names, ", "))}
	}
	harness = append(harness, l.main)
	l.main = l.defined[testMain]
	if l.test.panics {
		l.main = l.defined[panicMain]
	}
	l.replaced[l.main.Module().ByName[chosenTest].(*ir.Function)] = l.test.run
	return harness, l.placeMain()
}

// placeMain gives the function that runs the test a place in the test. It is where the program's first
// function looks at what the test returns.
func (l *linker) placeMain() error {
	f := l.test.run
	for f != nil && l.info.Function(f).System {
		calls, err := instructions(f)
		if err != nil {
			return err
		}
		f = nextCall(calls)
	}
	if f == nil {
		return nil
	}
	test, err := instructions(f)
	if err != nil {
		return err
	}
	var place *ir.Loc
	for _, i := range test {
		if opt.Callee(i) != nil {
			place = i.Loc
		}
	}
	main, err := instructions(l.main)
	for _, i := range main {
		i.Loc = place
	}
	return err
}

// instructions returns the instructions of a function.
func instructions(f *ir.Function) (list []*ir.Instr, err error) {
	err = f.Body()
	for _, b := range f.Blocks {
		list = append(list, b.Code...)
	}
	return list, err
}

// A test is one of Rust's.
type test struct {
	name   string
	panics bool // it is to panic
	run    *ir.Function
}

// findTests returns the tests that a program's main is to run; none if it is another main.
func findTests(modules []*ir.Module) (list []test, harness []ir.Value, err error) {
	for _, m := range modules {
		for _, f := range m.Functions {
			if f.Declared || !strings.Contains(f.Name, "4main") {
				continue
			}
			if err := f.Body(); err != nil {
				return nil, nil, err
			}
			for _, b := range f.Blocks {
				for _, i := range b.Code {
					if g := opt.Callee(i); g == nil || lower.Demangled(g.Name) != harnessMain {
						continue
					}
					all, ok := i.Args[0].(*ir.Global)
					if !ok {
						continue
					}
					harness = append(harness, f, all)
					for _, e := range elements(all) {
						if d, ok := e.(*ir.Global); ok {
							harness = append(harness, d)
							list = append(list, described(d))
						}
					}
					return list, harness, nil
				}
			}
		}
	}
	return nil, nil, nil
}

// described returns the test that a description is of. It begins with whether the test is to panic:
// no, yes, or with a message.
func described(d *ir.Global) (t test) {
	for k, e := range elements(d) {
		switch e := e.(type) {
		case *ir.Const:
			t.panics = t.panics || k == 0 && e.Kind == ir.ConstBytes && e.Bytes[0] != 0
		case *ir.Function:
			t.run = e
		case *ir.Global:
			if c, ok := e.Init.(*ir.Const); ok && c.Kind == ir.ConstBytes && testName().Match(c.Bytes) {
				t.name = string(bytes.Clone(c.Bytes))
			}
		}
	}
	return t
}

// elements returns the parts of a variable's initial value. An address is the whole of an array of one.
func elements(g *ir.Global) []ir.Value {
	switch v := g.Init.(type) {
	case *ir.Const:
		return v.Elems
	case *ir.Global:
		return []ir.Value{v}
	}
	return nil
}
