package buildline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	for given, defines := range map[string][2]string{"M=3": {"N=1", "N=2"}, "N=3": {"", ""}} {
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
