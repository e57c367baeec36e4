package report

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
)

// A result whose document was changed makes the same page, or none.
func TestMutantsOfResults(t *testing.T) {
	t.Parallel()
	r := sampleCheck()
	if err := r.AddTraces(); err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := WriteJSON(&written, r); err != nil {
		t.Fatal(err)
	}
	read := func(text []byte) (*Page, error) {
		var r Result
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		return NewPage(&r)
	}
	want, err := read(written.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	compareMutants(t, written.Bytes(), func(text []byte) (any, error) { return read(text) }, want)
}

// A baseline that was changed knows the same findings, or is refused.
func TestMutantsOfBaselines(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	want := NewBaseline(sampleCheck(), "")
	if err := want.Write(&written); err != nil {
		t.Fatal(err)
	}
	if len(want.Known) == 0 {
		t.Fatal("nothing is known")
	}
	compareMutants(t, written.Bytes(), func(text []byte) (any, error) { return ReadBaseline(bytes.NewReader(text)) }, want)
}

// compareMutants changes a document: what is still accepted is read as want.
func compareMutants(t *testing.T, text []byte, read func([]byte) (any, error), want any) {
	t.Helper()
	accepted := 0
	rnd := rand.New(rand.NewPCG(1, 2))
	for range testsize.Count(1000, 100_000) {
		mutant := programtest.Mutate(rnd, text)
		got, err := read(mutant)
		if err != nil {
			continue
		}
		accepted++
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("accepted, and another:\n%s", mutant)
		}
	}
	if accepted == 0 {
		t.Error("no mutant is accepted")
	}
}
