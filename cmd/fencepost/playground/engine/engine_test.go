package engine

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks"
	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/llvm/clang"
	"fencepost/interp/llvm/rustc"
)

// sb is a program that ends with r1=0 r2=0 under all models but sc.
func sb(t *testing.T) string {
	t.Helper()
	text, err := benchmarks.Files.ReadFile("litmus/SB.c")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func run(t *testing.T, r Request) *Answer {
	t.Helper()
	return Run(context.Background(), &r, DefaultLimits, nil)
}

// No file is read, and no model but those that have a name.
func TestNoFile(t *testing.T) {
	t.Parallel()
	for _, include := range []string{`"/etc/passwd"`, `</etc/passwd>`, `"../x"`, `"program.c"`, `"engine_test.go"`, `"/proc/self/environ"`} {
		for _, do := range []string{"open", "explore", "check", "play", "menu"} {
			a := run(t, Request{Do: do, Name: "../../p.c", Source: "#include " + include + "\nint main(void) { return 0; }", Model: "sc", Repair: &Repair{Model: "tso"}})
			if a.Document.Status != report.Failure || len(a.Document.Diagnostics) == 0 || !strings.Contains(a.Document.Diagnostics[0].Message, "include file not found") {
				t.Errorf("%s of %s: %+v", do, include, a.Document.Diagnostics)
			}
		}
	}
	for _, model := range []string{"", "x.cat", "/etc/passwd", "../../models/cat/models/sc.cat"} {
		if a := run(t, Request{Do: "explore", Source: "int main(void) { return 0; }", Model: model}); a.Document.Status != report.Failure {
			t.Errorf("model %q: %s", model, a.Document.Status)
		}
	}
	for _, lesson := range []string{"/etc/passwd", "../x"} {
		if a := run(t, Request{Do: "lesson", Lesson: lesson}); a.Document.Status != report.Failure {
			t.Errorf("lesson %q: %s", lesson, a.Document.Status)
		}
	}
}

// C++ is taken where its compiler is; it reads headers of libraries alone.
func TestCPlusPlus(t *testing.T) {
	t.Parallel()
	for _, include := range []string{`"/etc/passwd"`, `</etc/passwd>`, `"../x"`, "<../x>", "<a/../../x>", "X\n#define X <atomic>"} {
		for _, before := range []string{"#include ", "# /* */ include ", "%:include ", "#inc\\\nlude ", "#include_next ", "#embed "} {
			a := run(t, Request{Do: "open", Name: "p.cpp", Source: before + include + "\nint main() {}"})
			if a.Document.Status != report.Failure || !strings.Contains(a.Document.Diagnostics[0].Message, "includes headers of libraries alone") {
				t.Errorf("%s%s: %+v", before, include, a.Document.Diagnostics)
			}
		}
	}
	if !testsize.Whole() {
		return // a script of the command checks C++
	}
	a := run(t, Request{Do: "check", Name: "p.cpp", Model: "auto", Source: "#include <atomic>\n#include <cassert>\n#include <thread>\nint x;\nstd::atomic<bool> ready;\n" +
		"int main() { std::thread t([] { x = 1; ready.store(true, std::memory_order_relaxed); }); if (ready) assert(x == 1); t.join(); }\n"})
	if _, ok := clang.Find(); !ok {
		if a.Document.Status != report.Failure || !strings.Contains(a.Document.Diagnostics[0].Message, clang.Missing) {
			t.Errorf("no compiler: %+v", a.Document)
		}
	} else if a.Document.Status != report.Bug {
		t.Errorf("%s: %+v", a.Document.Status, a.Document.Diagnostics)
	}
}

// Rust is taken where its compiler is; it reads no file.
func TestRust(t *testing.T) {
	t.Parallel()
	for _, source := range []string{
		`fn main() { include!("/etc/passwd"); }`, `const A: &str = include_str!("/etc/passwd"); fn main() {}`, `use core::include_bytes as f; fn main() { f!("/etc/passwd"); }`,
		"#[path = \"/etc/passwd\"] mod a; fn main() {}", "mod a;fn main() {}", "mod a { mod b; } fn main() {}", "mod r#a { } fn main() {}",
		"macro_rules! m { ($a:tt $b:tt $c:tt) => { #[path = \"/etc/passwd\"] $a $b; } } m!(mod foo {}); fn main() {}",
	} {
		a := run(t, Request{Do: "open", Name: "p.rs", Source: "// one\n" + source})
		if d := a.Document.Diagnostics; a.Document.Status != report.Failure || !strings.Contains(d[0].Message, "may read another file") || d[0].Line != 2 {
			t.Errorf("%s: %+v", source, d)
		}
	}
	if !testsize.Whole() {
		return // rustc takes seconds
	}
	text, err := texts.ReadFile("examples/channel.rs")
	if err != nil {
		t.Fatal(err)
	}
	r := Request{Do: "explore", Name: "channel.rs", Source: string(text), Model: "c11"}
	if _, ok := rustc.Find(); !ok {
		if a := run(t, r); a.Document.Status != report.Failure || !strings.Contains(a.Document.Diagnostics[0].Message, rustc.Missing) {
			t.Errorf("no compiler: %+v", a.Document)
		}
		return
	}
	// It is compiled once for all that a page asks.
	var programs Programs
	for _, model := range []string{"c11", "tso"} {
		r.Model = model
		if a := Run(context.Background(), &r, DefaultLimits, &programs); (a.Document.Status == report.Bug) != (model == "c11") {
			t.Errorf("%s: %s: %+v", model, a.Document.Status, a.Document.Diagnostics)
		}
	}
	if len(programs.last) != 1 {
		t.Errorf("%d programs are kept", len(programs.last))
	}
}

// Each outcome has an execution, and what is no outcome a reason.
func TestCells(t *testing.T) {
	t.Parallel()
	source, seen := sb(t), 0
	for _, model := range []string{"sc", "tso", "c11", "armv8"} {
		ask := Request{Name: "SB.c", Source: source, Model: model, Observe: []string{"r1", "r2"}}
		ask.Do = "explore"
		found := run(t, ask).Document.Body.(*report.Explore).Files[0].Models[0]
		for _, state := range []string{"r1=0 r2=0", "r1=0 r2=1", "r1=1 r2=0", "r1=1 r2=1"} {
			has := false
			for _, o := range found.Outcomes {
				has = has || o.State == state
			}
			ask.Do, ask.State = "why", state
			if has {
				ask.Do = "execution"
			}
			a := run(t, ask)
			if len(a.Parts) != 1 || !strings.Contains(a.Parts[0].HTML, `<svg class="graph`) {
				t.Fatalf("%s %s under %s: %+v", ask.Do, state, model, a.Document.Diagnostics)
			}
			if red := strings.Contains(a.Parts[0].HTML, `class="edge cycle"`); !has && !red {
				t.Errorf("why not %s under %s: there is no cycle", state, model)
			}
			if has && a.Parts[0].Explanation == nil {
				t.Errorf("%s under %s is not stepped through", state, model)
			}
			seen++
		}
	}
	if seen != 16 {
		t.Errorf("%d cells", seen)
	}
}

// Each order has a reason, and where it is needed an execution that goes wrong without it.
func TestJustify(t *testing.T) {
	t.Parallel()
	text, err := benchmarks.Files.ReadFile("verdicts/mailbox.c")
	if err != nil {
		t.Fatal(err)
	}
	a := run(t, Request{Do: "justify", Name: "mailbox.c", Source: string(text), Model: "c11"})
	body, ok := a.Document.Body.(*report.Justified)
	if !ok || len(body.Orders) == 0 || len(a.Parts) != len(body.Orders) {
		t.Fatalf("%d parts: %+v", len(a.Parts), a.Document)
	}
	needed := 0
	for i, o := range body.Orders {
		if p := a.Parts[i]; p.Text == "" || p.Title != o.At || (p.Explanation != nil) != (o.Need == "needed") {
			t.Errorf("%s, %s: %+v", o.At, o.Need, p)
		}
		if o.Need == "needed" {
			needed++
		}
	}
	if needed == 0 {
		t.Error("no order is needed")
	}
	for _, model := range []string{"", "armv8", "nonsense"} {
		if a := run(t, Request{Do: "justify", Source: string(text), Model: model}); a.Document.Status != report.Failure {
			t.Errorf("under %q: %s", model, a.Document.Status)
		}
	}
}

// Text of a program stays text.
func TestMarkup(t *testing.T) {
	t.Parallel()
	const hostile = `"/><img src=x onerror=alert(1)><script>alert(2)</script>`
	source := strings.ReplaceAll(sb(t), "relaxed)", "relaxed /* <img src=x> */)")
	for _, r := range []Request{
		{Do: "execution", State: "r1=0 r2=0"}, {Do: "why", State: "r1=0 r2=0", Model: "sc"}, {Do: "check"},
	} {
		r.Name, r.Source, r.Observe = hostile+".c", source+"\n// "+hostile, []string{"r1", "r2"}
		if r.Model == "" {
			r.Model = "tso"
		}
		for _, p := range run(t, r).Parts {
			if strings.Contains(p.HTML, "<img") || strings.Contains(p.HTML, "<script") {
				t.Errorf("%s: text became markup", r.Do)
			}
		}
	}
}

// The cheapest choice of a menu makes an outcome impossible, and costs what it says.
func TestRepair(t *testing.T) {
	t.Parallel()
	for _, model := range []string{"tso", "c11"} {
		ask := Request{Do: "menu", Name: "SB.c", Source: sb(t), Model: model, Observe: []string{"r1", "r2"}, State: "r1=0 r2=0", Repair: &Repair{Model: model}}
		menu := run(t, ask).Menu
		ask.Do = "cheapest"
		best := run(t, ask)
		if menu == nil || best.Choice == nil || len(best.Choice.Chosen) != len(menu.Slots) {
			t.Fatalf("%s: %+v, %+v", model, menu, best.Document.Diagnostics)
		}
		cost := 0
		for i, k := range best.Choice.Chosen {
			cost += menu.Slots[i].Costs[k]
		}
		if cost != best.Choice.Cost || cost == 0 {
			t.Errorf("%s: cost %d, told as %d", model, cost, best.Choice.Cost)
		}
		for _, c := range []struct {
			chosen []int
			want   bool
		}{{menu.Written, true}, {best.Choice.Chosen, false}} {
			ask.Do, ask.Repair = "explore", &Repair{model, c.chosen}
			has := false
			for _, o := range run(t, ask).Document.Body.(*report.Explore).Files[0].Models[0].Outcomes {
				has = has || o.State == "r1=0 r2=0"
			}
			if has != c.want {
				t.Errorf("%s with %v: %v", model, c.chosen, has)
			}
		}
	}
}

// Whatever is asked for is answered with a document.
func TestRequests(t *testing.T) {
	t.Parallel()
	for do := range actions {
		for _, r := range []Request{{}, {Source: "int"}, {Name: "a.litmus", Source: "C x"}, {Source: "int main(void) { return 0; }", State: "x=1", Error: "y", Moves: []int{-1}, Ticks: []int{99}, Repair: &Repair{"tso", []int{7}}}} {
			r.Do = do
			a := run(t, r)
			if a == nil || a.Document == nil {
				t.Fatalf("%s: no document", do)
			}
			for _, d := range a.Document.Diagnostics {
				if strings.Contains(d.Message, "internal error") {
					t.Errorf("%s of %+v: %s", do, r, d.Message)
				}
			}
			if !json.Valid(Encode(a, DefaultLimits)) {
				t.Errorf("%s: no JSON", do)
			}
		}
	}
	if a := run(t, Request{Do: "nonsense"}); a.Document.Status != report.Failure {
		t.Errorf("%+v", a.Document)
	}
}

// Every example can be read.
func TestExamples(t *testing.T) {
	t.Parallel()
	list, err := Examples()
	if err != nil || len(list) < 5 {
		t.Fatal(len(list), err)
	}
	for _, topic := range list {
		for _, e := range topic.Examples {
			if (path.Ext(e.Name) == ".rs" || path.Ext(e.Name) == ".cpp") && !testsize.Whole() {
				continue // their compilers take seconds
			}
			if a := run(t, Request{Do: "open", Name: e.Name, Source: e.Source}); a.Program == nil || e.Title == "" {
				t.Errorf("%s: %q, %+v", e.Name, e.Title, a.Document.Diagnostics)
			}
		}
	}
}

// A test in the kernel's C has columns for lkmm and for the machines that the kernel is built for.
func TestKernelColumns(t *testing.T) {
	t.Parallel()
	example := func(name string) string {
		text, err := texts.ReadFile("examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for source, want := range map[string][]string{
		example("MP+wmb.litmus"): kernelModels,
		example("RCU.litmus"):    {"lkmm"},
		"#include <linux/atomic.h>\nint main(void) { smp_mb(); return 0; }": append(slices.Clone(shownModels), "lkmm"),
	} {
		name := "p.c"
		if strings.HasPrefix(source, "C ") {
			name = "p.litmus"
		}
		a := run(t, Request{Do: "open", Name: name, Source: source})
		if a.Program == nil || !slices.Equal(a.Program.Models, want) {
			t.Errorf("%s\n%+v, want %v", source, a.Program, want)
		}
	}
	if a := run(t, Request{Do: "explore", Name: "p.litmus", Source: example("RCU.litmus"), Model: "lkmm"}); a.Document.Status != report.OK {
		t.Errorf("%+v", a.Document)
	}
}
