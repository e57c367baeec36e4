package cfront

import (
	"os"
	"testing"
)

// BenchmarkCompile compiles one of the larger benchmark programs.
func BenchmarkCompile(b *testing.B) {
	src, err := os.ReadFile("../../benchmarks/relaxer/snark.c")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compile("snark.c", src, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
