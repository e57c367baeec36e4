package llvm_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/llvm/reorder"
	"fencepost/interp/llvm/rustc"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// needRust skips a test where there is no compiler.
func needRust(t *testing.T) {
	t.Helper()
	if _, ok := rustc.Find(); !ok {
		t.Skip("no rustc")
	}
}

// exploring explores a program, and fails if that is not complete.
func exploring(t *testing.T, p *code.Program) *explore.Report {
	t.Helper()
	r, err := explore.Run(context.Background(), p, axiom.RC20, explore.Options{Workers: 1, MaxExecutions: 3000, Reductions: explore.AllReductions()})
	if err != nil {
		t.Fatal(err)
	}
	if r.Unsupported != nil {
		t.Fatalf("not supported: %s at %v", r.Unsupported.Message, r.Unsupported.Pos)
	}
	return r
}

var bugIs = regexp.MustCompile(`(?m)^// --define bug: (.*)$`)

// The programs of benchmarks/rust have no bug, and with the configuration bug the one that their
// comment says.
func TestRustBenchmarks(t *testing.T) {
	needRust(t)
	t.Parallel()
	files, err := filepath.Glob("../../benchmarks/rust/*.rs")
	if err != nil || len(files) < 51 {
		t.Fatalf("%d programs: %v", len(files), err)
	}
	if testsize.Whole() {
		files = testsize.Sample(4, files)
	} else {
		files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) != "message.rs" })
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			source := text(t, file)
			if testsize.Whole() { // each compilation takes seconds
				if r := exploring(t, compile(t, file, source, cfront.Options{})); !r.Complete || len(r.Errors) > 0 {
					t.Errorf("complete: %v, errors: %v", r.Complete, r.Errors)
				}
			}
			want := bugIs.FindStringSubmatch(source)
			if want == nil {
				t.Fatal("the comment says no bug")
			}
			found := false
			wrong := compile(t, file, source, cfront.Options{Defines: []string{"bug"}})
			for _, e := range exploring(t, wrong).Errors {
				found = found || string(e.Error.Kind) == want[1]
			}
			if !found {
				t.Errorf("%s is not found", want[1])
			}
			if filepath.Base(file) == "message.rs" && testsize.Whole() { // it compiles many times
				rustReorder(t, file, wrong)
			}
		})
	}
}

// Two threads that each add to a counter have two executions, as in C: the library adds none. Locks have
// one for each order in which they are taken, and a few more if there are readers.
func TestRustExecutions(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestRustBenchmarks compiles Rust, too")
	}
	t.Parallel()
	const count = `use std::sync::atomic::{AtomicU32, Ordering};
static COUNT: AtomicU32 = AtomicU32::new(0);
fn main() {
    let a = std::thread::spawn(|| COUNT.fetch_add(1, Ordering::Relaxed));
    let b = std::thread::spawn(|| COUNT.fetch_add(1, Ordering::Relaxed));
    println!("{}", a.join().unwrap() + b.join().unwrap());
}
`
	const lock = `static LOCK: std::sync::TYPE<u32> = std::sync::TYPE::new(0);
fn main() {
    let a = std::thread::spawn(|| *LOCK.TAKE().unwrap() += 1);
    let b = std::thread::spawn(|| *LOCK.TAKE().unwrap() += 1);
    let c = std::thread::spawn(|| *LOCK.LOOK().unwrap());
    a.join().unwrap();
    b.join().unwrap();
    c.join().unwrap();
}
`
	const poll = `use std::{sync::atomic::{AtomicBool, Ordering}, thread, time::{Duration, Instant}};
static SENT: AtomicBool = AtomicBool::new(false);
fn main() {
    let t = thread::spawn(|| SENT.store(true, Ordering::Release));
    let start = Instant::now();
    while !SENT.load(Ordering::Acquire) && start.elapsed() < Duration::from_secs(5) {
        thread::sleep(Duration::from_millis(1));
    }
    t.join().unwrap();
}
`
	const condvar = `use std::{sync::{Condvar, Mutex}, thread, time::Duration};
static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();
fn main() {
    let limit = Duration::from_millis(5);
    let t = thread::spawn(|| {
        *READY.lock().unwrap() = true;
        CHANGED.notify_one();
    });
    let mut ready = READY.lock().unwrap();
    while !*ready {
        ready = WAIT;
    }
    drop(ready);
    t.join().unwrap();
    let _ = limit;
}
`
	const park = `use std::{sync::{atomic::{AtomicBool, Ordering}}, thread, time::Duration};
static SET: AtomicBool = AtomicBool::new(false);
fn main() {
    let main = thread::current();
    let t = thread::spawn(move || {
        SET.store(true, Ordering::Release);
        main.unpark();
    });
    while !SET.load(Ordering::Acquire) {
        thread::park_timeout(Duration::from_millis(5));
    }
    t.join().unwrap();
}
`
	const receive = `use std::{sync::mpsc::channel, thread, time::Duration};
fn main() {
    let (sender, receiver) = channel();
    let t = thread::spawn(move || sender.send(1).unwrap());
    while receiver.recv_timeout(Duration::from_millis(5)).is_err() {}
    t.join().unwrap();
}
`
	for _, c := range []struct {
		source     string
		executions int64
	}{
		{count, 2},
		{poll, 7},
		{strings.Replace(condvar, "WAIT", "CHANGED.wait(ready).unwrap()", 1), 2},
		{strings.Replace(condvar, "WAIT", "CHANGED.wait_timeout(ready, limit).unwrap().0", 1), 7},
		{park, 9},
		{receive, 218},
		{strings.NewReplacer("TYPE", "Mutex", "TAKE", "lock", "LOOK", "lock").Replace(lock), 6},
		{strings.NewReplacer("TYPE", "RwLock", "TAKE", "write", "LOOK", "read").Replace(lock), 36},
	} {
		p := compile(t, "count.rs", c.source, cfront.Options{})
		if r := exploring(t, p); r.Executions != c.executions || !r.Complete {
			t.Errorf("%s\n%d executions, want %d", c.source, r.Executions, c.executions)
		}
	}
	fromKept(t, compile(t, "count.rs", count, cfront.Options{}), count)
}

// Inline assembly in Intel's syntax changes memory, and is a barrier.
func TestRustAssembly(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestFromIntel tests the syntax, and TestRustBenchmarks compiles Rust")
	}
	t.Parallel()
	const source = `use std::{arch::asm, sync::atomic::{AtomicUsize, Ordering::Relaxed}, thread};
static X: AtomicUsize = AtomicUsize::new(0);
static Y: AtomicUsize = AtomicUsize::new(0);
static N: AtomicUsize = AtomicUsize::new(1);
fn full_fence() {
    let a = AtomicUsize::new(0);
    #[cfg(not(bug))]
    unsafe { asm!("lock not qword ptr [{0}]", in(reg) a.as_ptr(), options(nostack, preserves_flags)); }
    a.load(Relaxed);
}
fn main() {
    let t = thread::spawn(|| {
        unsafe { asm!("lock sub qword ptr [{0}], {1}", "lock inc qword ptr [{0}]", in(reg) N.as_ptr(), in(reg) 3usize); }
        X.store(1, Relaxed);
        full_fence();
        Y.load(Relaxed)
    });
    unsafe { asm!("lock xor qword ptr [{0}], 0", in(reg) N.as_ptr()); }
    Y.store(1, Relaxed);
    full_fence();
    let x = X.load(Relaxed);
    assert!(t.join().unwrap() + x > 0);
    assert_eq!(N.load(Relaxed), usize::MAX);
}
`
	if r := exploring(t, compile(t, "assembly.rs", source, cfront.Options{})); len(r.Errors) > 0 || !r.Complete {
		t.Errorf("complete: %v, errors: %v", r.Complete, r.Errors)
	}
	if r := exploring(t, compile(t, "assembly.rs", source, cfront.Options{Defines: []string{"bug"}})); len(r.Errors) != 1 {
		t.Errorf("without the barrier: errors: %v", r.Errors)
	}
}

// fromKept fails if what a witness keeps of a program does not compile to it, without the compiler.
func fromKept(t *testing.T, p *code.Program, source string) {
	t.Helper()
	kept := map[string]string{}
	for _, f := range p.Files {
		kept[f.Name] = f.Text
	}
	read := func(name string) ([]byte, error) {
		if text, ok := kept[name]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	q, err := front.Compile(context.Background(), []cfront.Source{{Name: p.Name, Text: []byte(source)}}, cfront.Options{ReadFile: read, Given: true})
	if err != nil {
		t.Fatal(err)
	}
	if q.Hash != p.Hash || len(q.Funcs) != len(p.Funcs) || len(q.Sites) != len(p.Sites) {
		t.Errorf("what is kept is another program: %d functions and %d sites, not %d and %d", len(q.Funcs), len(q.Sites), len(p.Funcs), len(p.Sites))
	}
}

// A panic is an error with its message, at the place of the call in the program.
func TestRustPanic(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestRustTexts has a panic, and TestRustBenchmarks compiles Rust")
	}
	t.Parallel()
	const source = `fn half(n: u32) -> Option<u32> { (n % 2 == 0).then_some(n / 2) }
fn main() {
    println!("{}", half(4).unwrap());
    half(std::hint::black_box(3)).expect("even");
}
`
	r := exploring(t, compile(t, "half.rs", source, cfront.Options{}))
	if len(r.Errors) != 1 || r.Errors[0].Error.Message != "even" || r.Errors[0].Error.Pos != (trace.Pos{File: "half.rs", Line: 4, Col: 35}) {
		t.Errorf("%v", r.Errors)
	}
}

// In a program that looks at what join returns a panic unwinds, and poisons the lock that is held;
// one that reaches the end of main is the error.
func TestRustCaught(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestRustBenchmarks compiles Rust, too")
	}
	t.Parallel()
	const source = `use std::sync::Mutex;
use std::{panic, thread};
static M: Mutex<u32> = Mutex::new(0);
fn main() {
    let h = thread::spawn(|| {
        let mut n = M.lock().unwrap_or_else(|e| e.into_inner());
        *n += 1;
        if *n == 2 {
            panic!("second");
        }
    });
    match M.lock() {
        Ok(mut n) => *n += 1,
        Err(e) => assert_eq!(*e.into_inner(), 2),
    }
    assert_eq!(h.join().is_err(), M.is_poisoned());
    let caught = panic::catch_unwind(|| panic!("third")).unwrap_err();
    assert_eq!(caught.downcast_ref::<&str>(), Some(&"third"));
    if cfg!(bug) {
        panic!("fourth");
    }
}
`
	if testsize.Whole() {
		p := compile(t, "caught.rs", source, cfront.Options{})
		if r := exploring(t, p); !r.Complete || len(r.Errors) > 0 {
			t.Errorf("complete: %v, errors: %v", r.Complete, r.Errors)
		}
		fromKept(t, p, source)
	}
	r := exploring(t, compile(t, "caught.rs", source, cfront.Options{Defines: []string{"bug"}}))
	if len(r.Errors) != 1 || r.Errors[0].Error.Message != "fourth" || r.Errors[0].Error.Pos.Line != 20 {
		t.Errorf("%v", r.Errors)
	}
}

// A test that is to panic, and does not, is the error's place. A witness of a test compiles.
func TestRustHarness(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("cargo takes seconds")
	}
	t.Parallel()
	const source = "#[test]\n#[should_panic]\nfn quiet() {\n    println!();\n}\n"
	dir := t.TempDir()
	file := filepath.Join(dir, "tests", "quiet.rs")
	writeFiles(t, map[string]string{file: source, filepath.Join(dir, "Cargo.toml"): "[package]\nname = \"q\"\nedition = \"2021\"\n"})
	p := compile(t, file, source, cfront.Options{Cargo: []string{"--test", "quiet"}})
	r := exploring(t, p)
	if len(r.Errors) != 1 || r.Errors[0].Error.Pos != (trace.Pos{File: file, Line: 3, Col: 1}) {
		t.Errorf("%v", r.Errors)
	}
	fromKept(t, p, source)
}

// One test of several is named by an argument that is no flag of the harness; else an error lists those
// that it may mean.
func TestRustChoosesTest(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("cargo takes seconds")
	}
	t.Parallel()
	const source = "#[test]\nfn one() {}\n#[test]\nfn push() {}\n#[test]\nfn push_pop() {}\n"
	dir := t.TempDir()
	file := filepath.Join(dir, "tests", "several.rs")
	writeFiles(t, map[string]string{file: source, filepath.Join(dir, "Cargo.toml"): "[package]\nname = \"q\"\nedition = \"2021\"\n"})
	for args, want := range map[string]string{
		"on":           "",
		"--exact push": "",
		"push --exact": "",
		"--nocapture":  "one test is checked at a time: --arg NAME chooses one of one, push, push_pop",
		"pu":           "one test is checked at a time, and 'pu' is in the names of 2: --arg NAME chooses one of push, push_pop",
		"shift":        "no test has 'shift' in its name: --arg NAME chooses one of one, push, push_pop",
	} {
		_, err := front.Compile(t.Context(), []cfront.Source{{Name: file, Text: []byte(source)}}, cfront.Options{Cargo: []string{"--test", "several"}, Args: strings.Fields(args)})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(), ": "+want)) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// Functions of the library are found by their paths, whichever way the compiler writes names: with
// unstable features it writes the types that a generic function has, too. The main thread has its name.
func TestRustNames(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestRustBenchmarks compiles Rust, too")
	}
	const source = `use std::{sync::mpsc, thread};
fn main() {
    let (tx, rx) = mpsc::channel::<Box<dyn Fn() -> Option<u8> + Send>>();
    let t = thread::spawn(move || tx.send(Box::new(|| Some(1))).unwrap());
    assert_eq!(rx.recv().unwrap()(), Some(1));
    t.join().unwrap();
    assert_eq!(thread::current().name(), Some("main"));
}
`
	for _, unstable := range []string{"0", "1"} {
		t.Setenv("RUSTC_BOOTSTRAP", unstable)
		if r := exploring(t, compile(t, "names.rs", source, cfront.Options{})); !r.Complete || len(r.Errors) > 0 {
			t.Errorf("RUSTC_BOOTSTRAP=%s: complete: %v, errors: %v", unstable, r.Complete, r.Errors)
		}
	}
}

// A changed source is compiled with the packages beside its own on which that depends, and under the
// same conditions, as the whole package is.
func TestRustNeighbour(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("cargo takes seconds")
	}
	t.Parallel()
	const source = "use std::sync::atomic::{AtomicBool, Ordering};\nstatic READY: AtomicBool = AtomicBool::new(false);\nfn main() {\n    assert!(own::SET);\n    READY.store(beside::TRUE, Ordering::Relaxed);\n}\n"
	dir := t.TempDir()
	file := filepath.Join(dir, "own", "examples", "e.rs")
	writeFiles(t, map[string]string{
		file: source, filepath.Join(dir, "own", "Cargo.toml"): "[package]\nname = \"own\"\nedition = \"2021\"\n[dependencies]\nbeside = { path = \"../beside\" }\n",
		filepath.Join(dir, "own", "src", "lib.rs"): "pub const SET: bool = cfg!(set);\n", filepath.Join(dir, "beside", "src", "lib.rs"): "pub const TRUE: bool = true;\n",
		filepath.Join(dir, "beside", "Cargo.toml"): "[package]\nname = \"beside\"\nedition = \"2021\"\n",
	})
	o := cfront.Options{Cargo: []string{"--example", "e"}, Defines: []string{"set"}}
	p := compile(t, file, source, o)
	if r := exploring(t, p); len(r.Errors) > 0 {
		t.Errorf("%v", r.Errors)
	}
	released(t, file, p, o, "+    READY.store(beside::TRUE, Ordering::Release);")
}

// writeFiles writes texts by path, and makes their directories.
func writeFiles(t *testing.T, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// rustReorder demands of the program with its bug that a changed order is written at its name in the
// source.
func rustReorder(t *testing.T, file string, p *code.Program) {
	t.Helper()
	released(t, file, p, cfront.Options{Defines: []string{"bug"}}, "+        READY.store(true, Ordering::Release);")
}

// released demands that a relaxed READY.store of a file is made release by a diff that has a line.
func released(t *testing.T, file string, p *code.Program, o cfront.Options, line string) {
	t.Helper()
	for s := range p.Sites {
		if p.Access[s].Order != trace.Relaxed || p.Sites[s].Pos.File != file || !strings.Contains(p.Sites[s].Text, "READY.store") {
			continue
		}
		c := code.Ordering{Site: int32(s), Order: trace.Release}
		r := reorder.Write(context.Background(), p, []code.Ordering{c}, o, func([]int) *code.Program {
			q := *p
			q.Access = append([]code.Access(nil), p.Access...)
			q.Access[s].Order = trace.Release
			return &q
		})
		if !strings.Contains(r.Diff, line) || len(r.Failed) > 0 {
			t.Errorf("%q, failed: %v", r.Diff, r.Failed)
		}
		return
	}
	t.Error("no relaxed store")
}

// A program of scoped threads has one execution for each way in which its library may end. It has no bug if
// plain accesses are relaxed: the library moves values of which some bytes were never written.
func TestRustScope(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestRustBenchmarks compiles Rust, too")
	}
	t.Parallel()
	const source = `fn main() {
    std::thread::scope(|s| {
        s.spawn(|| {});
        s.spawn(|| {});
    });
}
`
	for _, plain := range []cfront.Taken{cfront.AsPlain, cfront.AsRelaxed} {
		p := compile(t, "scope.rs", source, cfront.Options{Accesses: cfront.Accesses{Plain: plain}})
		if r := exploring(t, p); !r.Complete || len(r.Errors) > 0 || r.Executions > 8 {
			t.Errorf("plain accesses %v: %d executions, complete %v: %v", plain, r.Executions, r.Complete, r.Errors)
		}
	}
}

// A loop that waits, and counts its rounds, waits: the counter overflows only if it begins near its end,
// if its steps are large, or if it has few bits.
func TestRustCounters(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestRustBenchmarks compiles Rust, too")
	}
	t.Parallel()
	const source = `use std::sync::atomic::{AtomicBool, Ordering};
static READY: AtomicBool = AtomicBool::new(false);
fn main() {
    let t = std::thread::spawn(|| READY.store(true, Ordering::Release));
    let mut rounds: TYPE = FIRST;
    while !READY.load(Ordering::Acquire) {
        rounds += STEP;
    }
    t.join().unwrap();
}
`
	for _, c := range []struct {
		kind, first, step string
		overflows         bool
	}{
		{"u32", "0", "1", false},
		{"i32", "3", "1", false},
		{"u64", "7", "1", false},
		{"usize", "0", "1", false},
		{"u32", "u32::MAX - 2", "1", true},
		{"i32", "i32::MAX", "1", true},
		{"i64", "0", "1 << 61", true},
		{"u8", "250", "1", true},
	} {
		p := compile(t, "rounds.rs", strings.NewReplacer("TYPE", c.kind, "FIRST", c.first, "STEP", c.step).Replace(source), cfront.Options{})
		if r := exploring(t, p); len(r.Errors) > 0 != c.overflows || !r.Complete {
			t.Errorf("%v: complete %v, errors %v", c, r.Complete, r.Errors)
		}
	}
}

// Coverage has the assertions of Rust, reached where a part of the condition is. A panic is none,
// nor is what a file elsewhere asserts.
func TestRustAssertions(t *testing.T) {
	needRust(t)
	if !testsize.Whole() {
		t.Skip("TestRustBenchmarks compiles Rust, too")
	}
	t.Parallel()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.rs")
	writeFiles(t, map[string]string{elsewhere: "pub fn one(n: u32) { if n > 9 { assert!(n == 1); } }\n"})
	const source = `#[path = "ELSEWHERE"] mod elsewhere;
fn within<T: PartialOrd + std::fmt::Debug>(a: T, b: T) { assert!(a <= b, "{:?} above {:?}", a, b); }
fn main() {
    let n = std::hint::black_box(1);
    assert!(n == 1 || n == 2 || n == 3);
    assert!(n < 2 && n + 1 < 3, "n is {n} and not {}", n + 1);
    within(1, 2);
    elsewhere::one(n);
    if n == 7 { assert_ne!(n, 3, "odd {}", n); }
    if n == 8 { assert!(n > 2); }
    if n == 9 { assert!(n > 3, "nine"); }
    if n == 10 { panic!("ten"); }
    for i in 0..2 {
        if i == 3 { assert!(n != 1 || n != 2 && i == 4, "{}", i); }
    }
    let few: Vec<u32> = (0..3).collect();
    debug_assert!(few[2] == 2);
    assert!(matches!(few.len(), 3 | 4));
    match n { 0 | 1 => {} _ => unreachable!() }
}
`
	p := compile(t, "assertions.rs", strings.Replace(source, "ELSEWHERE", elsewhere, 1), cfront.Options{})
	c := vm.NewCoverage(p)
	o := explore.Options{Workers: 1, MaxExecutions: 3000, Reductions: explore.AllReductions()}
	o.Machine.Coverage = c
	if _, err := explore.Run(context.Background(), p, axiom.RC20, o); err != nil {
		t.Fatal(err)
	}
	var missing []int
	r := c.Reached().Assertions
	for _, at := range r.Missing {
		missing = append(missing, at.Line)
	}
	if want := []int{9, 10, 11, 14}; r.Total != 9 || r.Reached != 5 || !slices.Equal(missing, want) {
		t.Errorf("%d of %d, missing %v, want 5 of 9, missing %v", r.Reached, r.Total, missing, want)
	}
}
