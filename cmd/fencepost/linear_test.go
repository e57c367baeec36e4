package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
)

// manyOf makes of a number what each of so many things is.
func manyOf(n int, each func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(each(i))
	}
	return b.String()
}

// largeInputs are kinds of input, of about so many bytes.
var largeInputs = map[string]func(n int) string{
	"an identifier": func(n int) string { return "int " + strings.Repeat("a", n) + ";" },
	"a number":      func(n int) string { return "int x = 0" + strings.Repeat("0", n) + ";" },
	"a string":      func(n int) string { return "char *s = \"" + strings.Repeat("a", n) + "\";" },
	"strings":       func(n int) string { return "char *s = " + strings.Repeat(`"a" `, n/4) + ";" },
	"a list of texts": func(n int) string {
		return "char *s[] = {" + manyOf(n/9, func(i int) string { return fmt.Sprintf("%q,", fmt.Sprint(i)) }) + "};"
	},
	"a comment":      func(n int) string { return "/*" + strings.Repeat("*", n) + "/" },
	"comments":       func(n int) string { return strings.Repeat("/* c */\n", n/8) },
	"line comments":  func(n int) string { return strings.Repeat("//\n", n/3) },
	"blanks":         func(n int) string { return strings.Repeat(" ", n) },
	"lines":          func(n int) string { return strings.Repeat("\n", n) },
	"spliced lines":  func(n int) string { return strings.Repeat("\\\n", n/2) },
	"an initialiser": func(n int) string { return "int a[] = {" + strings.Repeat("1,", n/2) + "};" },
	"initialisers":   func(n int) string { return "int a[][1] = {" + strings.Repeat("{1},", n/4) + "};" },
	"parentheses": func(n int) string {
		return "int x = " + strings.Repeat("(", n/2) + "0" + strings.Repeat(")", n/2) + ";"
	},
	"operators": func(n int) string { return "int x = 0" + strings.Repeat("+0", n/2) + ";" },
	"objects":   func(n int) string { return manyOf(n/11, func(i int) string { return fmt.Sprintf("int a%d;", i) }) },
	"functions": func(n int) string {
		return manyOf(n/20, func(i int) string { return fmt.Sprintf("void f%d(void){}", i) })
	},
	"macros": func(n int) string {
		return manyOf(n/17, func(i int) string { return fmt.Sprintf("#define A%d 1\n", i) })
	},
	// The smaller of the two is refused, too: what is accepted is told by less work.
	"uses of a macro": func(n int) string { return "#define A\n" + strings.Repeat("A ", n) },
	"parameters": func(n int) string {
		return "#define A(" + manyOf(n/8, func(i int) string { return fmt.Sprintf("a%d,", i) }) + "z)\n"
	},
	"conditions":     func(n int) string { return strings.Repeat("#if 0\n#endif\n", n/13) },
	"parts left out": func(n int) string { return strings.Repeat("#if 0\na\n#else\n#endif\n", n/21) },
	"pragmas":        func(n int) string { return strings.Repeat("#pragma a\n", n/10) },
	"members": func(n int) string {
		return "struct s {" + manyOf(n/11, func(i int) string { return fmt.Sprintf("int a%d;", i) }) + "};"
	},
	"constants": func(n int) string {
		return "enum e {" + manyOf(n/8, func(i int) string { return fmt.Sprintf("a%d,", i) }) + "};"
	},
	"labels": func(n int) string {
		return "void f(void) {" + manyOf(n/7, func(i int) string { return fmt.Sprintf("a%d:;", i) }) + "}"
	},
	"stars": func(n int) string { return "int " + strings.Repeat("*", n) + "p;" },
	"no C":  func(n int) string { return strings.Repeat("@", n) },
}

// largeOthers makes large inputs that are no C programs. The key is the command that reads one as F.
var largeOthers = map[string]func(n int) string{
	"learn F.c": func(n int) string { return "/* lesson: a\n" + strings.Repeat("a b\n", n/4) + "*/\n" },
	"explore F.litmus": func(n int) string {
		return "X86 a\n{}\n P0 ;\n" + strings.Repeat(" MOV EAX,$1 ;\n", n/14) + "exists (0:EAX=1)\n"
	},
	"explore --model F.cat P": func(n int) string { return "a\n" + strings.Repeat("acyclic po\n", n/11) },
	"check @F P":              func(n int) string { return manyOf(n/10, func(i int) string { return fmt.Sprintf("-DA%d=1 ", i) }) },
	"check --compdb F.json P": func(n int) string {
		return "[" + strings.Repeat(`{"directory":"/","file":"a.c","command":"cc a.c"},`, n/50) + "{}]"
	},
	"compilers --map F --size 2":          func(n int) string { return "model armv8\n" + strings.Repeat("load relaxed: ldr\n", n/18) },
	"tasks --property no-data-race F.yml": func(n int) string { return "input_files: '" + strings.Repeat("a", n) + "'\n" },
}

// Four times the input takes about four times as long, of whatever it has so much. What is
// measured is the processor's time. It is measured again if it is too long, for other processes may
// have disturbed it.
func TestLinear(t *testing.T) {
	if raceEnabled {
		t.Skip("measures time")
	}
	binary, dir := builtCommand(), t.TempDir()
	program := filepath.Join(dir, "p.c")
	if err := os.WriteFile(program, []byte("int main(void) { return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tried := func(what, command string, text func(n int) string) {
		took := func(n int) time.Duration {
			args := strings.Fields(command)
			for i, word := range args {
				if at := strings.Index(word, "F"); at >= 0 {
					file := filepath.Join(dir, "large"+word[at+1:])
					if err := os.WriteFile(file, []byte(text(n)), 0o666); err != nil {
						t.Fatal(err)
					}
					args[i] = word[:at] + file
				} else if word == "P" {
					args[i] = program
				}
			}
			c := exec.Command(binary, args...)
			c.Args[0] = "fencepost"
			_ = c.Run() // some of these are refused
			return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		}
		n := 62_500
		if testsize.Long() {
			n *= 4
		}
		small, large := took(n), took(4*n)
		for range 3 {
			if large <= 7*small+300*time.Millisecond {
				return
			}
			small, large = min(small, took(n)), min(large, took(4*n))
		}
		t.Errorf("%s: %s takes %v, four times as much %v", what, command, small, large)
	}
	kinds := testsize.Part(6, slices.Sorted(maps.Keys(largeInputs)))
	if len(kinds) < 3 || testsize.Whole() && len(kinds) < 4 {
		t.Fatalf("only %q are tried", kinds)
	}
	commands := []string{"run", "test", "check", "fences", "predict", "tasks"}
	for i, kind := range kinds {
		both := []string{"explore", commands[i%len(commands)]}
		if !testsize.Whole() {
			both = both[i%2 : i%2+1]
		}
		for _, command := range both {
			tried(kind, command+" --timeout 60s F.c", func(n int) string { return largeInputs[kind](n) + "\nint main(void) { return 0; }\n" })
		}
	}
	for i, command := range slices.Sorted(maps.Keys(largeOthers)) {
		if !testsize.LeftOut(2, i) {
			tried("an input", command, largeOthers[command])
		}
	}
}
