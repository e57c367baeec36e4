package compdb

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words string
		want  Flag
	}{
		{"-DA=1 x", Flag{Define, "A=1", 1}},
		{"-D A=1", Flag{Define, "A=1", 2}},
		{"-U A", Flag{Undefined, "A", 2}},
		{"-isystem inc", Flag{IncludeDir, "inc", 2}},
		{"-Iinc", Flag{IncludeDir, "inc", 1}},
		{"-include a.h", Flag{IncludeFile, "a.h", 2}},
		{"-o a.out", Flag{Ignored, "a.out", 2}},
		{"-std=c11", Flag{Ignored, "", 1}},
		{"-fshort-enums", Flag{Refused, "-fshort-enums", 1}},
		{"-fpack-struct=2", Flag{Refused, "-fpack-struct=2", 1}},
		{"-fno-short-enums", Flag{Ignored, "", 1}},
		{"-D", Flag{Unknown, "", 1}},
		{"a.c", Flag{Unknown, "", 1}},
	} {
		if got := Read(strings.Fields(c.words)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.words, got, c.want)
		}
	}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "flags")
	if err := os.WriteFile(file, []byte("-D 'A=1 2' @"), 0o666); err != nil {
		t.Fatal(err)
	}
	got, err := Expand([]string{"a.c", "@" + file, "--", "@b"})
	if want := []string{"a.c", "-D", "A=1 2", "@", "--", "@b"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if err := os.WriteFile(file, []byte("-DA ; -DB"), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := Expand([]string{"@" + file}); err == nil {
		t.Errorf("half of a file is read: %q", got)
	}
	if err := os.WriteFile(file, []byte("@"+file), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Expand([]string{"@" + file}); err == nil {
		t.Error("a file that names itself is read")
	}
}

// Each file has its own flags, but what the caller defines counts.
func TestAddDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	database := filepath.Join(dir, "compile_commands.json")
	text := `[{"directory": "` + dir + `", "file": "a.c", "command": "cc -DN=1 -DX -UX -I inc -c a.c"},
 {"directory": "` + dir + `", "file": "b.c", "arguments": ["cc", "-DN=2", "-include", "b.h", "b.c"]}]`
	for name, text := range map[string]string{"compile_commands.json": text, "a.c": "", "b.c": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := []string{filepath.Join(dir, "a.c"), filepath.Join(dir, "b.c")}
	for given, defines := range map[string][2]string{"M=3": {"N=1 X -UX", "N=2"}, "N=3": {"X -UX", ""}, "-UN": {"X -UX", ""}} {
		f := Flags{Defines: []string{given}}
		if err := f.AddDatabase(database, files); err != nil {
			t.Fatal(err)
		}
		a, b := f.Own[files[0]], f.Own[files[1]]
		if strings.Join(a.Defines, " ") != defines[0] || strings.Join(b.Defines, " ") != defines[1] || len(f.Defines) != 1 ||
			!slices.Equal(a.IncludeDirs, []string{filepath.Join(dir, "inc")}) || len(b.IncludeDirs) > 0 || len(a.Include) > 0 || !slices.Equal(b.Include, []string{"b.h"}) {
			t.Errorf("%+v", f)
		}
	}
}

// A database with a small change is refused, or means the same, unless a text in it is
// another.
func TestMutants(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	database, file := filepath.Join(dir, "compile_commands.json"), filepath.Join(dir, "a.c")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	read := func(text []byte) (Flags, error) {
		var f Flags
		if err := os.WriteFile(database, text, 0o666); err != nil {
			t.Fatal(err)
		}
		return f, f.AddDatabase(database, []string{file})
	}
	r := rand.New(rand.NewPCG(1, 5))
	refused, same := 0, 0
	for _, flags := range []string{`"command": "cc -DN=1 -UX '-DY=(1 + 2)' -Iinc -include b.h -c a.c"`, `"arguments": ["cc", "-DN=1", "-I", "inc", "a.c"]`} {
		text := []byte(`[{"directory": "` + dir + `", "file": "` + file + `", ` + flags + `}]`)
		want, err := read(text)
		if err != nil {
			t.Fatal(err)
		}
		texts := func(text []byte) (list []map[string]any, err error) { return list, json.Unmarshal(text, &list) }
		for range testsize.Count(300, 20_000) {
			mutant := programtest.Mutate(r, text)
			got, err := read(mutant)
			if err != nil {
				refused++
				continue
			}
			if reflect.DeepEqual(got, want) {
				same++
				continue
			}
			a, _ := texts(text)
			b, err := texts(mutant)
			for _, key := range []string{"directory", "file", "command", "arguments"} {
				if err == nil && len(b) > 0 && a[0][key] != nil && b[0][key] != nil && !reflect.DeepEqual(a[0][key], b[0][key]) {
					a = nil
					break
				}
			}
			if a != nil {
				t.Errorf("%s is read as %+v", mutant, got)
			}
		}
	}
	if refused == 0 || same == 0 {
		t.Errorf("%d refused, %d the same", refused, same)
	}
}

// A shell reads the words of flags as they were.
func TestWords(t *testing.T) {
	f := Flags{Defines: []string{"A", "B(x)=x + 'c'"}, Includes: []string{"inc", "my dir"}, Headers: []string{"h.h"}}
	want := "-DA '-DB(x)=x + '\\''c'\\''' -Iinc '-Imy dir' -include h.h"
	got := Join(f.Words())
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if words, err := split(got); err != nil || !slices.Equal(words, f.Words()) {
		t.Errorf("%s is read as %q: %v", got, words, err)
	}
}

// The files that define what is used are found by name, in a database that is named by its folder.
func TestAddDefining(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{
		"main.c":     "int push(int);\nint main(void) { return push(1); }\n",
		"ring.c":     "int cap = 3;\nint push(int v)\n{\n\treturn v;\n}\n",
		"mock.c":     "int cap;\nstatic int push(int v) { return v; }\nint other(void) { return push(1); }\n",
		"test.c":     "int push(int v) { return 0; }\nint main(void) { return push(2); }\n",
		"stack.cpp":  "#include \"stack.hpp\"\nnamespace lib {\n  void Stack::push(Node *n) noexcept {\n  }\n}\n",
		"user.cpp":   "void use(lib::Stack &s) { if (s.empty()) s.push(nullptr); }\n",
		"missing.db": "",
	}
	var list []entry
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if ext := filepath.Ext(name); ext != ".db" {
			list = append(list, entry{Directory: dir, File: name, Command: "cc -DOF_" + strings.TrimSuffix(name, ext) + " -c " + name})
		}
	}
	list = append(list, entry{Directory: dir, File: "none.c", Command: "cc none.c"}, list[0])
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "build"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "build", "compile_commands.json"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want, err string
	}{
		{"push", "ring.c", ""},
		{"other", "mock.c", ""},
		{"lib::Stack::push(Node*)", "stack.cpp", ""},
		{"nowhere", "", ""},
		{"main", "", ""},
		{"cap", "", "'cap' is defined by "},
	} {
		for _, path := range []string{dir, filepath.Join(dir, "build")} {
			var f Flags
			if err := f.AddDatabase(path, []string{filepath.Join(dir, "main.c")}); err != nil {
				t.Fatal(err)
			}
			err := f.AddDefining(path, []string{c.name, c.name})
			if (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %q", c.name, err, c.err)
			}
			var got []string
			for _, file := range f.Added {
				name := filepath.Base(file)
				got = append(got, name)
				if want := "OF_" + strings.TrimSuffix(name, filepath.Ext(name)); !slices.Contains(f.Own[file].Defines, want) {
					t.Errorf("%s has the flags %+v", file, f.Own[file])
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s: added %q, want %q", c.name, got, c.want)
			}
		}
	}
	if err := new(Flags).AddDatabase(filepath.Join(dir, "build", "none"), nil); err == nil {
		t.Error("a folder that is not there is a database")
	}
}
