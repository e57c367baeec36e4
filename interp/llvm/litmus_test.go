package llvm_test

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

var (
	litmusThread   = regexp.MustCompile(`(?ms)^P(\d+)\s*\(([^)]*)\)\s*\{(.*?)^\}`)
	litmusInitial  = regexp.MustCompile(`(?m)\[?(\w+)\]?\s*=\s*(-?\d+)\s*;`)
	litmusRegister = regexp.MustCompile(`^(\d+):(\w+)$`)
)

// litmusProgram returns a litmus test as a C program, which keeps the registers that are observed in
// variables; ok is false if it is not of the plain form.
func litmusProgram(test *litmus.Test, source string) (program string, ok bool) {
	var b, threads, create, join strings.Builder
	shared := map[string]string{} // declarations by name
	observed := map[string][]string{}
	for _, l := range test.Observed {
		if m := litmusRegister.FindStringSubmatch(l.String()); m != nil {
			observed[m[1]] = append(observed[m[1]], m[2])
		}
	}
	for _, m := range litmusThread.FindAllStringSubmatch(source, -1) {
		var args []string
		for _, p := range strings.Split(m[2], ",") {
			typ, name, found := strings.Cut(strings.TrimSpace(p), "*")
			name = strings.TrimSpace(name)
			if !found || name == "" {
				return "", false
			}
			shared[name] = strings.TrimSpace(typ)
			args = append(args, "&"+name)
		}
		body := m[3]
		for _, r := range observed[m[1]] {
			fmt.Fprintf(&b, "int P%s_%s;\n", m[1], r)
			body += fmt.Sprintf("  P%s_%s = %s;\n", m[1], r, r)
		}
		fmt.Fprintf(&threads, "static void P%s(%s) {%s}\nstatic void *thread%s(void *p) { P%s(%s); return p; }\n", m[1], m[2], body, m[1], m[1], strings.Join(args, ", "))
		fmt.Fprintf(&create, "\tpthread_create(&t[%s], 0, thread%s, 0);\n", m[1], m[1])
		fmt.Fprintf(&join, "\tpthread_join(t[%s], 0);\n", m[1])
	}
	open, shut := strings.Index(source, "{"), strings.Index(source, "}")
	initial := map[string]string{}
	for _, m := range litmusInitial.FindAllStringSubmatch(source[open:shut], -1) {
		initial[m[1]] = " = " + m[2]
	}
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		fmt.Fprintf(&b, "%s %s%s;\n", shared[name], name, initial[name])
	}
	return "#include <pthread.h>\n#include <stdatomic.h>\n" + b.String() + threads.String() + "int main(void)\n{\n\tpthread_t t[16];\n" + create.String() + join.String() + "\treturn 0;\n}\n", true
}

// finalStates returns the values of the observed locations in all executions.
func finalStates(t *testing.T, p *code.Program, state func(dst []byte, x *explore.Execution) []byte) []string {
	t.Helper()
	r, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1, Outcome: state})
	if err != nil {
		t.Fatal(err)
	}
	list := slices.Sorted(maps.Keys(r.Outcomes))
	for _, e := range r.Errors {
		list = append(list, string(e.Error.Kind))
	}
	return list
}

// The C11 litmus tests, as C programs that clang compiled, end in the states in which they end as
// litmus tests.
func TestLitmus(t *testing.T) {
	compiler := needClang(t)
	files, err := filepath.Glob("../hardware/litmus/testdata/c11/*.litmus")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files, %v", err)
	}
	compared := 0
	for _, file := range testsize.Part(6, files) {
		source := text(t, file)
		test, err := litmus.Parse(file, []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		c, ok := litmusProgram(test, source)
		if !ok {
			continue
		}
		p, err := throughClang(t, compiler, test.Name+".c", c)
		if err != nil {
			continue // what is observed is declared in a block
		}
		got := finalStates(t, p, func(dst []byte, x *explore.Execution) []byte {
			for _, l := range test.Observed {
				name := l.String()
				if m := litmusRegister.FindStringSubmatch(name); m != nil {
					name = "P" + m[1] + "_" + m[2]
				}
				i := slices.IndexFunc(p.Objects, func(o code.Object) bool { return o.Name == strings.Trim(name, "[]") })
				v, _ := x.Final(p.Objects[i].Addr, uint8(p.Objects[i].Size))
				dst = fmt.Appendf(dst, "%s=%d; ", l, int32(v))
			}
			return dst
		})
		want := finalStates(t, test.Program, func(dst []byte, x *explore.Execution) []byte {
			return append(dst, test.State(x)...)
		})
		for k := range got {
			got[k] = strings.TrimSpace(got[k])
		}
		for k := range want {
			want[k] = strings.TrimSpace(want[k])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, as a litmus test %q\n%s", file, got, want, c)
		}
		compared++
	}
	t.Logf("%d tests", compared)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}
