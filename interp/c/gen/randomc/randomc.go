// Package randomc writes random C programs for tests that compare compilers.
package randomc

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program returns the random program of a seed: one thread, which prints what it computed.
func Program(seed uint64) string {
	p := programmer{Rand: rand.New(rand.NewPCG(seed, 1))}
	return p.program()
}

// A programmer writes random programs whose meaning C defines (given that signed arithmetic wraps).
// No expression has a side effect, because the functions write only their own objects. Shift counts
// are small, and divisors positive.
type programmer struct {
	*rand.Rand
	b     strings.Builder
	depth int
	loops int
	vars  []string // what may be read: lvalues of any integer type
	own   []string // what may be written
	main  bool     // in main, which may write everything
	funcs int
}

var randomTypes = []string{"_Bool", "char", "signed char", "unsigned char", "short", "unsigned short",
	"int", "unsigned", "long", "unsigned long", "long long", "enum colour", "__int128", "unsigned __int128"}

func (p *programmer) pick(list ...string) string { return list[p.IntN(len(list))] }

func (p *programmer) typ() string { return p.pick(randomTypes...) }

func (p *programmer) constant() string {
	return p.pick("0", "1", "-1", "7", "255", "256", "-128", "65535", "0x7fffffff", "(-0x7fffffff - 1)",
		"0xffffffffu", "0x80000000u", "0x123456789abL", "-1L", "0xffffffffffffffffUL", "'a'", "3u", "1000003")
}

func (p *programmer) lvalue() string {
	switch p.IntN(8) {
	case 0:
		return fmt.Sprintf("local[%s & 7]", p.expr(2))
	case 1:
		return fmt.Sprintf("near[%s & 3].%s", p.expr(2), p.pick("c", "v", "u"))
	case 2:
		if p.main {
			return fmt.Sprintf("cells[%s & 7]", p.expr(2))
		}
	}
	if p.main {
		return p.pick(p.vars...)
	}
	return p.pick(p.own...)
}

func (p *programmer) expr(depth int) string {
	if depth == 0 || p.IntN(8) == 0 {
		if p.IntN(4) == 0 {
			return p.constant()
		}
		if v := p.pick(p.vars...); v != "bits.c" {
			return v
		}
		return "(long)bits.c" // which alone has 40 bits in gcc's arithmetic, and 64 in clang's
	}
	x := p.expr(depth - 1)
	switch p.IntN(16) {
	case 0:
		return fmt.Sprintf("(%s)(%s)", p.typ(), x)
	case 1:
		return p.pick("-", "~", "!", "+") + "(" + x + ")"
	case 2:
		return fmt.Sprintf("(%s %s (%s & 31))", x, p.pick("<<", ">>"), p.expr(depth-1))
	case 3:
		// Of -a / (b + 1) gcc 12 makes a / ~b, which traps if a is the least int and b is 0.
		return fmt.Sprintf("((0 | %s) %s ((%s & 15) | 1))", x, p.pick("/", "%"), p.expr(depth-1))
	case 4:
		return fmt.Sprintf("(%s ? %s : %s)", x, p.expr(depth-1), p.expr(depth-1))
	case 5:
		return fmt.Sprintf("(%s %s %s)", x, p.pick("&&", "||"), p.expr(depth-1))
	case 6, 7:
		return fmt.Sprintf("(%s %s %s)", x, p.pick("<", "<=", ">", ">=", "==", "!="), p.expr(depth-1))
	case 8:
		return p.lvalue()
	case 11:
		return fmt.Sprintf("(%s %s %s)", p.pick("real", "single"), p.pick("<", "<=", ">", ">=", "==", "!="), p.pick("real", "single", x))
	case 12:
		return fmt.Sprintf("(real > -1e6 && real < 1e6 ? (%s)real : %s)", p.pick("int", "long", "short"), x)
	case 9:
		if p.funcs > 0 {
			return fmt.Sprintf("f%d(%s, %s)", p.IntN(p.funcs), x, p.expr(depth-1))
		}
	case 10:
		return fmt.Sprintf("pass((struct s){ %s, %s }).%s", x, p.expr(depth-1), p.pick("c", "v", "u"))
	}
	return fmt.Sprintf("(%s %s %s)", x, p.pick("+", "-", "*", "&", "|", "^"), p.expr(depth-1))
}

func (p *programmer) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("\t", p.depth) + fmt.Sprintf(format, args...) + "\n")
}

func (p *programmer) block(n int) {
	p.depth++
	for range n {
		p.stmt()
	}
	p.depth--
}

func (p *programmer) stmt() {
	kind := p.IntN(11)
	if p.depth > 4 {
		kind %= 6
	}
	switch kind {
	case 0, 1:
		p.line("%s = %s;", p.lvalue(), p.expr(3))
	case 2, 3:
		p.line("%s %s= %s;", p.lvalue(), p.pick("+", "-", "*", "&", "|", "^"), p.expr(3))
	case 4:
		if p.IntN(2) == 0 {
			p.line("%s %s= (%s & 15) + 1;", p.lvalue(), p.pick("<<", ">>", "/", "%"), p.expr(2))
		} else {
			p.line("%s = %s(local[3]%s)%s;", p.pick(p.own...), p.pick("", "-", "!"), p.pick("++", "--"), p.pick("", " + 1"))
		}
	case 5:
		p.line("%s%s;", p.lvalue(), p.pick("++", "--"))
	case 6:
		p.line("if (%s) {", p.expr(3))
		p.block(2)
		p.line("} else {")
		p.block(1)
		p.line("}")
	case 7:
		i := fmt.Sprintf("i%d", p.loops)
		p.loops++
		p.line("for (%s %s = 0; %s < %d; %s++) {", p.pick("int", "unsigned char", "long"), i, i, 1+p.IntN(4), i)
		p.depth++
		p.line("if (%s)", p.expr(2))
		p.line("\t%s;", p.pick("continue", "break", p.own[0]+" += "+i))
		p.depth--
		p.block(2)
		p.line("}")
	case 8:
		p.line("switch ((long)(%s)) {", p.expr(3))
		for _, c := range []string{"case 0:", "case 1: case 2:", "case 7 ... 300:", "case -1:", "case 65535:", "default:"} {
			p.line("%s", c)
			p.block(1)
			if p.IntN(2) == 0 {
				p.line("\tbreak;")
			}
		}
		p.line("}")
	case 10:
		p.line("%s %s= %s;", p.pick("real", "single"), p.pick("", "+", "-", "*", "/"), p.pick("real", "single", "(double)"+p.expr(2), "(float)"+p.expr(2), "0.1", "1e30f", "-3"))
	case 9:
		p.line("near[%s & 3] = %s;", p.expr(1),
			p.pick("near[1]", "*far", fmt.Sprintf("pass(near[%s & 3])", p.expr(1)), fmt.Sprintf("total > %s ? near[2] : *far", p.expr(1))))
	}
}

func (p *programmer) program() string {
	p.line(`#include <stdio.h>
enum colour { red, green, blue = -5 };
struct s { signed char c; long v; unsigned u; };
struct s far_object, *far = &far_object;
struct bits { int a : 3; unsigned b : 9; long c : 40; _Bool d : 1; unsigned char e; int f : 20; } bits = { 1, 2, 3, 1, 5, -6 };
struct __attribute__((packed)) tight { char a; int b : 11; long c; unsigned d : 17; short e; } tight = { 1, -2, 3, 4, 5 };
double real = 1.5;
float single = 0.1f;
int cells[8] = { 1, -2, 3 };
unsigned long total;
static struct s pass(struct s s) { s.v ^= s.c; s.u += 1; return s; }`)
	p.vars = []string{"total", "far->v", "far->c", "far_object.u", "bits.a", "bits.b", "bits.c", "bits.d", "bits.f", "tight.b", "tight.c", "tight.d", "tight.e"}
	for i := range 6 {
		p.line("%s %s g%d = %s;", p.pick("", "_Atomic", "static"), p.typ(), i, p.constant())
		p.vars = append(p.vars, fmt.Sprintf("g%d", i))
	}
	globals := p.vars
	for n := range 3 {
		p.vars = append([]string{"a", "b", "near[1].v", "local[0]"}, globals...)
		p.own = []string{"a", "b"}
		p.line("static %s f%d(%s a, %s b)\n{", p.typ(), n, p.typ(), p.typ())
		p.line("\tint local[8] = { 5 };\n\tstruct s near[4] = { [2] = { 1, 2, 3 } };\n\tdouble real = 2.5;\n\tfloat single = -1;")
		p.depth = 3
		p.stmt()
		p.stmt()
		p.depth = 0
		p.line("\treturn %s;\n}", p.expr(3))
		p.funcs++
	}
	p.vars = append([]string{"far->u", "near[0].v", "local[1]"}, globals...)
	p.line("int main(void)\n{\n\tshort local[8] = { 4, [3] = -1 };\n\tstruct s near[4] = { { 1 }, { 2, 3 } };")
	p.own, p.main = []string{"total"}, true
	for i := range 6 {
		p.line("\t%s l%d = %s;", p.typ(), i, p.constant())
		p.vars = append(p.vars, fmt.Sprintf("l%d", i))
	}
	p.block(15)
	for _, v := range p.vars {
		p.line("\tprintf(\"%s %%ld\\n\", (long)%s);", v, v)
	}
	p.line("\tprintf(\"%%a %%a\\n\", real, single);\n\treturn 0;\n}")
	return p.b.String()
}
