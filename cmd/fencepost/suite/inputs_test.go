package suite

import (
	"os"
	"path/filepath"
	"testing"
)

// What a compiler read is the same until a file of it changes, or another one is found in its place.
func TestInputs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("src/a.cpp", "#include <lib/x.h>\n#include <vector>\n#if __has_include(\"opt.h\")\n#endif\n")
	write("include/lib/x.h", "#include \"y.h\"\n")
	write("include/lib/y.h", "")
	write("system/vector", "#if __has_include(<tbb/tbb.h>) || __has_include(MACRO)\n#endif\n")
	write("src/m.rs", "")
	names := []string{path("src/a.cpp"), path("include/lib/x.h"), path("include/lib/y.h"), path("system/vector"), path("src/m.rs"), path("src/m.rs")}
	folders := []string{path("src"), path("early"), path("include")}
	in, ok := new(Files).Inputs(names, folders)
	if !ok || len(in.Names) != 5 || !new(Files).Same(&in, folders) {
		t.Fatalf("%v %+v", ok, in)
	}
	for name, text := range map[string]string{
		"src/a.cpp": "// changed", "include/lib/y.h": "// changed", "system/vector": "", // read
		"early/lib/x.h": "", "src/lib/x.h": "", "early/vector": "", "include/vector": "", "include/lib/x.h/": "", "src/m/mod.rs": "", // instead
		"src/opt.h": "", "early/tbb/tbb.h": "", // asked for
	} {
		before, err := os.ReadFile(path(name))
		if name == "include/lib/x.h/" {
			if err := os.Rename(path("include/lib/x.h"), path("x.h")); err != nil {
				t.Fatal(err)
			}
		} else {
			write(name, text)
		}
		if new(Files).Same(&in, folders) {
			t.Errorf("%s changes nothing", name)
		}
		switch {
		case name == "include/lib/x.h/":
			err = os.Rename(path("x.h"), path("include/lib/x.h"))
		case err == nil:
			write(name, string(before))
			continue
		default:
			err = os.Remove(path(name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("include/other/z.h", "")
	write("elsewhere/lib/x.h", "")
	if !new(Files).Same(&in, folders) {
		t.Error("files that nobody looks for change something")
	}
	for _, text := range []string{"#if __has_include(NAME)\n#endif\n", "#embed \"data\"\n"} {
		write("src/a.cpp", text)
		if _, ok := new(Files).Inputs(names, folders); ok {
			t.Errorf("%q is taken", text)
		}
	}
	if _, ok := new(Files).Inputs([]string{path("missing")}, nil); ok {
		t.Error("a missing file is taken")
	}
}
