package compilers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Of the usual compilers those that are missing are named once; one that is asked for must
// be there.
func TestFindAll(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	ctx := context.Background()
	if list, _, err := FindAll(ctx, nil); err == nil {
		t.Fatalf("%d compilers in an empty folder", len(list))
	}
	if err := os.WriteFile(filepath.Join(dir, "gcc"), []byte("#!/bin/sh\necho x86_64-linux-gnu\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	list, missing, err := FindAll(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 3 || list[2].Name() != "gcc -O2" || len(missing) != 4 {
		t.Errorf("found %d compilers, missing %q", len(list), missing)
	}
	var absent *Missing
	if _, _, err := FindAll(ctx, []string{"gcc -O1", "clang"}); !errors.As(err, &absent) || absent.Command != "clang" {
		t.Errorf("of a compiler that is missing: %v", err)
	}
}

// The package of a compiler is told where its name tells it.
func TestPackageOf(t *testing.T) {
	for command, want := range map[string]string{
		"gcc": "gcc", "clang-15": "clang-15", "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
		"arm-linux-gnueabihf-gcc-12": "gcc-12-arm-linux-gnueabihf", "icc": "", "my-gcc": "",
	} {
		if got := packageOf(command); got != want {
			t.Errorf("%s is in %q, want %q", command, got, want)
		}
	}
}
