package report

import (
	"encoding/json"
	"reflect"
	"testing"
)

// JSON has the aliases of models, and reads them and the names.
func TestModelNames(t *testing.T) {
	t.Parallel()
	type document struct {
		Model  ModelName
		Models ModelNames
		None   ModelNames
	}
	x := document{"c11", ModelNames{"sc", "c11", "c++20", "c11orig"}, nil}
	text, err := json.Marshal(x)
	if want := `{"Model":"rc11","Models":["sc","rc11","rc20","c11orig"],"None":null}`; err != nil || string(text) != want {
		t.Fatalf("%s, %v, want %s", text, err, want)
	}
	for _, text := range []string{string(text), `{"Model":"c11","Models":["sc","c11","c++20","c11orig"]}`} {
		var got document
		if err := json.Unmarshal([]byte(text), &got); err != nil || !reflect.DeepEqual(got, x) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	if text, err := json.Marshal(ModelNames{}); err != nil || string(text) != "[]" {
		t.Errorf("%s, %v", text, err)
	}
}
