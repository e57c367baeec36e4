package cluster

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math/rand/v2"
	"reflect"
	"testing"

	"fencepost/benchmarks/programtest"
)

// A partial result that was changed, as a file or under its compression, says the same or
// is refused.
func TestMutants(t *testing.T) {
	t.Parallel()
	job := NewJob("1", []string{"test", "--executions", "20", "a.c"})
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
	want, err := ReadPartial(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for n := range programtest.Count(2000, 200_000) {
		mutant := programtest.Mutate(r, file.Bytes())
		if n%2 == 0 {
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			w.Write(programtest.Mutate(r, text))
			w.Close()
			mutant = packed.Bytes()
		}
		got, err := ReadPartial(bytes.NewReader(mutant))
		if err != nil {
			continue
		}
		accepted++
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("accepted, and another: %+v", got)
		}
	}
	if accepted == 0 {
		t.Error("no mutant is accepted")
	}
}
