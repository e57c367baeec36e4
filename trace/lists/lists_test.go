package lists

import (
	"slices"
	"strconv"
	"testing"
)

func odd(n int) bool { return n%2 == 1 }

func TestLists(t *testing.T) {
	t.Parallel()
	list := []int{1, 2, 3}
	if got := Map(list, strconv.Itoa); !slices.Equal(got, []string{"1", "2", "3"}) {
		t.Errorf("Map returns %q", got)
	}
	if got := Map(nil, strconv.Itoa); got == nil {
		t.Error("Map returns nil")
	}
	if got := Count(list, odd); got != 2 {
		t.Errorf("Count returns %d", got)
	}
	if got := Where(list, odd); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("Where returns %v", got)
	}
	if got := Find(list, func(n int) bool { return n > 1 }); got != &list[1] {
		t.Errorf("Find returns %v", got)
	}
	if got := Find(list, func(n int) bool { return n > 3 }); got != nil {
		t.Errorf("Find returns %d", *got)
	}
	if got := Add(Add(list, 4), 1); !slices.Equal(got, []int{1, 2, 3, 4}) {
		t.Errorf("Add returns %v", got)
	}
	if got := Extended(list, 2); !slices.Equal(got, list) {
		t.Errorf("Extended returns %v", got)
	}
	if got := Extended(list[:1], 3); !slices.Equal(got, []int{1, 0, 0}) {
		t.Errorf("Extended returns %v", got)
	}
	if got := Longer(list[:2]); !slices.Equal(got, list) {
		t.Errorf("Longer returns %v", got)
	}
	if got := Longer(slices.Clip(list)); len(got) != 4 {
		t.Errorf("Longer returns %v", got)
	}
	if got := Zeroed([]int{1, 2, 3}, 2); !slices.Equal(got, []int{0, 0}) {
		t.Errorf("Zeroed returns %v", got)
	}
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := Sentence(words); got != want {
			t.Errorf("Sentence(%q) returns %q", words, got)
		}
	}
}
