package page_test

import (
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/models/page"
)

func parse(t testing.TB, name string) *models.Model {
	t.Helper()
	text, ok := page.Text(name)
	if !ok {
		t.Fatalf("no page %s", name)
	}
	m, err := page.Parse(name+page.Extension, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The pages of the models that are written in Go keep of program order what these do, and are
// exact.
func TestPagesOfModels(t *testing.T) {
	t.Parallel()
	for _, want := range models.All() {
		got := parse(t, want.Name)
		if got.Inexact || got.Buffered != want.Buffered || got.ReadChoice != want.ReadChoice || got.Title != want.Title || got.Source != want.Source {
			t.Errorf("%s is %+v", want.Name, got)
		}
		if !got.PPO.Includes(want.PPO) || !want.PPO.Includes(got.PPO) || !slices.Equal(got.PPO.Fences(), want.PPO.Fences()) {
			t.Errorf("%s keeps something else of program order", want.Name)
		}
	}
}

// Of the pages, only those without bounds are exact.
func TestExactPages(t *testing.T) {
	t.Parallel()
	inexact := []string{"combining", "tso1", "tso2", "tso4"}
	for _, name := range page.Names() {
		if got, want := parse(t, name).Inexact, slices.Contains(inexact, name); got != want {
			t.Errorf("%s: inexact is %v", name, got)
		}
	}
}
