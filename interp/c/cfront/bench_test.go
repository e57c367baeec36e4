package cfront

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"fencepost/interp/c/library"

	"modernc.org/cc/v4"
)

// BenchmarkCompile compiles a benchmark program and larger ones. It reports the difference in
// milliseconds to the C parser alone on the same program, preprocessed.
func BenchmarkCompile(b *testing.B) {
	snark, err := os.ReadFile("../../../benchmarks/relaxer/snark.c")
	if err != nil {
		b.Fatal(err)
	}
	for _, bench := range []struct {
		name string
		src  []byte
	}{{"snark", snark}, {"1000", program(1000)}, {"20000", program(20_000)}} {
		b.Run(bench.name, func(b *testing.B) {
			text := preprocessed(b, bench.src)
			var parsing time.Duration
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile("program.c", bench.src, Options{}); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				begin := time.Now()
				parseAlone(b, text)
				parsing += time.Since(begin)
				b.StartTimer()
			}
			milliseconds := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(b.N) }
			b.ReportMetric(milliseconds(parsing), "ms-parsing")
			b.ReportMetric(milliseconds(b.Elapsed()-parsing), "ms-above-parsing")
		})
	}
}

// program returns a C program of about so many lines, most of them statements.
func program(lines int) []byte {
	var b bytes.Buffer
	b.WriteString("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <stdlib.h>\n" +
		"typedef struct node { _Atomic(struct node *) next; int value; long sum; } node;\n" +
		"static atomic_int x, y;\nstatic int table[64];\nstatic int work0(node *p, int k) { return k; }\n")
	function := `static int work%d(node *p, int k) {
	int sum = 0;
	for (int i = 0; i < k; i++) {
		if (i %% 3 == 0 && p != NULL) {
			sum += p->value * i + table[i & 63];
			p->sum ^= sum << 2;
		} else {
			table[(i + k) & 63] = sum - i;
		}
	}
	atomic_store_explicit(&x, sum, memory_order_release);
	switch (k) {
	case 1: sum++; break;
	case 2: sum--; break;
	default: sum = atomic_load_explicit(&y, memory_order_acquire);
	}
	while (sum > 100)
		sum /= 2;
	return sum > 0 ? sum : work%d(p, k - 1);
}
`
	n := 1
	for ; n*strings.Count(function, "\n") < lines; n++ {
		fmt.Fprintf(&b, function, n, n-1)
	}
	fmt.Fprintf(&b, "static void *thread(void *arg) { node n = {0}; printf(\"%%d\\n\", work%d(&n, 3)); return arg; }\n", n-1)
	b.WriteString("int main(void) { pthread_t t; pthread_create(&t, NULL, thread, NULL); pthread_join(t, NULL); assert(atomic_load(&x) >= 0); }\n")
	return b.Bytes()
}

// preprocessed returns a program as the C parser's own preprocessor leaves it.
func preprocessed(b *testing.B, src []byte) []byte {
	headers := make(fstest.MapFS)
	for _, name := range append(library.Headers(), library.BuiltinHeader) {
		text, _ := library.Header(name)
		headers["headers/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	c := parserConfig(b)
	c.FS, c.FSOnly, c.SysIncludePaths = headers, true, []string{"headers"}
	var text bytes.Buffer
	if err := cc.Preprocess(c, []cc.Source{{Name: "<predefined>", Value: headers["headers/"+library.BuiltinHeader].Data}, {Name: "program.c", Value: src}}, &text); err != nil {
		b.Fatal(err)
	}
	return text.Bytes()
}

func parseAlone(b *testing.B, text []byte) {
	if _, err := cc.Parse(parserConfig(b), []cc.Source{{Name: "program.i", Value: text}}); err != nil {
		b.Fatal(err)
	}
}

func parserConfig(b *testing.B) *cc.Config {
	abi, err := cc.NewABI("linux", "amd64")
	if err != nil {
		b.Fatal(err)
	}
	return &cc.Config{ABI: abi}
}
