package trace_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/tracetest"
)

var update = flag.Bool("update", false, "rewrite golden files")

var testHeader = trace.Header{
	Program: "sb.c",
	Hash:    "9f86d081",
	Sites: []trace.Site{
		{Pos: trace.Pos{File: "sb.c", Line: 7, Col: 5}, Text: "x = 1", Func: "left"},
		{Pos: trace.Pos{File: "sb.c", Line: 7, Col: 5}, N: 2, Text: `"quoted" < y`, Func: "left"},
	},
}

func write(h trace.Header, runs []trace.Run) []byte {
	var out bytes.Buffer
	w := trace.NewWriter(&out, h)
	for _, r := range runs {
		w.Info = r.RunInfo
		w.Begin()
		for i := range r.Events {
			w.Event(&r.Events[i])
		}
		w.End(r.Result, r.Choices)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}

var sumMember = regexp.MustCompile(`,"sum":"[0-9a-f]*"`)

// smallFile is a file of one run with events of most kinds, without a sum: what
// readers say of a change is not that the sum is another.
func smallFile() []byte { return sumMember.ReplaceAll(summedFile(), nil) }

// summedFile is a file as it is written.
func summedFile() []byte {
	events := tracetest.StoreBuffering(true)
	events[1].Order = trace.SeqCst
	return write(testHeader, []trace.Run{{
		RunInfo: trace.RunInfo{Model: "tso", Mapping: "c11", Seed: 17, Result: "ok", Choices: []int32{0, 1, 1}},
		Events:  events,
	}})
}

func TestFileGolden(t *testing.T) {
	golden(t, "testdata/sb.trace", summedFile())
}

// TestChangedBytes: a file in which a byte is another, or a line lacks or stands
// elsewhere, is refused or means the same.
func TestChangedBytes(t *testing.T) {
	whole := summedFile()
	want, err := trace.Read("t", bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	mutants := [][]byte{}
	for i := range whole {
		for _, c := range []byte{whole[i] ^ 1, whole[i] ^ 0x20, '0', ' ', '\n'} {
			mutants = append(mutants, slices.Concat(whole[:i], []byte{c}, whole[i+1:]))
		}
		mutants = append(mutants, whole[:i], slices.Delete(slices.Clone(whole), i, i+1))
	}
	lines := bytes.SplitAfter(whole, []byte("\n"))
	for i := range lines {
		for j := range i {
			swapped := slices.Clone(lines)
			swapped[i], swapped[j] = swapped[j], swapped[i]
			mutants = append(mutants, slices.Concat(swapped...))
		}
		mutants = append(mutants, slices.Concat(slices.Delete(slices.Clone(lines), i, i+1)...))
	}
	same := 0
	for _, text := range mutants {
		switch got, err := trace.Read("t", bytes.NewReader(text)); {
		case err != nil:
		case reflect.DeepEqual(got, want):
			same++
		default:
			t.Fatalf("accepted, and means something else:\n%s", text)
		}
	}
	if same == 0 || same == len(mutants) {
		t.Errorf("%d of %d mutants mean the same", same, len(mutants))
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; got:\n%s", name, got)
	}
}

func TestFileRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	for range 100 {
		var f trace.File
		f.Header = trace.Header{Program: "p.c", Sites: make([]trace.Site, 6)}
		for range r.IntN(4) {
			p := tracetest.Random(r, tracetest.Shape{Threads: 3, Ops: 8, Locs: 3, Sites: 6, Main: true, Fences: true, Locks: true})
			model := []string{"sc", "tso", "pso", "pslo"}[r.IntN(4)]
			run := trace.Run{RunInfo: trace.RunInfo{Model: model, Seed: r.Uint64(), Result: "ok"}}
			run.Events = tracetest.Run(r, p, model)
			for range r.IntN(10_000) {
				run.Choices = append(run.Choices, int32(r.IntN(3)))
			}
			f.Runs = append(f.Runs, run)
		}
		data := write(f.Header, f.Runs)
		got, err := trace.Read("p.trace", bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, &f) {
			t.Fatalf("read differs from written:\n%v\n%v", got, &f)
		}
	}
}

// TestReadCorrupt changes the small file in one place and expects the error.
func TestReadCorrupt(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"not a trace", `{"format":"fencepost-trace"`, `#include <stdio.h>`, `t:1: not a trace file`},
		{"other format", `fencepost-trace`, `elsewhere`, `t:1: not a trace file: format is "elsewhere"`},
		{"version", `"version":1`, `"version":2`, `t:1: version 2 is not supported: this program reads version 1`},
		{"negative sites", `"sites":2`, `"sites":-2`, `t:1: negative number of sites`},
		{"too many sites", `"sites":2`, `"sites":3`, `t:4: unknown field "run"`},
		{"site order", `"site":1`, `"site":2`, `t:3: expected site 1`},
		{"run number", `"run":1`, `"run":2`, `t:4: expected run 1`},
		{"seed", `"seed":17`, `"seed":-17`, `t:4: bad value for "seed": number -17`},
		{"unknown kind", `"kind":"store"`, `"kind":"stroe"`, `t:6: unknown kind "stroe"`},
		{"bad kind", `"kind":"store"`, `"kind":"bad"`, `t:6: unknown kind "bad"`},
		{"unknown order", `seq_cst`, `seqcst`, `t:6: unknown order "seqcst"`},
		{"unknown field", `"kind":"store"`, `"kin":"store"`, `t:6: unknown field "kin"`},
		{"missing field", `"size":4,`, ``, `t:6: store without "size"`},
		{"id", `"id":2`, `"id":3`, `t:6: expected id 2, not 3`},
		{"negative thread", `"id":2,"thread":0`, `"id":2,"thread":-1`, `t:6: thread -1 was not created`},
		{"unknown thread", `"id":2,"thread":0`, `"id":2,"thread":7`, `t:6: thread 7 was not created`},
		{"site", `"site":0,"loc"`, `"site":2,"loc"`, `t:6: site 2 is not one of the 2 sites`},
		{"no site", `"site":0,"loc"`, `"site":-1,"loc"`, `t:6: store without a site`},
		{"i", `"i":2`, `"i":3`, `t:6: thread 0: expected i 2, not 3`},
		{"size", `"size":4`, `"size":129`, `t:6: access of 129 bytes`},
		{"huge location", `"loc":0`, `"loc":2147483647`, `t:6: location number 2147483647 is out of range`},
		{"value range", `"value":2,`, `"value":18446744073709551616,`, `t:6: bad value for "value": number 18446744073709551616`},
		{"value size", `"value":2,`, `"value":4294967296,`, `t:6: value does not fit into 4 bytes`},
		{"store c", `"value":2,"c":-1`, `"value":2,"c":2`, `t:6: location 0: expected store 1, not 2`},
		{"initial c", `"value":0,"c":0,"rf":0`, `"value":0,"c":1,"rf":0`, `t:7: c is 1 for the initial content`},
		{"reads nothing", `"value":0,"c":0,"rf":0`, `"value":0,"c":1,"rf":1`, `t:7: load reads event 1, which is no store`},
		{"reads elsewhere", `"value":0,"c":0,"rf":0`, `"value":0,"c":1,"rf":2`, `t:7: load of location 1 reads event 2, a store to location 0`},
		{"reads the future", `"value":0,"c":0,"rf":0`, `"value":0,"c":1,"rf":4`, `t:7: load reads event 4, which is none before it`},
		{"commit of a load", `"c":1,"rf":2`, `"c":1,"rf":3`, `t:10: commit of event 3, which is no store before it`},
		{"commit c", `"c":1,"rf":2`, `"c":2,"rf":2`, `t:10: location 0: expected store 1, not 2`},
		{"commit twice", `"kind":"commit","i":1,"site":0,"loc":1,"addr":65540,"size":4,"value":4,"c":1,"rf":4`,
			`"kind":"commit","i":2,"loc":0,"c":2,"rf":2`, `t:11: second commit of event 2`},
		{"choice", `[0,1,1]`, `[0,-1,1]`, `t:12: negative choice -1`},
		{"event count", `"events":7`, `"events":8`, `t:13: the run says it has 8 events, but has 7`},
		{"run count", `{"runs":1}`, `{"runs":2}`, `t:14: the file says it has 2 runs, but has 1`},
		{"end", `"result":"ok"`, `"resu":"ok"`, `t:13: unknown field "resu"`},
		{"no end", `{"end":1,"events":7,"result":"ok"}` + "\n", ``, `t:13: unknown field "runs"`},
		{"no footer", `{"runs":1}` + "\n", ``, `t:14: file cut off`},
		{"cut line", `{"runs":1}` + "\n", `{"runs"`, `t:14: line cut off`},
		{"trailing data", `{"runs":1}` + "\n", `{"runs":1}` + "\n\n", `t:15: data after the end`},
		{"trailing value", `{"runs":1}`, `{"runs":1} 2`, `t:14: more than one value on the line`},
		{"cut object", `{"runs":1}`, `{"runs":1`, `t:14: incomplete object`},
		{"array", `{"runs":1}`, `[1]`, `t:14: not an object`},
		{"empty line", `{"runs":1}`, ``, `t:14: incomplete object`},
		{"long line", `"kind":"store"`, `"kind":"` + strings.Repeat("x", 1<<20) + `"`, `t:6: line longer than 1048576 bytes`},
	}
	whole := string(smallFile())
	for _, tt := range tests {
		data := strings.Replace(whole, tt.old, tt.new, 1)
		if data == whole {
			t.Errorf("%s: nothing to replace", tt.name)
		}
		_, err := trace.Read("t", strings.NewReader(data))
		switch {
		case err == nil:
			t.Errorf("%s: no error, want %q", tt.name, tt.want)
		case !strings.HasPrefix(err.Error(), tt.want):
			t.Errorf("%s: error %q, want %q", tt.name, err, tt.want)
		}
	}
	if _, err := trace.Read("t", strings.NewReader("")); err == nil || err.Error() != "t:1: empty file" {
		t.Errorf("empty file: error %v", err)
	}
}

// TestReadPrefixes expects an error for every way of cutting the file off.
func TestReadPrefixes(t *testing.T) {
	whole := smallFile()
	for n := range whole {
		if _, err := trace.Read("t", bytes.NewReader(whole[:n])); err == nil {
			t.Fatalf("no error for the first %d of %d bytes", n, len(whole))
		}
	}
}

const x, y = int32(0), int32(1)

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		make func(b *tracetest.Builder)
		want string
	}{
		{"value read", func(b *tracetest.Builder) {
			b.Add(0, trace.Store, x, 1, 0)
			b.Add(0, trace.Load, x, 1, 1)
			(*b)[1].Value = 9
		}, "event 2: load reads 9, but event 1 wrote 1"},
		{"pending store of another thread", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.Store, x, trace.NoCommit, 0)
			b.Add(1, trace.Load, x, trace.NoCommit, 2)
		}, "event 3: load reads event 2, a pending store of another thread"},
		{"RMW of an old store", func(b *tracetest.Builder) {
			b.Add(0, trace.Store, x, 1, 0)
			b.Add(0, trace.RMW, x, 2, 0)
		}, "event 2: rmw reads store 0, not the newest, 1"},
		{"act after exit", func(b *tracetest.Builder) {
			b.Sync(0, trace.Exit, 0)
			b.Add(0, trace.Load, x, 0, 0)
		}, "event 2: load of thread 0 after its exit"},
		{"early join", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Sync(0, trace.Join, 1)
		}, "event 2: join of thread 1 before its exit"},
		{"join twice", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Sync(1, trace.Exit, 0)
			b.Sync(0, trace.Join, 1)
			b.Sync(0, trace.Join, 1)
		}, "event 4: second join of thread 1"},
		{"join of nobody", func(b *tracetest.Builder) { b.Sync(0, trace.Join, 1) },
			"event 1: join of thread 1, which was not created"},
		{"creation order", func(b *tracetest.Builder) { b.Sync(0, trace.Create, 2) },
			"event 1: expected the creation of thread 1, not 2"},
		{"unknown fence", func(b *tracetest.Builder) { b.Sync(0, trace.Fence, 9) }, "event 1: unknown fence 9"},
		{"moving location", func(b *tracetest.Builder) {
			b.Add(0, trace.Load, x, 0, 0)
			b.Add(0, trace.Load, x, 0, 0)
			(*b)[1].Addr++
		}, "event 2: location 0 is at address 65536 and at 65537"},
		{"unset event", func(b *tracetest.Builder) { *b = append(*b, trace.Event{ID: 1}) }, "event 1: unknown kind 0"},
	}
	for _, tt := range tests {
		var b tracetest.Builder
		tt.make(&b)
		if err := trace.Validate(b, make([]trace.Site, 1)); fmt.Sprint(err) != tt.want {
			t.Errorf("%s: error %q, want %q", tt.name, fmt.Sprint(err), tt.want)
		}
	}
}

// Under the C11 model any order of the stores may explain what is read, but one
// must, for each location.
func TestValidateC11(t *testing.T) {
	tests := []struct {
		name string
		make func(b *tracetest.Builder)
		want string
	}{
		{"RMW of an old store", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.Store, x, 1, 0)
			b.Add(1, trace.RMW, x, 2, 0)
		}, "<nil>"},
		{"against execution order", func(b *tracetest.Builder) {
			b.Threads(3)
			b.Add(0, trace.Store, x, 1, 0) // event 3
			b.Add(1, trace.Store, x, 2, 0)
			b.Add(2, trace.Load, x, 2, 4)
			b.Add(2, trace.Load, x, 1, 3)
		}, "<nil>"},
		{"two RMWs of one store", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.RMW, x, 1, 0)
			b.Add(1, trace.RMW, x, 2, 0)
		}, "event 3: rmw reads store 0, which another one read and replaced"},
		{"older than the thread's own", func(b *tracetest.Builder) {
			b.Add(0, trace.Store, x, 1, 0)
			b.Add(0, trace.Load, x, 0, 0)
		}, "location 0: no order of its stores agrees with what the threads read"},
		{"older than an RMW that was seen", func(b *tracetest.Builder) {
			b.Threads(2)
			b.Add(0, trace.Store, x, 1, 0)
			b.Add(0, trace.RMW, x, 2, 2)
			b.Add(1, trace.Load, x, 2, 3)
			b.Add(1, trace.Load, x, 1, 2)
		}, "event 5: thread 1 sees store 2 after store 3, which replaced it"},
		{"two orders", func(b *tracetest.Builder) {
			b.Threads(4)
			b.Add(0, trace.Store, x, 1, 0) // event 4
			b.Add(1, trace.Store, x, 2, 0)
			b.Add(2, trace.Load, x, 1, 4)
			b.Add(2, trace.Load, x, 2, 5)
			b.Add(3, trace.Load, x, 2, 5)
			b.Add(3, trace.Load, x, 1, 4)
		}, "location 0: no order of its stores agrees with what the threads read"},
		{"pending", func(b *tracetest.Builder) { b.Add(0, trace.Store, x, trace.NoCommit, 0) },
			"event 1: a pending store under a model that has none"},
		{"value read", func(b *tracetest.Builder) {
			b.Add(0, trace.Store, x, 1, 0)
			b.Add(0, trace.Load, x, 1, 1)
			(*b)[1].Value = 9
		}, "event 2: load reads 9, but event 1 wrote 1"},
	}
	for _, tt := range tests {
		var b tracetest.Builder
		tt.make(&b)
		err := trace.ValidateC11(b, make([]trace.Site, 1))
		if fmt.Sprint(err) != tt.want {
			t.Errorf("%s: error %q, want %q", tt.name, fmt.Sprint(err), tt.want)
		}
		if b[len(b)-1].C == trace.NoCommit {
			continue
		}
		file := write(testHeader, []trace.Run{{RunInfo: trace.RunInfo{Model: "c11", Result: "ok"}, Events: b}})
		_, read := trace.Read("c11.trace", bytes.NewReader(file))
		if (read == nil) != (err == nil) {
			t.Errorf("%s: the file is read with error %v, its trace checked with %v", tt.name, read, err)
		}
	}
}

func TestReaderSkipsRuns(t *testing.T) {
	run := trace.Run{RunInfo: trace.RunInfo{Model: "tso"}, Events: tracetest.StoreBuffering(true)}
	r, err := trace.NewReader("t", bytes.NewReader(write(testHeader, []trace.Run{run, run, run})))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for {
		if _, err := r.Next(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		n++
		var e trace.Event
		if err := r.Event(&e); err != nil || e.Kind != trace.Create {
			t.Errorf("run %d starts with %v, %v", n, &e, err)
		}
	}
	if n != 3 {
		t.Errorf("%d runs, want 3", n)
	}
}

// failing is an io.Writer that is full after a number of bytes.
type failing int

func (f *failing) Write(b []byte) (int, error) {
	if *f -= failing(len(b)); *f < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

func TestWriterReportsErrors(t *testing.T) {
	full := failing(100)
	w := trace.NewWriter(&full, testHeader)
	w.Begin()
	w.End("ok", nil)
	if err := w.Close(); err != io.ErrShortWrite {
		t.Errorf("Close: %v", err)
	}
	w = trace.NewWriter(io.Discard, testHeader)
	w.Begin()
	if err := w.Close(); err == nil {
		t.Error("Close in the middle of an execution: no error")
	}
}

func TestWriterAllocatesNothing(t *testing.T) {
	w := trace.NewWriter(io.Discard, testHeader)
	w.Begin()
	e := tracetest.StoreBuffering(true)[1]
	w.Event(&e)
	if n := testing.AllocsPerRun(100, func() { w.Event(&e) }); n != 0 {
		t.Errorf("%v allocations per event", n)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(smallFile())
	var b tracetest.Builder
	b.Threads(2)
	b.Add(0, trace.Store, x, 1, 0)
	b.Add(1, trace.RMW, x, 2, 0)
	f.Add(write(testHeader, []trace.Run{{RunInfo: trace.RunInfo{Model: "c11", Result: "ok"}, Events: b}}))
	f.Add([]byte(`{"format":"fencepost-trace","version":1,"program":"","hash":"","sites":0}` + "\n" + `{"runs":0}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := trace.Read("f", bytes.NewReader(data))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("error without position: %v", err)
			}
			return
		}
		for _, r := range file.Runs {
			if r.Model == "c11" { // whose stores have no one order, so there is no verdict
				if err := trace.ValidateC11(r.Events, file.Sites); err != nil {
					t.Error(err)
				}
				continue
			}
			if err := trace.Validate(r.Events, file.Sites); err != nil {
				t.Error(err)
			}
			if x := graph.New(r.Events, nil); x.SC() != (x.Cycle() == nil) {
				t.Error("verdict and cycle disagree")
			}
		}
		again, err := trace.Read("f", bytes.NewReader(write(file.Header, file.Runs)))
		if err != nil || !reflect.DeepEqual(file, again) {
			t.Errorf("written and read again it differs: %v", err)
		}
	})
}

func ExampleWriter() {
	w := trace.NewWriter(os.Stdout, trace.Header{Program: "one.c"})
	w.Info = trace.RunInfo{Model: "sc", Seed: 1}
	w.Begin()
	w.Event(&trace.Event{ID: 1, I: 1, Site: -1, Loc: -1, Kind: trace.Exit})
	w.End("ok", []int32{0})
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"format":"fencepost-trace","version":1,"program":"one.c","hash":"","sites":0}
	// {"run":1,"model":"sc","seed":1}
	// {"id":1,"thread":0,"kind":"exit","i":1}
	// {"choices":[0]}
	// {"end":1,"events":1,"result":"ok"}
	// {"runs":1,"sum":"3b42f7c1ae48e2187bdbb4ce7005ead0c2d36cf27db3505c96d0bf0fe619c71c"}
}

func ExampleRead() {
	file, err := trace.Read("sb.trace", bytes.NewReader(smallFile()))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range file.Runs {
		fmt.Println(file.Program, r.Model, len(r.Events), "events:", r.Result)
	}
	// Output:
	// sb.c tso 7 events: ok
}

func BenchmarkFile(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 0))
	events := tracetest.Run(r, tracetest.Random(r, tracetest.Shape{Threads: 3, Ops: 3000, Locs: 9, Sites: 9, Fences: true}), "tso")
	runs := []trace.Run{{Events: events}}
	h := trace.Header{Sites: make([]trace.Site, 9)}
	data := write(h, runs)
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			write(h, runs)
		}
		b.ReportMetric(float64(len(events))*float64(b.N)/b.Elapsed().Seconds(), "events/s")
		b.ReportMetric(float64(len(data))/float64(len(events)), "B/event")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := trace.Read("b", bytes.NewReader(data)); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(events))*float64(b.N)/b.Elapsed().Seconds(), "events/s")
	})
}
