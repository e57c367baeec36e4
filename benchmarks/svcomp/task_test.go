package svcomp

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestFind reads a folder of task files and of C files whose names tell verdicts.
func TestFind(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.yml":                       "input_files: [\"a.c\", \"b.c\"]\nproperties:\n  - property_file: ../no-data-race.prp\n    expected_verdict: false\n",
		"b.yml":                       "input_files: c_true-no-data-race.c\nproperties:\n  - property_file: no-data-race.prp\n",
		"other.yml":                   "input_files: a.c\nproperties:\n  - property_file: termination.prp\n    expected_verdict: true\n",
		"a.c":                         "",
		"c_true-no-data-race.c":       "",
		"d_true-no-data-race.i":       "",
		"e_false-no-data-race-more.c": "",
		"f_false-unreach-call.c":      "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	got, err := Find([]string{dir}, NoDataRace)
	want := []Task{
		{at("a.yml"), []string{at("a.c"), at("b.c")}, False},
		{at("b.yml"), []string{at("c_true-no-data-race.c")}, Unknown},
		{at("d_true-no-data-race.i"), []string{at("d_true-no-data-race.i")}, True},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v\nwant %v", got, err, want)
	}
	if _, err := Find([]string{at("none")}, NoDataRace); err == nil {
		t.Error("a path that does not exist is found")
	}
}
