package cluster

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
)

// A partial result that was changed, as a file or under its compression, says the same or
// is refused.
func TestMutants(t *testing.T) {
	t.Parallel()
	job := NewJob("1", "test", "a.c")
	job.Files["a.c"] = "int main(void) { return 0; }\n"
	want := &Partial{Job: job, Shard: 1, Of: 3, Stages: []partialStage{{
		Stage: "test", Units: 2, Plan: "0123", Done: []Part{{
			Unit: Unit{Stage: "test", Order: 1, What: json.RawMessage(`{"first":10}`)}, Part: json.RawMessage(`{"runs":10,"bugs":["a.c:1"]}`), Ends: true,
		}},
	}}}
	var file bytes.Buffer
	if err := want.Write(&file); err != nil {
		t.Fatal(err)
	}
	want, err := ReadPartial(bytes.NewReader(file.Bytes()), memory())
	if err != nil {
		t.Fatal(err)
	}
	mutants(t, file.Bytes(), func(mutant []byte) (bool, error) {
		got, err := ReadPartial(bytes.NewReader(mutant), memory())
		if err != nil {
			return false, nil
		}
		if !reflect.DeepEqual(got, want) {
			return true, fmt.Errorf("accepted, and another: %+v", got)
		}
		return true, nil
	})
}

// mutants has mutants of a file read, those too that were made under its compression.
func mutants(t *testing.T, file []byte, read func(mutant []byte) (accepted bool, err error)) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for n := range testsize.Count(2000, 200_000) {
		mutant := programtest.Mutate(r, file)
		if n%2 == 0 {
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			w.Write(programtest.Mutate(r, text))
			w.Close()
			mutant = packed.Bytes()
		}
		ok, err := read(mutant)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			accepted++
		}
	}
	if accepted == 0 {
		t.Error("no mutant is accepted")
	}
}

// memory returns enough for a file.
func memory() *int64 {
	n := int64(1 << 30)
	return &n
}
