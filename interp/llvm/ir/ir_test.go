package ir_test

import (
	"os"
	"testing"
	"time"

	"fencepost/interp/llvm/ir"
)

func TestScratch(t *testing.T) {
	b, err := os.ReadFile(os.Getenv("LL"))
	if err != nil {
		t.Skip()
	}
	s := time.Now()
	m, err := ir.Parse("x.ll", string(b))
	if err != nil {
		t.Fatal(err)
	}
	t.Log(time.Since(s))
	for _, f := range m.Functions {
		if err := f.Body(); err != nil {
			t.Error(err)
		}
	}
	t.Log(time.Since(s), len(m.Functions))
}
