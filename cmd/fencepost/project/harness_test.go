package project

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"fencepost/trace"

	"github.com/spf13/cobra"
)

// commands returns a root with check and explore, as far as harnesses need them.
func commands() *cobra.Command {
	root := &cobra.Command{Use: "root"}
	for _, name := range []string{suiteCommand, litmusCommand, "run", "justify"} {
		c := &cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}}
		Flag(c.Flags())
		c.Flags().StringArray("define", nil, "")
		c.Flags().StringArray("include", nil, "")
		c.Flags().Int("seed", 1, "")
		if name == suiteCommand {
			c.Flags().String("model", "auto", "")
			c.Flags().Bool("json", false, "")
			ForSuites(c.Flags(), "json", "no such flag")
		}
		root.AddCommand(c)
	}
	return root
}

func TestHarnesses(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"src/a.c", "src/b.c", "src/c.litmus", "deep/er/x"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(dir, "deep", "er"))
	for _, c := range []struct {
		name, text string
		want       []Harness
		err        string
	}{
		{"flags of all come before its own", "seed = 2\n[check]\nmodel = 'tso'\njson = true\n[[harness]]\nfiles = ['src/a.c', 'src/b.c']\nseed = 3\ninclude = 'src'\n",
			[]Harness{{Name: "src/a.c", Files: []string{"../../src/a.c", "../../src/b.c"}, Command: "check", Flags: []string{"--seed=2", "--model=tso", "--include=../../src", "--seed=3"}}}, ""},
		{"a glob", "[[harness]]\nglob = ['src/*.c', 'src/a.*']\nfiles = 'deep/er/x'\nexpect = 'tested'\n",
			[]Harness{
				{Name: "src/a.c", Files: []string{"../../src/a.c", "x"}, Expect: "tested", Command: "check"},
				{Name: "src/b.c", Files: []string{"../../src/b.c", "x"}, Expect: "tested", Command: "check"},
			}, ""},
		{"a litmus test takes what explore has", "define = ['N']\n[check]\nmodel = 'tso'\n[[harness]]\nname = 'l'\nfiles = ['src/c.litmus']\n",
			[]Harness{{Name: "l", Files: []string{"../../src/c.litmus"}, Command: "explore", Flags: []string{"--define=N"}}}, ""},
		{"an inline table", "harness = [{name = 'x', files = ['a.c']}]\n", []Harness{{Name: "x", Files: []string{"../../a.c"}, Command: "check"}}, ""},

		{"files beside harnesses", "files = ['a.c']\n[[harness]]\nfiles = ['b.c']\n", nil, ":1: files: the programs of a suite are its harnesses: let these be one, too"},
		{"a suite's flag in a harness", "[[harness]]\nfiles = ['b.c']\njson = true\n", nil, ":3: json: a harness has no setting of this name"},
		{"config in a harness", "[[harness]]\nfiles = ['b.c']\nconfig = 'x'\n", nil, ":3: config: a harness has no setting of this name"},
		{"a value", "[[harness]]\nfiles = ['a.c']\n[[harness]]\nfiles = ['b.c']\nseed = 'x'\n", nil, ":5: seed: strconv.ParseInt: parsing \"x\": invalid syntax"},
		{"a type", "[[harness]]\nfiles = [1.5]\n", nil, ":2: files: must be a text, a whole number, true, false, or a list of these"},
		{"a name", "[[harness]]\nfiles = ['a.c']\nname = 3\n", nil, ":3: name: must be a text in one line"},
		{"a name of two lines", "[[harness]]\nfiles = ['a.c']\nname = \"a\\nb\"\n", nil, ":3: name: must be a text in one line"},
		{"a name with a glob", "[[harness]]\nname = 'a'\nglob = 'src/*.c'\n", nil, ":2: name: with a glob each harness has the name of its file"},
		{"two litmus tests", "[[harness]]\nfiles = ['a.litmus', 'b.litmus']\n", nil, ":1: [harness]: a litmus test is a harness of its own"},
		{"no harness but a section", "[harness]\nfiles = ['a.c']\n", nil, ":1: [harness]: write [[harness]], in double brackets"},
		{"an inline table without files", "seed = 1\nharness = [{name = 'x'}]\n", nil, ":2: [harness]: a harness needs files, or a glob"},
	} {
		if err := os.WriteFile(filepath.Join(dir, Name), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		line, err := Args(commands, []string{"check"})
		switch {
		case err != nil:
			wrong, ok := err.(*trace.Diagnostic)
			if got := err.Error(); !ok || c.err == "" || got != "../../"+Name+c.err {
				t.Errorf("%s: %v (line %d), want %q", c.name, err, wrong.Line, c.err)
			}
		case c.err != "":
			t.Errorf("%s: no error, want %q", c.name, c.err)
		case !reflect.DeepEqual(line.Suite, c.want):
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, line.Suite, c.want)
		}
	}
}

// Other commands take of a harness what they have a flag for, and their own section.
func TestSuiteOfJustify(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	text := "seed = 2\nmodel = 'auto'\n[check]\nseed = 3\n[justify]\nseed = 4\n[[harness]]\nfiles = ['a.c']\ndefine = ['M']\nmodel = 'tso'\n[[harness]]\nfiles = ['b.litmus']\nseed = 5\n"
	if err := os.WriteFile(Name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	line, err := Args(commands, []string{"justify"})
	want := []Harness{
		{Name: "a.c", Files: []string{"a.c"}, Command: "check", Flags: []string{"--seed=2", "--seed=4", "--define=M"}},
		{Name: "b.litmus", Files: []string{"b.litmus"}, Command: "explore", Flags: []string{"--seed=2", "--seed=4", "--seed=5"}},
	}
	if err != nil || !reflect.DeepEqual(line.Suite, want) {
		t.Errorf("%v\n got %+v\nwant %+v", err, line.Suite, want)
	}
	for _, wrong := range []string{"seed = 'x'", "json = true"} {
		if err := os.WriteFile(Name, []byte("[[harness]]\nfiles = ['a.c']\n"+wrong+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Args(commands, []string{"justify"}); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

// Only check, justify and mutate without a FILE are for the suite.
func TestSuiteOfSomeCommands(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile(Name, []byte("seed = 2\n[[harness]]\nfiles = ['a.c']\ndefine = ['M']\nmodel = 'tso'\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, want []string
		suite      bool
	}{
		{[]string{"check", "--define", "N"}, []string{"check", "--seed=2", "--define", "N"}, true},
		{[]string{"check", "b.c"}, []string{"check", "b.c"}, false},
		{[]string{"check", "--config", Name, "b.c"}, []string{"check", "--seed=2", "--config", Name, "b.c"}, false},
		{[]string{"run"}, []string{"run", "--seed=2", "--define=M", "a.c"}, false},
	} {
		line, err := Args(commands, c.args)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(line.Args, c.want) || (line.Suite != nil) != c.suite {
			t.Errorf("%q: %q, %v", c.args, line.Args, line.Suite)
		}
	}
}
