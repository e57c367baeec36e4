package gen_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
)

// A layouter writes structs and unions of random members, alignments and packing, and
// for each the statements that print how it is laid out.
type layouter struct {
	*rand.Rand
	types, body strings.Builder
	n           int
}

func (l *layouter) pick(list ...string) string { return list[l.IntN(len(list))] }

// attribute returns one of those, or none.
func (l *layouter) attribute(list ...string) string {
	if l.IntN(3) > 0 {
		return ""
	}
	return "__attribute__((" + l.pick(list...) + "))"
}

func (l *layouter) record() {
	name := fmt.Sprintf("s%d", l.n)
	kind := l.pick("struct", "struct", "struct", "union")
	l.types.WriteString(l.pick("", "", "#pragma pack(push, 1)\n", "#pragma pack(push,2)\n", "#pragma pack( push , 4 )\n", "#pragma pack(8)\n"))
	head, tail := l.attribute("packed", "noinline, __packed__, unused", "aligned(8)"), l.attribute("packed", "unused, deprecated, __aligned__ (4)", "packed, aligned(2)")
	fmt.Fprintf(&l.types, "%s %s %s {\n", kind, head, name)
	show := func(format string, args ...any) { fmt.Fprintf(&l.body, format, args...) }
	show("\t{ %s %s x; memset(&x, 0, sizeof x);\n", kind, name)
	show("\tprintf(\"%s %%zu %%zu\\n\", sizeof x, __alignof__(x));\n", name)
	for i := range 1 + l.IntN(6) {
		member := fmt.Sprintf("m%d", i)
		switch typ := l.pick("char", "short", "int", "long", "unsigned", "unsigned char", "_Bool", "inner", "small", "unaligned", "enum e"); {
		case l.IntN(3) == 0 && typ != "inner" && typ != "unaligned":
			width := 1 + l.IntN(map[string]int{"char": 8, "unsigned char": 8, "_Bool": 1, "short": 16, "long": 64, "small": 8}[typ]+
				map[string]int{"int": 32, "unsigned": 32, "enum e": 3}[typ])
			if l.IntN(6) == 0 && typ != "enum e" { // the parser takes it for the type of the enum
				fmt.Fprintf(&l.types, "\t%s : %d;\n", typ, width*l.IntN(2))
			}
			fmt.Fprintf(&l.types, "\t%s %s : %d %s;\n", typ, member, width, l.attribute("packed", "packed", "aligned(4)"))
			show("\tx.%s = %d; dump(&x, sizeof x); x.%s += %d; dump(&x, sizeof x); printf(\"%%ld\\n\", (long)x.%s);\n",
				member, l.IntN(1<<20)-1<<19, member, l.IntN(9), member)
		default:
			length := l.pick("", "", "", "[3]")
			fmt.Fprintf(&l.types, "\t%s %s%s %s;\n", typ, member, length, l.attribute("packed", "packed, aligned(2)", "aligned(16)", "aligned"))
			show("\tprintf(\"%s.%s %%zu %%zu\\n\", offsetof(%s %s, %s), __alignof__(x.%s));\n", name, member, kind, name, member, member)
			switch {
			case length != "":
				show("\tx.%s[1] = x.%s[2];\n", member, member)
			case typ == "inner":
				show("\tx.%s.a = 7; x.%s.b = -1; dump(&x, sizeof x);\n", member, member)
			default:
				show("\t{ __typeof__(x.%s) *p = &x.%s; *p = %d; (*p)++; } dump(&x, sizeof x);\n", member, member, l.IntN(1<<20)-1<<19)
			}
		}
	}
	fmt.Fprintf(&l.types, "} %s;\n%s\n", tail, l.pick("#pragma pack()", "#pragma pack(pop)"))
	if l.IntN(2) == 0 {
		show("\tstatic %s %s y; y = x; dump(&y, sizeof y); static %s { char c; %s %s x; } z = { 1 }; z.x = y; dump(&z, sizeof z);\n", kind, name,
			"struct", kind, name)
	}
	show("\t}\n")
	l.n++
}

// TestRandomLayouts compares how structs, unions and enums are laid out with what gcc
// does: sizes, alignments, offsets and the bytes of every member, misaligned ones too.
func TestRandomLayouts(t *testing.T) {
	for seed := range uint64(testsize.Count(2, 2)) {
		l := layouter{Rand: rand.New(rand.NewPCG(seed, 2))}
		for range 60 {
			l.record()
		}
		text := `#include <stddef.h>
#include <stdio.h>
#include <string.h>
typedef struct { char a; int b; } inner;
typedef enum { A, B = -3 } __attribute__((packed)) small;
enum e { C, D };
typedef long unaligned __attribute__((aligned(1)));
static void dump(void *p, unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		printf("%02x", ((unsigned char *)p)[i]);
	printf("\n");
}
` + l.types.String() + "int main(void)\n{\n" + l.body.String() + "\treturn 0;\n}\n"
		want := gccOutput(t, text)
		r, got := run(t, compileText(t, "p.c", text))
		if r.Outcome != interp.Completed {
			t.Fatalf("seed %d: %v %v\n%s", seed, r.Outcome, r.Err, text)
		}
		if got != want {
			i := 0
			for got[i] == want[i] {
				i++
			}
			t.Errorf("seed %d: here %q\ngcc %q\n%s", seed, got[max(0, i-300):min(len(got), i+40)], want[max(0, i-300):min(len(want), i+40)], text)
		}
	}
}
