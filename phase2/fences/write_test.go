package fences_test

import (
	"os/exec"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/phase2/fences"
)

// TestWrite puts single fences into a program and looks at the lines that the
// diff takes away and adds.
func TestWrite(t *testing.T) {
	const program = `#include <stddef.h>
#include <fencepost.h>
#define LOAD(v) (v)
#define BOTH(v) do { v = 1; v = 2; } while (0)
struct node { struct node *next; int key; };
static int x, y, z, a[4];
static struct node *head;
static int f(int n) { return n; }
int main(void)
{
	struct node *n = head;            /* 11 */
	x = 1; /* a comment
	          of two lines */
	if (x)
		y = 1;                    // 15
	else if (y)
		y = 2;
	while (z)
		z = z - 1;
	for (x = 0; x < 3; x++)           /* 20 */
		a[x] = y;
	do
		x = 2;
	while (y);
	switch (x) {                      /* 25 */
	case 1: y = 1; break;
	default:
		y = LOAD(z);
	}
	BOTH(x);                          /* 30 */
	if (x && y && f(z)) { y = 1; }
	if (n && n->next->key)
		return x;
	return y + z;
}
`
	tests := []struct{ place, want string }{
		{"t.c:11=sl", "+\tfence_sl();"},
		{"before:t.c:11=sl", "+\tfence_sl();"},
		{"t.c:12=sl", "-\tx = 1; /* a comment\n+\tx = 1; fence_sl(); /* a comment"},
		{"before:t.c:14=ss", "+\tfence_ss();"},
		{"t.c:15=ss", "-\t\ty = 1;                    // 15\n+\t\t{ y = 1; fence_ss(); }                    // 15"},
		{"before:t.c:15=ss", "-\t\ty = 1;                    // 15\n+\t\t{ fence_ss(); y = 1; }                    // 15"},
		{"before:t.c:16=ll", "-\telse if (y)\n+\telse if (fence_ll(), y)"},
		{"before:t.c:18=sl", "-\twhile (z)\n+\twhile (fence_sl(), z)"},
		{"t.c:18=sl", "-\twhile (z)\n+\twhile (({ __auto_type fencepost_value = (z); fence_sl(); fencepost_value; }))"},
		{"before:t.c:20:7=sl", "+\tfence_sl();"},
		{"before:t.c:20:14=sl", "-\tfor (x = 0; x < 3; x++)           /* 20 */\n+\tfor (x = 0; fence_sl(), x < 3; x++)           /* 20 */"},
		{"t.c:20:21=sl", "-\tfor (x = 0; x < 3; x++)           /* 20 */\n+\tfor (x = 0; x < 3; x++, fence_sl())           /* 20 */"},
		{"t.c:23=sl", "-\t\tx = 2;\n+\t\t{ x = 2; fence_sl(); }"},
		{"before:t.c:24=sl", "-\twhile (y);\n+\twhile (fence_sl(), y);"},
		{"before:t.c:25=sl", "+\tfence_sl();"},
		{"t.c:26=sl", "-\tcase 1: y = 1; break;\n+\tcase 1: { y = 1; fence_sl(); } break;"},
		{"before:t.c:28=ll", "-\t\ty = LOAD(z);\n+\t\t{ fence_ll(); y = LOAD(z); }"},
		{"t.c:30=sl", "+\tfence_sl();"},
		{"t.c:30:2#1=sl", "-#define BOTH(v) do { v = 1; v = 2; } while (0)\n+#define BOTH(v) do { v = 1; fence_sl(); v = 2; } while (0)"},
		{"before:t.c:31:11=ll", "-\tif (x && y && f(z)) { y = 1; }\n+\tif (x && (fence_ll(), y) && f(z)) { y = 1; }"},
		{"before:t.c:31:18=ll", "-\tif (x && y && f(z)) { y = 1; }\n+\tif (x && y && f((fence_ll(), z))) { y = 1; }"},
		{"before:t.c:32:14=ll", "-\tif (n && n->next->key)\n+\tif (n && (fence_ll(), n->next)->key)"},
		{"before:t.c:32:20=ll", "t.c:32:20: fence_ll() has to be executed right before the access to n->next->key here, which is in a macro or in the middle of an expression"},
		{"t.c:33=ll", "-\t\treturn x;\n+\t\treturn ({ __auto_type fencepost_value = (x); fence_ll(); fencepost_value; });"},
		{"before:t.c:34:13=ll", "-\treturn y + z;\n+\treturn y + (fence_ll(), z);"},
	}
	p := compileText(t, "t.c", program)
	for _, test := range tests {
		pl, err := fences.Parse(p, test.place)
		if err != nil {
			t.Error(err)
			continue
		}
		c, err := fences.Write(p, pl, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(append(changed(c.Diff), c.Notes...), "\n")
		if got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.place, got, test.want)
		}
	}
}

// changed returns the lines of a diff that are taken away or added.
func changed(diff string) []string {
	var list []string
	for _, l := range strings.Split(diff, "\n") {
		if (strings.HasPrefix(l, "-") || strings.HasPrefix(l, "+")) && !strings.HasPrefix(l, "---") && !strings.HasPrefix(l, "+++") {
			list = append(list, l)
		}
	}
	return list
}

// TestWriteRemoval takes away fences of the program itself.
func TestWriteRemoval(t *testing.T) {
	const program = `#include <fencepost.h>
#define FENCE fence_sl()
int x;
int main(void)
{
	x = 1;
	fence_sl();   // it goes with its line
	x = 2; fence_ss(); x = 3;
	if (x)
		fence_ll();
	while (fence_ll(), x > 3)
		FENCE;
	fence_sl(
	);
	return 0;
}
`
	tests := []struct{ line, want string }{
		{"7", "-\tfence_sl();   // it goes with its line"},
		{"8", "-\tx = 2; fence_ss(); x = 3;\n+\tx = 2;  x = 3;"},
		{"10", "-\t\tfence_ll();\n+\t\t;"},
		{"11", "-\twhile (fence_ll(), x > 3)\n+\twhile (x > 3)"},
		{"12", "-\t\tFENCE;\n+\t\t;"},
		{"13", "-\tfence_sl(\n-\t);"},
	}
	p := compileText(t, "t.c", program)
	for _, test := range tests {
		pl, err := fences.Parse(p, "without:t.c:"+test.line)
		if err != nil {
			t.Fatal(err)
		}
		c, err := fences.Write(p, pl, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(append(changed(c.Diff), c.Notes...), "\n"); got != test.want {
			t.Errorf("line %s:\n%s\nwant\n%s", test.line, got, test.want)
		}
		if fewer := len(fences.Own(c.Program)) < len(fences.Own(p)); fewer != (len(c.Notes) == 0) {
			t.Errorf("line %s: the program has %d fences", test.line, len(fences.Own(c.Program)))
		}
	}
}

func TestWriteWithoutHeader(t *testing.T) {
	const program = "int x;\n\nint main(void)\n{\n\tx = 1;\n\treturn 0;\n}"
	p := compileText(t, "dir/t.c", program)
	pl, err := fences.Parse(p, "t.c:5=sl")
	if err != nil {
		t.Fatal(err)
	}
	c, err := fences.Write(p, pl, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `--- a/dir/t.c
+++ b/dir/t.c
@@ -1,7 +1,9 @@
+#include <stdatomic.h>
 int x;
 
 int main(void)
 {
 	x = 1;
+	atomic_thread_fence(memory_order_seq_cst);
 	return 0;
 }
\ No newline at end of file
`
	if c.Diff != want || len(c.Notes) > 0 {
		t.Errorf("diff\n%s%q", c.Diff, c.Notes)
	}
	if got := fences.Own(c.Program); len(got) != 1 {
		t.Errorf("the program has %d fences", len(got))
	}
}

// TestWriteManyFences writes each fence that benchmarks may get into one diff,
// which patch accepts.
func TestWriteManyFences(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("there is no patch")
	}
	for _, name := range []string{"dekker.c", "msn.c"}[:testsize.Count(1, 2)] {
		p := compile(t, name)
		pl := fences.All(p)
		c, err := fences.Write(p, pl, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(fences.Own(c.Program)); got+len(c.Notes) != len(pl.Add) || got < len(pl.Add)/2 {
			t.Errorf("%s: %d fences are in the diff, %d in prose, of %d", name, got, len(c.Notes), len(pl.Add))
		}
		if text := patched(t, patch, p.Files[0], c.Diff); text != c.Files[0].Text {
			t.Errorf("%s: patch makes another file", name)
		}
	}
}

// TestWriteIncluded puts a fence into a header.
func TestWriteIncluded(t *testing.T) {
	files := map[string]string{"lib.h": "static int x;\nstatic void set(void) { x = 1; }\n"}
	o := cfront.Options{ReadFile: func(path string) ([]byte, error) { return []byte(files[path]), nil }}
	p, err := cfront.Compile("t.c", []byte("#include \"lib.h\"\nint main(void)\n{\n\tset();\n\treturn x;\n}\n"), o)
	if err != nil {
		t.Fatal(err)
	}
	pl, err := fences.Parse(p, "lib.h:2=ss")
	if err != nil {
		t.Fatal(err)
	}
	c, err := fences.Write(p, pl, o)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(changed(c.Diff), "\n")
	const want = "+#include <stdatomic.h>\n-static void set(void) { x = 1; }\n+static void set(void) { x = 1; atomic_thread_fence(memory_order_release); }"
	if got != want || !strings.HasPrefix(c.Diff, "--- a/lib.h\n") {
		t.Errorf("diff\n%s", c.Diff)
	}
}
