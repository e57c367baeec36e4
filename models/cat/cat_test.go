package cat

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/trace"
)

// messagePassing is a candidate: two writes of one thread, two reads of another
// that sees the second write and not the first.
//
//	0: Wx=0  1: Wy=0 | 2: Wx=1; 3: F; 4: Wy=1 | 5: Ry=1; 6: Rx=0
func messagePassing(m *Model) *Candidate {
	sets := map[string]Set{"W": 0b10111, "R": 0b1100000, "IW": 0b11, "F": 0b1000,
		"SC": 0b1000, "SYNC": 0b1000, "DMB": 0b1000, "DMB.SY": 0b1000, "MFENCE": 0b1000, "Fence.rw.rw": 0b1000, "StoreLoad": 0b1000}
	rels := map[string][][2]int{
		"po": {{2, 3}, {2, 4}, {3, 4}, {5, 6}},
		"rf": {{4, 5}, {0, 6}},
		"co": {{0, 2}, {1, 4}},
	}
	for _, class := range [][]int{{2, 3, 4}, {5, 6}} {
		for _, a := range class {
			for _, b := range class {
				rels["int"] = append(rels["int"], [2]int{a, b})
			}
		}
	}
	for _, class := range [][]int{{0, 2, 6}, {1, 4, 5}} {
		for _, a := range class {
			for _, b := range class {
				rels["loc"] = append(rels["loc"], [2]int{a, b})
			}
		}
	}
	if strings.Contains(m.Name(), "c11") {
		sets["A"] = sets["W"] | sets["R"]
	}
	x := m.NewCandidate()
	x.N = 7
	for i, name := range m.Sets() {
		x.Sets[i] = sets[name]
	}
	for i, name := range m.Rels() {
		for _, p := range rels[name] {
			x.Rels[i].Add(p[0], p[1])
		}
	}
	return x
}

// TestModels judges message passing with a fence between the writes only.
func TestModels(t *testing.T) {
	want := map[string]string{
		"sc":  "sc [2 4 5 6] po po rf fr", // a shortest cycle, each step with its name
		"tso": "tso", "pso": "pso", "pslo": "", "c11": "", "c++20": "", "c11orig": "",
		"imm": "", "lkmm": "", "armv7": "", "armv8": "", "power": "", "riscv": "",
	}
	for _, name := range Names() {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		c, x := m.NewChecker(), messagePassing(m)
		got := ""
		if !c.Check(x) {
			n, events := c.Violated()
			got = m.Axioms()[n]
			var names []string
			for _, e := range c.Edges(n) {
				names = append(names, e.Name)
			}
			t.Log(name, got, events, names)
			if all := c.Violations(nil, x); !slices.Contains(all, n) {
				t.Errorf("%s: violations %v without %d", name, all, n)
			}
		}
		if w, ok := want[name]; !ok || !strings.HasPrefix(w, got) || (w == "") != (got == "") {
			t.Errorf("%s: violated %q, want %q", name, got, w)
		}
	}
}

// TestViolated shows what is told of a violated axiom.
func TestViolated(t *testing.T) {
	for _, c := range []struct {
		src, axiom string
		events     []int
		edges      string
	}{
		{"acyclic po | rf | fr as cycle", "cycle", []int{2, 4, 5, 6}, "2-4 po, 4-5 rf, 5-6 po, 6-2 fr"},
		{"acyclic po | rf | co", "", nil, ""},
		{"let com = rf | fr irreflexive po ; com ; po ; com as once", "once", []int{2, 4, 5, 6}, "2-4 po, 4-5 rf, 5-6 po, 6-2 fr"},
		{"empty [R] ; fr as pair", "pair", []int{6, 2}, "6-2 fr"},
		{"empty R & domain po as set", "set", []int{5}, ""},
		{"~empty rf & po as some", "some", nil, ""},
		{"acyclic (po ; [W])+ | (rf ; po ; fr)+ as plus", "plus", []int{2, 4}, "2-4 po, 4-5 rf, 5-6 po, 6-2 fr"},
		{"let rec hb = po | rf | fr | hb ; hb irreflexive hb as closure", "closure", []int{2, 4, 5, 6}, "2-4 po, 4-5 rf, 5-6 po, 6-2 fr"},
		{"empty [R] as reads", "reads", []int{5, 5}, ""},
		{"irreflexive [F] as fences", "fences", []int{3}, ""},
		{"let com = rf | fr empty R & W irreflexive po ; [F] ; po ; com ; po ; com as fenced", "fenced", []int{2, 4, 5, 6}, "2-3 po, 3-4 po, 4-5 rf, 5-6 po, 6-2 fr"},
		{"let rec a = a | (a | po)+ empty a as self", "self", []int{2, 3}, "2-3 po"},
		{"let rec a = po | b ; rf and b = a | rf ; a empty a ; a as mutual", "mutual", []int{2, 4}, "2-3 po, 3-4 po"},
	} {
		m, err := Parse("t.cat", []byte(c.src), nil)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		k, x := m.NewChecker(), messagePassing(m)
		if k.Check(x) {
			if c.axiom != "" {
				t.Errorf("%s: holds", c.src)
			}
			continue
		}
		n, events := k.Violated()
		if m.Axioms()[n] != c.axiom || !slices.Equal(events, c.events) {
			t.Errorf("%s: %s %v, want %s %v", c.src, m.Axioms()[n], events, c.axiom, c.events)
		}
		var edges []string
		for _, e := range k.Edges(n) {
			edges = append(edges, strings.Join([]string{string(rune('0'+e.From)) + "-" + string(rune('0'+e.To)), e.Name}, " "))
		}
		if got := strings.Join(edges, ", "); got != c.edges {
			t.Errorf("%s: edges %s, want %s", c.src, got, c.edges)
		}
	}
}

// TestLanguage has statements that hold of every candidate.
func TestLanguage(t *testing.T) {
	for _, src := range []string{
		`"title" empty 0 empty emptyset empty {} acyclic 0`,
		"X86 TSO (* nested (* comment *) *) // line\n# another\nempty 0",
		"let f x = x ; x let g(x, y) = x | y empty f(po) \\ po empty f po \\ po empty g(po, rf) \\ (po|rf)",
		"let (a, b) = (po, rf) empty a & b",
		"let a, b = (po, rf) empty a & b",
		"let swap = fun (a, b) -> (b, a) let (x, y) = swap(po, rf) empty x \\ rf",
		"let f = fun x -> x^-1 empty f(f po) \\ po",
		"empty po* \\ (po+ | id) empty (po | id) \\ po?",
		"empty (R * W) & (W * R) empty _ \\ (M | F) empty (_ * _) & ~(_ * _)",
		"empty ~R & R empty ~po & po",
		"let x = try nothing with po empty x \\ po",
		"let x = let y = po and z = rf in y & z empty x",
		"let x = if \"variant\" then nothing else 0 empty x",
		"let x = if not \"variant\" && not (\"a\" || \"b\") then 0 else nothing empty x",
		"if \"variant\" include \"nothing\" else empty 0 end",
		"procedure same(a, b) = empty a \\ b empty b \\ a end call same(po+, po)",
		"let rec n s = match s with || {} -> 0 || e ++ t -> e | n t end empty n {rf & po, po & rf}",
		"let all = map (fun r -> r & po) {rf, co} forall r in all do empty r end",
		"with co from generate_cos(co0) with mo from generate_orders(W, 0) empty mo \\ co",
		"with x from {rf & po} empty x",
		"show po as program-order show rf, co unshow co debug po empty 0",
		"flag ~empty 0 as never undefined_unless empty 0 as defined assert empty 0",
		"include \"fences.cat\" include \"filters.cat\" empty WW(po) \\ po empty mfence \\ po",
		"let rec a = po | a ; a empty a \\ po+ empty po+ \\ a",
		"let r = po;rf let r = r \\ r empty r",
		"empty po & rf ; rf \\ po | 0", // (po & rf) ; (rf \ po)
		"empty R*W & W*R",
		"let r = po*\nempty r & rf",
		"let a' = po let b-c.d = a' empty b-c.d \\ po let _u = 0 empty _u",
		"empty begin po & rf end",
		"let e = if po & rf = rf & po then 0 else po empty e let f = if 0 subset po then 0 else po empty f",
		"irreflexive fencerel(F) empty ctrlcfence(ctrl, ISYNC) empty nodetour(po, po, po) \\ po",
	} {
		m, err := Parse("t.cat", []byte(src), nil)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		c := m.NewChecker()
		if x := messagePassing(m); !c.Check(x) {
			n, _ := c.Violated()
			t.Errorf("%s: %s is violated", src, m.Axioms()[n])
		} else if c.Flags(x) != 0 {
			t.Errorf("%s: flags %b", src, c.Flags(x))
		}
	}
}

// TestFlags raises flags.
func TestFlags(t *testing.T) {
	m, err := Parse("t.cat", []byte("flag ~empty po as some flag empty po as none flag acyclic po as fine undefined_unless empty rf as read undefined_unless ~empty po as unread"), nil)
	if err != nil {
		t.Fatal(err)
	}
	c, x := m.NewChecker(), messagePassing(m)
	if !c.Check(x) {
		t.Fatal("flags are no axioms")
	}
	if got := c.Flags(x); got != 0b01101 {
		t.Errorf("flags %05b of %v", got, m.Flags())
	}
	if m.Undefined(0) || !m.Undefined(3) {
		t.Error("read is undefined behaviour, some is not")
	}
}

func TestErrors(t *testing.T) {
	for src, want := range map[string]string{
		"let x = nothing":                        "t.cat:1:9: unknown name nothing",
		"let x =\n  po |\n  ":                    "t.cat:3:3: unexpected end of file, expected an expression",
		"acyclic po rf":                          "t.cat:1:9: a relation is no function",
		"empty R ; po":                           "t.cat:1:7: a set where a relation is expected",
		"empty [po]":                             "t.cat:1:7: a relation where a set is expected",
		"let x = po )":                           "t.cat:1:12: unexpected )",
		"let f(a, b) = a empty f(po)":            "t.cat:1:23: a relation where 2 values are expected",
		"empty po | R":                           "t.cat:1:7: a relation where a set is expected",
		"(* open":                                "t.cat:1:1: the comment does not end",
		"\"open":                                 "t.cat:1:1: the string does not end",
		"let a = 'tag":                           "t.cat:1:9: tags are not supported",
		"let a = $":                              "t.cat:1:9: unexpected character '$'",
		"include \"nothing.cat\"":                "t.cat:1:9: include \"nothing.cat\": no such file",
		"include \"t.cat\"":                      "t.cat:1:9: the recursion does not end",
		"include \"bad.cat\"":                    "bad.cat:1:7: unknown name nothing",
		"with S from linearisations(SC, po)":     "t.cat:1:13: linearisations is not supported: a candidate brings no other order than co",
		"with S from {po, rf}":                   "t.cat:1:13: 2 orders to choose from: only co is enumerated",
		"let rec a = po \\ a empty a":            "t.cat:1:9: the definition of a has itself, or a name defined with it, under a complement or to the right of \\",
		"let rec f x = f x let y = f po":         "t.cat:1:15: the recursion does not end",
		"let rec f s = match s with {} -> 0 end": "t.cat:1:36: unexpected end, expected ||",
		"let f s = match s with {} -> 0 || e ++ t -> e end empty f po": "t.cat:1:17: a relation whose members are known only in a candidate",
		"let rec a, b = po":                   "t.cat:1:9: let rec defines names, not tuples",
		"let x = if po = rf then 0 else po":   "t.cat:1:12: a condition that is known only in a candidate",
		"enum e = 'a || 'b":                   "t.cat:1:1: enum is not supported",
		"call nothing(po)":                    "t.cat:1:1: nothing is no procedure",
		"flag po":                             "t.cat:1:6: unexpected po, expected acyclic, irreflexive or empty",
		"let x = " + strings.Repeat("(", 600): "t.cat:1:258: too deeply nested",
		"let rec a = po when acyclic a":       "t.cat:1:16: when is not supported",
		"let x = 0 0":                         "t.cat:1:11: unexpected 0",
	} {
		_, err := Parse("t.cat", []byte(src), func(name string) ([]byte, error) {
			switch name {
			case "t.cat":
				return []byte(src), nil
			case "bad.cat":
				return []byte("empty nothing"), nil
			}
			return nil, fs.ErrNotExist
		})
		if e := new(trace.Diagnostic); !errors.As(err, &e) || err.Error() != want {
			t.Errorf("%.40s: %v, want %s", src, err, want)
		}
	}
}

// TestLoad reads a model and its includes from folders.
func TestLoad(t *testing.T) {
	dir, lib := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(dir, "own.cat", `"own" include "beside.cat" include "far.cat" include "cos.cat" acyclic far | co`)
	write(dir, "beside.cat", "let near = po")
	write(lib, "beside.cat", "let near = nothing")
	write(lib, "far.cat", "let far = near | rf | fr")
	m, err := Load(filepath.Join(dir, "own.cat"), lib)
	if err != nil {
		t.Fatal(err)
	}
	if m.Name() != "own" || m.NewChecker().Check(messagePassing(m)) || !slices.Equal(m.Axioms(), []string{"own.cat:1"}) {
		t.Errorf("%s %v", m.Name(), m.Axioms())
	}
	if _, err := Load(filepath.Join(dir, "absent.cat")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestAllocations checks a candidate by every model; nothing is allocated.
func TestAllocations(t *testing.T) {
	for _, name := range Names() {
		m, _ := Load(name)
		c, x := m.NewChecker(), messagePassing(m)
		if n := testing.AllocsPerRun(100, func() { c.Check(x); c.Flags(x) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// BenchmarkCheck checks a candidate; all stages run.
func BenchmarkCheck(b *testing.B) {
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			m, _ := Load(name)
			r := randomCandidate(rand.New(rand.NewPCG(1, 1)), shapeA64, true)
			c, x := m.NewChecker(), m.NewCandidate()
			r.fill(m, x)
			var dst []int
			b.ReportMetric(float64(x.N), "events")
			for b.Loop() {
				dst = c.Violations(dst[:0], x)
			}
		})
	}
}

// FuzzParse reads any text: a model or an error, and a model checks a candidate.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		src, _ := Text(name)
		f.Add(src)
	}
	f.Add("let rec a = po | b ; rf and b = a | rf ; a empty a ; a as mutual")
	f.Add("let f s = match s with {} -> 0 || e ++ t -> e | f t end empty f {po, rf}")
	f.Fuzz(func(t *testing.T, src string) {
		m, err := Parse("t.cat", []byte(src), nil)
		if err != nil {
			if e := new(trace.Diagnostic); !errors.As(err, &e) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		c, x := m.NewChecker(), messagePassing(m)
		if !c.Check(x) {
			n, _ := c.Violated()
			c.Edges(n)
		}
		c.Flags(x)
	})
}
