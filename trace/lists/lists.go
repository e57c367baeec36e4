// Package lists has what package slices lacks.
package lists

import (
	"slices"
	"strings"
)

// Map returns what of returns for each element of a list. It is not nil: in JSON a list
// without elements is no null.
func Map[T, U any](list []T, of func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, x := range list {
		out = append(out, of(x))
	}
	return out
}

// Count returns of how many elements of a list is holds.
func Count[T any](list []T, is func(T) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}

// Where returns the elements of a list for which is holds, in their order.
func Where[T any](list []T, is func(T) bool) (some []T) {
	for _, x := range list {
		if is(x) {
			some = append(some, x)
		}
	}
	return some
}

// If returns a list of x, which is empty if there is no x.
func If[T any](there bool, x T) []T {
	if there {
		return []T{x}
	}
	return nil
}

// Find returns the first element of a list for which is holds, in its place; nil if there is none.
func Find[T any](list []T, is func(T) bool) *T {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return &list[i]
	}
	return nil
}

// Add returns a list with an element, once: it appends the element unless the list has it.
func Add[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// Extended returns a list with at least n elements: it appends zeros.
func Extended[T any](list []T, n int) []T {
	if n <= len(list) {
		return list
	}
	return extend(list, n)
}

// Longer returns a list with one element more. The element is what the memory of the list had there.
func Longer[T any](list []T) []T {
	if n := len(list); n < cap(list) {
		return list[:n+1]
	}
	return extend(list, len(list)+1)
}

// extend is the part of Extended and Longer that is not inlined.
func extend[T any](list []T, n int) []T { return append(list, make([]T, n-len(list))...) }

// Zeroed returns a list of n zeros, in the memory of another if that has room.
func Zeroed[T any](memory []T, n int) []T {
	memory = slices.Grow(memory[:0], n)[:n]
	clear(memory)
	return memory
}

// Sentence joins words as a sentence does: a, b and c.
func Sentence(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
