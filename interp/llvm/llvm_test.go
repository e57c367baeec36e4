package llvm_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/gen/randomc"
	"fencepost/interp/c/parse"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/llvm/clang"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

func compile(t testing.TB, name, text string, o cfront.Options) *code.Program {
	t.Helper()
	p, err := front.Compile(context.Background(), []cfront.Source{{Name: name, Text: []byte(text)}}, o)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p
}

func text(t testing.TB, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// outcomes returns the final values of the global variables of C, and the errors, that the
// executions of a program have under the C11 model.
func outcomes(t testing.TB, p *code.Program) (list []string) {
	t.Helper()
	r, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1, MaxExecutions: 3000, Outcome: func(dst []byte, x *explore.Execution) []byte {
		var values []string
		for _, o := range p.Objects {
			if o.ReadOnly {
				continue
			}
			for _, s := range o.Scalars {
				if strings.Contains(s.Path, ".__") {
					continue // of a lock, which libraries make otherwise
				}
				if v, undef := x.Final(o.Addr+uint64(s.Off), s.Size); !undef && !pointer(p, v) {
					values = append(values, fmt.Sprintf("%s%s=%d", o.Name, s.Path, v))
				}
			}
		}
		slices.Sort(values)
		return append(dst, strings.Join(values, " ")...)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unsupported != nil {
		return []string{"not supported"}
	}
	for o := range r.Outcomes {
		list = append(list, o)
	}
	for _, e := range r.Errors {
		list = append(list, string(e.Error.Kind))
	}
	if !r.Complete {
		list = append(list, "incomplete")
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// pointer reports whether a value may be an address, which differs.
func pointer(p *code.Program, v uint64) bool { return v >= 1<<code.SlotBits && v < 1<<62 }

// printed returns what a program of one thread prints.
func printed(t testing.TB, p *code.Program) string {
	t.Helper()
	var out bytes.Buffer
	m := interp.New(p, models.SC, interp.Options{Output: &out})
	s := strategy.NewRandom(1)
	s.Begin(0)
	r := m.Run(context.Background(), s, nil)
	switch {
	case r.Outcome == interp.Failed && r.Err.Kind == interp.Livelock:
		return endless
	case r.Outcome != interp.Completed:
		t.Fatalf("%v: %v", r.Outcome, r.Err)
	}
	return out.String()
}

// endless is what a program prints that waits for ever.
const endless = "waits for ever"

// TestChosenAddresses checks which variables no other thread can see, if an address is chosen among
// several.
func TestChosenAddresses(t *testing.T) {
	const head = `
@g = global i32 0
@h = global ptr null
declare void @llvm.lifetime.start.p0(ptr)
define i32 @main(i1 %c) {
  %a = alloca i32
  %b = alloca i32
  %p = alloca ptr
  store i32 1, ptr %a
  store i32 2, ptr %b
`
	const branches = "br i1 %c, label %x, label %y\nx:\n"
	for _, c := range []struct {
		name, body string
		private    bool
	}{
		{"select", "%q = select i1 %c, ptr %a, ptr %b\n%v = load i32, ptr %q\nret i32 %v", true},
		{"select, stored", "%q = select i1 %c, ptr %a, ptr %b\nstore ptr %q, ptr @h\nret i32 0", false},
		{"one is shared", "%q = select i1 %c, ptr %a, ptr @g\n%r = select i1 %c, ptr %q, ptr %b\n%v = load i32, ptr %r\nret i32 %v", false},
		{"one escapes", "store ptr %b, ptr @h\n%q = select i1 %c, ptr %a, ptr %b\n%v = load i32, ptr %q\nret i32 %v", false},
		{"phi", branches + "br label %z\ny:\nbr label %z\nz:\n%q = phi ptr [ %a, %x ], [ %b, %y ]\n%v = load i32, ptr %q\nret i32 %v", true},
		{"phi around a loop", "br label %z\nz:\n%q = phi ptr [ %a, %0 ], [ %b, %z ]\n%v = load i32, ptr %q\nbr i1 %c, label %z, label %y\ny:\nret i32 %v", false},
		{"variable", branches + "store ptr %a, ptr %p\nbr label %z\ny:\nstore ptr %b, ptr %p\nbr label %z\nz:\n%q = load ptr, ptr %p\n%v = load i32, ptr %q\nret i32 %v", true},
		{"variable, shared", branches + "store ptr %a, ptr %p\nbr label %z\ny:\nstore ptr @g, ptr %p\nbr label %z\nz:\n%q = load ptr, ptr %p\n%r = select i1 %c, ptr %q, ptr %b\n%v = load i32, ptr %r\nret i32 %v", false},
		{"variable of an earlier instance", "store ptr %a, ptr %p\nbr label %z\nz:\n%q = load ptr, ptr %p\n%v = load i32, ptr %q\ncall void @llvm.lifetime.start.p0(ptr %b)\nstore i32 3, ptr %b\nbr i1 %c, label %x, label %z\nx:\nstore ptr %b, ptr %p\nbr label %z", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, "t.ll", head+c.body+"\n}\n", cfront.Options{})
			main := slices.IndexFunc(p.Funcs, func(f code.Func) bool { return f.Name == "main" })
			found := 0
			for _, l := range p.Funcs[main].Locals {
				if l.Size == 4 {
					found++
					if l.Private != c.private {
						t.Errorf("private: %v, want %v", l.Private, c.private)
					}
				}
			}
			if found != 2 {
				t.Errorf("%d variables", found)
			}
		})
	}
}

// TestSplit checks which variables with parts are in registers.
func TestSplit(t *testing.T) {
	const head = `
@h = global ptr null
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main(i1 %c, i32 %n) {
  %a = alloca { i32, i32 }
  %b = getelementptr { i32, i32 }, ptr %a, i32 0, i32 1
  br label %again
again:
  call void @llvm.lifetime.start.p0(ptr %a)
  store i32 %n, ptr %b
`
	const first, tail = "store i32 3, ptr %a\n", "%v = load i32, ptr %a\n%w = load i32, ptr %b\ncall void @llvm.lifetime.end.p0(ptr %a)\nbr i1 %c, label %again, label %last\nlast:\n%s = add i32 %v, %w\nret i32 %s"
	for _, c := range []struct {
		name, body string
		sizes      []int64 // of the variables in memory
	}{
		{"both", first + tail, nil},
		{"in two ways", "br i1 %c, label %x, label %y\nx:\nstore i32 1, ptr %a\nbr label %z\ny:\nstore i32 2, ptr %a\nbr label %z\nz:\n" + tail, nil},
		{"one part is never written", tail, []int64{8}},
		{"one part is written in one way", "br i1 %c, label %x, label %z\nx:\nstore i32 1, ptr %a\nbr label %z\nz:\n" + tail, []int64{8}},
		{"accesses of other sizes", first + "%u = load i16, ptr %a\n" + tail, []int64{8}},
		{"access of both", first + "%u = load i64, ptr %a\n" + tail, []int64{8}},
		{"volatile", first + "%u = load volatile i32, ptr %a\n" + tail, []int64{8}},
		{"atomic", first + "%u = load atomic i32, ptr %a monotonic, align 4\n" + tail, []int64{8}},
		{"computed place", first + "%p = getelementptr i32, ptr %a, i32 %n\n%u = load i32, ptr %p\n" + tail, []int64{8}},
		{"copied", "call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)\n" + tail, []int64{8}},
		{"address escapes", first + "store ptr %b, ptr @h\n" + tail, []int64{8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, "t.ll", head+c.body+"\n}\n", cfront.Options{})
			main := slices.IndexFunc(p.Funcs, func(f code.Func) bool { return f.Name == "main" })
			var sizes []int64
			for _, l := range p.Funcs[main].Locals {
				sizes = append(sizes, l.Size)
			}
			if !slices.Equal(sizes, c.sizes) {
				t.Errorf("variables of %d bytes, want %d", sizes, c.sizes)
			}
		})
	}
}

// Texts that two versions of clang made have the outcomes that their sources have through the C
// front end.
func TestCommitted(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"16", "19"} {
		c, ll := compile(t, "rmw.c", text(t, "testdata/rmw.c"), cfront.Options{}), compile(t, "rmw.ll", text(t, "testdata/rmw-"+version+".ll"), cfront.Options{})
		if x, y := outcomes(t, c), outcomes(t, ll); !slices.Equal(x, y) {
			t.Errorf("rmw-%s: %q, in C %q", version, y, x)
		}
		c, ll = compile(t, "compute.c", text(t, "testdata/compute.c"), cfront.Options{}), compile(t, "compute.ll", text(t, "testdata/compute-"+version+".ll"), cfront.Options{})
		if x, y := printed(t, c), printed(t, ll); x != y {
			t.Errorf("compute-%s: %s, in C %s", version, y, x)
		}
		good, bad := text(t, "testdata/queue-release-"+version+".ll"), text(t, "testdata/queue-relaxed-"+version+".ll")
		if x := outcomes(t, compile(t, "queue.ll", good, cfront.Options{})); len(x) != 2 {
			t.Errorf("queue-release-%s: %q", version, x)
		}
		p := compile(t, "queue.ll", bad, cfront.Options{})
		r, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Errors) != 2 || r.Errors[1].Error.Kind != vm.DataRace || r.Errors[1].Error.Pos.String() != "/src/queue.cpp:41:5" {
			t.Errorf("queue-relaxed-%s: %v", version, r.Errors)
		}
	}
}

// A program that another one is compiled after stays as it is, though both have functions of the
// runtime.
func TestProgramsAreApart(t *testing.T) {
	t.Parallel()
	printing := func(name string, value int) (disassembly func() string) {
		p := compile(t, name, fmt.Sprintf(`target datalayout = "e-m:e-i64:64-n8:16:32:64"
@f = constant [4 x i8] c"%%d\0A\00"
declare i32 @printf(ptr, ...)
declare i64 @strtol(ptr, ptr, i32)
define i32 @main() {
  %%1 = call i64 @strtol(ptr @f, ptr null, i32 10)
  %%2 = call i32 (ptr, ...) @printf(ptr @f, i64 %d, i64 %d)
  ret i32 0
}
`, value, value+1), cfront.Options{})
		return func() string {
			var out strings.Builder
			p.Disassemble(&out)
			return fmt.Sprintf("%s\n%v %v", &out, p.Consts, p.Sites)
		}
	}
	disassembly := printing("first.ll", 7000000000)
	first := disassembly()
	printing("second.ll", 8000000000)
	if now := disassembly(); now != first {
		t.Errorf("it was\n%s\nand is now\n%s", first, now)
	}
}

// needClang skips a test where there is no compiler.
func needClang(t *testing.T) string {
	t.Helper()
	path, ok := clang.Find()
	if !ok {
		t.Skip("no clang")
	}
	return path
}

// throughClang compiles C through LLVM's text.
func throughClang(t testing.TB, compiler, name, source string, flags ...string) (*code.Program, error) {
	t.Helper()
	ir, _, err := clang.Compile(context.Background(), compiler, clang.Source{Name: name, Text: []byte(source), Flags: append(flags, "-D_GNU_SOURCE", "-Itestdata")})
	if err != nil {
		return nil, err
	}
	return front.Compile(context.Background(), []cfront.Source{{Name: name + ".ll", Text: []byte(ir)}}, cfront.Options{})
}

// The benchmarks, compiled by clang, have the outcomes that they have through the C front end.
func TestBenchmarks(t *testing.T) {
	compiler := needClang(t)
	var files []string
	for _, dir := range []string{"c11", "explore", "litmus", "heldout", "relaxer"} {
		list, err := filepath.Glob("../../benchmarks/" + dir + "/*.c")
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: no files", dir)
		}
		files = append(files, list...)
	}
	for _, file := range testsize.Part(4, files) {
		source := text(t, file)
		ll, err := throughClang(t, compiler, file, source)
		var refused *parse.Error
		if errors.As(err, &refused) { // dcas, and what <fencepost/...> has
			t.Logf("%s: %v", file, err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if strings.HasSuffix(file, "commits.c") { // it has too many executions
			continue
		}
		c := compile(t, file, source, cfront.Options{})
		x, y := outcomes(t, c), outcomes(t, ll)
		if !slices.Equal(x, y) && !slices.Contains(x, "incomplete") {
			t.Errorf("%s: %q, in C %q", file, y, x)
		}
	}
}

// native returns what a program prints that clang compiled for this processor.
func native(t *testing.T, compiler, source string) string {
	t.Helper()
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-w", "-fwrapv", "-mcx16", file, "-o", exe, "-latomic").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// One that ends does so in no time: it was followed to its end here.
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, exe).Output()
	switch {
	case ctx.Err() != nil:
		return endless
	case err != nil:
		t.Fatal(err)
	}
	return string(out)
}

var (
	programs = flag.Int("programs", 0, "how many random programs are compared; 0: a few")
	first    = flag.Uint64("first", 0, "the seed of the first of them")
)

// Random programs print what they print through the C front end.
func TestRandomPrograms(t *testing.T) {
	compiler := needClang(t)
	for k := range uint64(max(*programs, testsize.Count(6, 40))) {
		seed := *first + k
		source := randomc.Program(seed)
		ll, err := throughClang(t, compiler, "p.c", source, "-fwrapv")
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want, got := printed(t, compile(t, "p.c", source, cfront.Options{})), printed(t, ll)
		if want != got && got != native(t, compiler, source) { // clang computes an atomic bool as a byte
			t.Fatalf("seed %d:\n%s\nin C:\n%s\n%s", seed, got, want, source)
		}
	}
}

// A switch on a number that is known takes the way of that number, a negative one too.
func TestKnownSwitch(t *testing.T) {
	t.Parallel()
	p := compile(t, "switch.ll", `declare void @llvm.trap()
define i32 @main() {
  %x = alloca i32
  store i32 -1, ptr %x
  %v = load i32, ptr %x
  %w = sext i32 %v to i64
  switch i64 %w, label %other [ i64 1, label %other
    i64 -1, label %this ]
this:
  ret i32 0
other:
  call void @llvm.trap()
  unreachable
}
`, cfront.Options{})
	if got := outcomes(t, p); len(got) != 1 || got[0] != "" {
		t.Errorf("%q", got)
	}
}

// What a mask clears does not count as never written: so clang sets the bit-fields of a word. A truth
// value that was never written stays so in another byte.
func TestNeverWritten(t *testing.T) {
	t.Parallel()
	const word = "%w = alloca i32\n%b = alloca i8\n%a = load i32, ptr %w\n%a0 = and i32 %a, -1073741824\nstore i32 %a0, ptr %w\n"
	for _, c := range []struct {
		name, body string
		fails      bool
	}{
		{"one bit-field", word + "%c = load i32, ptr %w\n%d = and i32 %c, 1073741823\n%e = icmp eq i32 %d, 0", false},
		{"the bit-field beside it", "%w = alloca i32\n%a = load i32, ptr %w\n%b = and i32 %a, -8\nstore i32 %b, ptr %w\n%c = load i32, ptr %w\n%d = lshr i32 %c, 16\n%e = icmp eq i32 %d, 0", true},
		{"both", word + "%c = load i32, ptr %w\n%c0 = and i32 %c, 1073741823\n%c1 = or i32 %c0, -2147483648\nstore i32 %c1, ptr %w\n%d = load i32, ptr %w\n%e = icmp eq i32 %d, 0", false},
		{"a truth value", "%x = alloca i8\n%y = alloca i8\n%a = load i8, ptr %x\n%b = trunc i8 %a to i1\n%c = zext i1 %b to i8\nstore i8 %c, ptr %y\n%d = load i8, ptr %y\n%e = trunc i8 %d to i1", true},
	} {
		p := compile(t, "t.ll", "define i32 @main() {\n"+c.body+"\nbr i1 %e, label %one, label %other\none:\nret i32 0\nother:\nret i32 1\n}\n", cfront.Options{})
		if fails := slices.Contains(outcomes(t, p), string(vm.NeverWritten)); fails != c.fails {
			t.Errorf("%s: fails: %v", c.name, fails)
		}
	}
}

// Texts that were changed at random are compiled, or refused with a place.
func TestMutated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	words := []string{"i32", "i64", "ptr", "i1", "i128", "double", "0", "1", "-1", "undef", "null", "acquire", "seq_cst", "%0", "%1", "@main", "{ i32, i1 }", "[4 x i8]", "99999999999"}
	refused := 0
	files := []string{"rmw-19", "compute-16", "queue-release-19", "queue-relaxed-16"}
	for k := range testsize.Count(200, 10000) {
		lines := strings.Split(text(t, "testdata/"+files[k%len(files)]+".ll"), "\n")
		for range 1 + r.IntN(3) {
			at := r.IntN(min(len(lines), 700))
			switch r.IntN(4) {
			case 0:
				lines = slices.Delete(lines, at, at+1)
			case 1:
				lines = slices.Insert(lines, at, lines[r.IntN(len(lines))])
			default:
				parts := strings.Split(lines[at], " ")
				parts[r.IntN(len(parts))] = words[r.IntN(len(words))]
				lines[at] = strings.Join(parts, " ")
			}
		}
		_, err := front.Compile(context.Background(), []cfront.Source{{Name: "m.ll", Text: []byte(strings.Join(lines, "\n"))}}, cfront.Options{})
		if err == nil {
			continue
		}
		refused++
		var e *cfront.Error
		if !errors.As(err, &e) {
			t.Fatalf("text %d: %v", k, err)
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}

// Without a compiler there is one error, which says what is missing.
func TestMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := front.Compile(context.Background(), []cfront.Source{{Name: "a.cpp", Text: []byte("int main() {}")}}, cfront.Options{})
	if err == nil || err.Error() != "a.cpp: "+clang.Missing {
		t.Errorf("got %v", err)
	}
}

// Programs that use the C++ library have no errors, in any of their first executions.
func TestLibrary(t *testing.T) {
	needClang(t)
	files, err := filepath.Glob("testdata/library/*.cpp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files, %v", err)
	}
	for i, file := range testsize.Part(4, files) {
		if testsize.LeftOut(20, i) {
			continue
		}
		r, err := explore.Run(context.Background(), compile(t, file, text(t, file), cfront.Options{}), axiom.RC11, explore.Options{Workers: 1, MaxExecutions: 300})
		switch {
		case err != nil:
			t.Errorf("%s: %v", file, err)
		case r.Unsupported != nil:
			t.Errorf("%s: %v", file, r.Unsupported)
		case len(r.Errors) > 0:
			t.Errorf("%s: %v", file, r.Errors[0].Error)
		case r.Executions == 0:
			t.Errorf("%s: no execution", file)
		}
	}
}

// A call of wait names an order, which is the program's. The other orders of wait and notify are the
// library's.
func TestOrderOfWait(t *testing.T) {
	needClang(t)
	p := compile(t, "wait.cpp", `#include <atomic>
std::atomic<int> f;
int main() { f.store(1, std::memory_order_release); f.notify_one(); f.wait(0, std::memory_order_acquire); }
`, cfront.Options{})
	named, implied := 0, 0
	for _, f := range p.Funcs {
		for _, in := range f.Code {
			switch {
			case f.System:
			case in.Op == code.Load && p.Access[in.Imm].Order == trace.Acquire:
				named++
				if p.Access[in.Imm].Implied || p.Sites[in.Imm].Library.Line > 0 {
					t.Errorf("%+v is of the library", p.Sites[in.Imm])
				}
			case in.Op == code.RMW:
				implied++
				if !p.Access[in.Imm].Implied || p.Sites[in.Imm].Library.Line == 0 {
					t.Errorf("%+v is of the program", p.Sites[in.Imm])
				}
			}
		}
	}
	if named == 0 || implied == 0 {
		t.Errorf("%d orders are named, %d are not", named, implied)
	}
}

// A thread that is not notified waits for ever; an exception that nothing catches is an error.
func TestLibraryErrors(t *testing.T) {
	needClang(t)
	waiting := text(t, "testdata/library/waiting.cpp")
	for _, c := range []struct{ name, text, want string }{
		{"waiting.cpp", "#define NOTIFY\n" + waiting, "2 threads wait for ever"},
		{"throws.cpp", "int main() { throw 1; }", "throws.cpp:1:14: error reached: an exception of type int is thrown"},
		{"thread.cpp", "#include <thread>\nint main() { std::thread t([] {}); }", "thread.cpp:2:36: error reached: a std::thread is destroyed that was neither joined nor detached"},
		{"assigned.cpp", "#include <thread>\nint main() { std::thread t([] {}); t = std::thread(); }", "assigned.cpp:2:38: error reached: a std::thread is assigned to that was neither"},
		{"thrown.cpp", "#include <thread>\nint main() { std::thread t([] { throw 1; }); t.join(); }", "thrown.cpp:2:33: error reached: an exception of type int is thrown"},
		{"twice.cpp", "int main() { int *p = new int(1); delete p; delete p; }", "double free"},
		{"global.cpp", "#include <thread>\n#include <vector>\nstd::vector<int> v(3);\nint main() { std::thread t([] { v[0] = 1; }); t.detach(); }", "use after free"},
		{"virtual.cpp", "struct A { A() { g(); } void g() { f(); } virtual void f() = 0; }; struct B : A { void f() {} }; int main() { B b; }", "a pure virtual function is called"},
	} {
		if strings.Contains(c.text, "#include") && !testsize.Whole() {
			continue // clang takes ten times as long with a header of the library
		}
		r, err := explore.Run(context.Background(), compile(t, c.name, c.text, cfront.Options{}), axiom.RC11, explore.Options{Workers: 1, MaxExecutions: 300})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Errors) == 0 || !strings.Contains(r.Errors[0].Error.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, r.Errors, c.want)
		}
	}
}

// A thread that waits for a semaphore, a latch or a barrier looks again: the library adds few executions.
func TestMeetings(t *testing.T) {
	needClang(t)
	if !testsize.Whole() {
		t.Skip("clang takes ten times as long with a header of the library")
	}
	const (
		latch     = "std::latch m(2);\nvoid use() { m.arrive_and_wait(); }"
		barrier   = "std::barrier m(2);\nvoid use() { m.arrive_and_wait(); m.arrive_and_wait(); }"
		semaphore = "std::binary_semaphore m(1);\nvoid use() { m.acquire(); x++; m.release(); }"
		limited   = "std::binary_semaphore m(1);\nvoid use() { if (m.try_acquire_for(std::chrono::seconds(1))) { x++; m.release(); } }"
	)
	for _, c := range []struct {
		text string
		most int64 // executions
		want string
	}{
		{latch, 4, ""},
		{barrier, 16, ""},
		{semaphore, 12, ""},
		{limited, 100, ""},
		{strings.Replace(latch, "2", "3", 1), 4, "livelock"},
		{strings.Replace(barrier, "2", "3", 1), 4, "livelock"},
		{strings.Replace(semaphore, "m.release();", "", 1), 12, "livelock"},
	} {
		p := compile(t, "meeting.cpp", "#include <barrier>\n#include <latch>\n#include <semaphore>\n#include <thread>\nint x;\n"+c.text+"\nint main() { std::thread t(use); use(); t.join(); }", cfront.Options{})
		r := exploring(t, p)
		if !r.Complete || r.Executions > c.most || len(r.Errors) > 0 != (c.want != "") || c.want != "" && !strings.Contains(r.Errors[0].Error.Error(), c.want) {
			t.Errorf("%s: %d executions, complete %v, errors %v", c.text, r.Executions, r.Complete, r.Errors)
		}
	}
}

// A function of the system that takes any number of arguments is named where it is called.
func TestUndefinedVariadic(t *testing.T) {
	needClang(t)
	if !testsize.Whole() {
		t.Skip("clang takes ten times as long with a header of the library")
	}
	t.Parallel()
	p := compile(t, "open.cpp", "#include <fcntl.h>\nint main() { return open(\"x\", O_RDONLY); }", cfront.Options{})
	_, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "open.cpp:2:21: not supported: a call of 'open', which nothing defines") {
		t.Errorf("got %v", err)
	}
}

// A stream that the program makes is named as one, not by what its constructor calls.
func TestMadeStream(t *testing.T) {
	t.Parallel()
	for _, constructor := range []string{"_ZNSt8ios_baseC2Ev", "_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1Ev", "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1Ev"} {
		p := compile(t, "stream.ll", fmt.Sprintf("declare void @%[1]s(ptr)\ndefine i32 @main() {\n  %%s = alloca i64\n  call void @%[1]s(ptr %%s)\n  ret i32 0\n}\n", constructor), cfront.Options{})
		_, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1})
		if err == nil || !strings.Contains(err.Error(), "stream.ll:4:3: not supported: a stream to a string or a file (leave it out") {
			t.Errorf("%s: %v", constructor, err)
		}
	}
}

// What is refused is named in the words of the source.
func TestRefusedCalls(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]string{
		"call void @__atomic_load(i64 200, ptr null, ptr null, i32 5)":   "stream.ll:4:3: not supported: an atomic object of 200 bytes (those of 1 to 128 are)",
		"call token @llvm.coro.id(i32 16, ptr null, ptr null, ptr null)": "stream.ll:4:3: not supported: a coroutine that is not split into functions",
	} {
		p := compile(t, "stream.ll", "declare void @__atomic_load(i64, ptr, ptr, i32)\ndeclare token @llvm.coro.id(i32, ptr, ptr, ptr)\ndefine i32 @main() {\n  "+call+"\n  ret i32 0\n}\n", cfront.Options{})
		if _, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", call, err, want)
		}
	}
}

// A variable that nothing defines is refused where it is used, in a part or of a thread, too. An
// initialiser may name it, and those of the system's libraries are there.
func TestRefusedVariables(t *testing.T) {
	t.Parallel()
	head := "@far = external global [2 x i32]\n@own = external thread_local global i32\n@_ZSt4cout = external global i32\n@p = global ptr @far\ndefine i32 @main() {\n  "
	for use, want := range map[string]string{
		"%v = load i32, ptr @far": "the variable 'far', which nothing defines",
		"%v = load i32, ptr getelementptr ([2 x i32], ptr @far, i64 0, i64 1)": "the variable 'far', which nothing defines",
		"%v = load i32, ptr @own":       "the variable 'own', which nothing defines",
		"%v = load i32, ptr @_ZSt4cout": "",
	} {
		p := compile(t, "variable.ll", head+use+"\n  ret i32 0\n}\n", cfront.Options{})
		_, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1})
		if got := fmt.Sprint(err); (err == nil) != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %v, want %s", use, err, want)
		}
	}
}

// What versions of LLVM write differently is read; a call of what nothing defines is met when it is
// executed.
func TestSyntax(t *testing.T) {
	t.Parallel()
	p := compile(t, "syntax.ll", text(t, "testdata/syntax.ll"), cfront.Options{})
	_, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "a call of 'far', which nothing defines") {
		t.Errorf("got %v", err)
	}
}
