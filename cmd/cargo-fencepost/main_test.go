package main

import (
	"context"
	"slices"
	"testing"
)

// Help needs no package.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"--help"}, {"-h"}} {
		if !asksHelp(args) {
			t.Errorf("%q asks no help", args)
		}
	}
	if asksHelp(nil) || asksHelp([]string{"check", "--help"}) {
		t.Error("a command's help is asked here")
	}
	t.Chdir(t.TempDir())
	got, err := translate(context.Background(), []string{"explore", "--help"})
	if want := []string{"explore", "--help"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// A command that reads a recorded execution needs no package, and gets no target.
func TestRecorded(t *testing.T) {
	t.Chdir(t.TempDir())
	want := []string{"explain", "1", "-v"}
	if got, err := translate(context.Background(), want); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}
