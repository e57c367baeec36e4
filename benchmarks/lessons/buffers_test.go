package lessons

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// What becomes of the tests is what the text of the lesson says.
func TestBuffers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		chosen []int
		page   string // its first lines
		want   string // tests that happen, or what is wrong
	}{
		{[]int{0, 0, 0, 0, 0}, "buffer thread\non ss order\non sl drain all\n", "SB; SB, a store between; SB, own store read; Dekker"},
		{[]int{0, 1, 0, 0, 0}, "buffer thread\ncapacity 1\n", "SB; SB, own store read; Dekker"},
		{[]int{0, 2, 0, 0, 0}, "buffer thread\ncapacity 2\n", "SB; SB, a store between; SB, own store read; Dekker"},
		{[]int{1, 0, 0, 0, 0}, "buffer location\n", "SB; SB, a store between; SB, own store read; MP; MP, written again; Dekker"},
		{[]int{0, 0, 2, 0, 0}, "buffer thread\ncoalesce yes\n", "SB; SB, a store between; SB, own store read; MP, written again; Dekker"},
		{[]int{2, 0, 2, 0, 0}, "buffer unordered\ncoalesce yes\n", "SB; SB, a store between; SB, own store read; MP; MP, written again; Dekker"},
		{[]int{3, 0, 0, 0, 0}, "buffer none\n", ""},
		{[]int{3, 0, 0, 0, 1}, "buffer none\ninvalidations delayed\non ll cut\non sl cut\non join cut\n", "SB; SB, a store between; SB, own store read; MP; MP, written again; IRIW; Dekker"},
		{[]int{0, 0, 0, 1, 0}, "buffer thread\nforward no\n", "SB; SB, a store between; Dekker"},
		{[]int{3, 1, 0, 0, 0}, "buffer none\ncapacity 1\n", `"capacity" needs a buffer, and there is none`},
	} {
		trial, err := TryBuffers(context.Background(), c.chosen)
		if err != nil {
			t.Fatal(err)
		}
		var happens []string
		for _, test := range trial.Tests {
			if len(test.Machines) > 0 {
				happens = append(happens, test.Name)
			}
		}
		if got := strings.Join(happens, "; ") + trial.Wrong; got != c.want || !strings.HasPrefix(trial.Page, c.page) {
			t.Errorf("%v: %s\n%s, want %s", c.chosen, trial.Page, got, c.want)
		}
	}
	for _, chosen := range [][]int{nil, {0, 0, 0, 0}, {0, 0, 0, 0, 2}, {-1, 0, 0, 0, 0}} {
		if _, err := TryBuffers(context.Background(), chosen); err == nil {
			t.Errorf("%v is a machine", chosen)
		}
	}
	table, err := bufferTable(context.Background())
	if err != nil || len(table) != len(classics)+1 {
		t.Fatal(table, err)
	}
	if !slices.Equal(table[1].Machines, []string{"tso2", "tso", "pso", "waiting", "combining", "delayed"}) {
		t.Errorf("%v", table[1])
	}
}
