package driver

import (
	"fmt"
	"strings"

	"fencepost/interp/c/types"
	"fencepost/trace/lazyregexp"
)

// text returns the harness.
func (w *writer) text() string {
	var body strings.Builder
	learn, threads, finish := "", []string(nil), ""
	what := "functions, called at random"
	if w.kind == nil {
		threads = w.randomThreads()
	} else {
		what = "the operations of a " + w.kind.name
		switch w.kind.name {
		case "lock", "rwlock":
			threads, finish = w.locks(&body)
		case "set":
			learn, threads, finish = w.set(&body)
		case "map":
			learn, threads, finish = w.table(&body)
		default:
			learn, threads, finish = w.container(&body)
		}
	}
	prepare := w.prepare() + learn
	for i, f := range w.loose {
		if w.kind != nil {
			threads[i%len(threads)] += "\t" + w.call(f, nil, nil, false) + ";\n"
		}
	}
	if w.free != nil {
		finish += "\t" + w.call(w.free, nil, nil, false) + ";\n"
	}

	var b strings.Builder
	fmt.Fprintf(&b, "/* %s of %s in %d threads, by fencepost init --harness. What it asserts\n   holds of every such object; change what the threads do as you like. */\n",
		strings.ToUpper(what[:1])+what[1:], strings.Join(w.o.Headers, ", "), w.o.Threads)
	b.WriteString(Includes + "#ifdef __FENCEPOST__\n#include <fencepost/method.h>\n#else\n#define method_begin(name, argument) ((void)(argument))\n#define method_end(result) ((void)(result))\n#endif\n")
	for _, h := range w.o.Headers {
		fmt.Fprintf(&b, "#include \"%s\"\n", h)
	}
	fmt.Fprintf(&b, "\n#define THREADS %d\n#define OPERATIONS %d\n#define VALUES %d /* that the threads have; one more is for main */\n\n", w.o.Threads, w.o.Operations, w.values)
	text := body.String() + prepare + strings.Join(threads, "") + finish
	b.WriteString(w.tables(text))
	b.WriteString(w.objectDeclaration())
	b.WriteString(w.declared.String())
	b.WriteString("\n" + body.String())
	for i, t := range threads {
		fmt.Fprintf(&b, "static void *thread%d(void *arg)\n{\n%s\treturn arg;\n}\n\n", i, t)
	}
	b.WriteString("int main(void)\n{\n\tpthread_t threads[THREADS];\n\n" + prepare)
	for i := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&threads[%d], 0, thread%d, 0);\n", i, i)
	}
	b.WriteString("\tfor (int t = 0; t < THREADS; t++)\n\t\tpthread_join(threads[t], 0);\n" + finish + "\treturn 0;\n}\n")
	return b.String()
}

var nodesForm = lazyregexp.New(`\bnodes\b`)

// tables returns the values that the text uses.
func (w *writer) tables(text string) string {
	out := ""
	if strings.Contains(text, "item") {
		out += "/* A value, and what its thread writes before it puts the value in. */\nstruct item {\n\tlong number;\n\tint content;\n};\nstatic struct item items[VALUES + 2];\n"
	}
	if nodesForm().MatchString(text) {
		out += fmt.Sprintf("static %s nodes[VALUES + 2];\n", w.nodeType())
	}
	if strings.Contains(text, "texts[") {
		out += "static const char *const texts[VALUES + 2] = {\"\""
		for i := range w.values + 1 {
			out += fmt.Sprintf(", \"%c%d\"", 'a'+i%26, i)
		}
		out += "};\n"
	}
	return out
}

// nodeType returns the structure that the operations link.
func (w *writer) nodeType() string {
	for _, f := range w.ops {
		if f == nil {
			continue
		}
		for _, p := range w.arguments(f) {
			if w.class(p.typ, false) == node {
				return strings.TrimPrefix(w.name(p.typ.Elem), "const ")
			}
		}
	}
	return ""
}

func (w *writer) objectDeclaration() string {
	if w.object == nil {
		return ""
	}
	name := strings.TrimPrefix(w.name(w.object), "const ")
	name = strings.TrimPrefix(name, "volatile ")
	if w.make != nil {
		return "static " + name + " *object;\n"
	}
	return "static " + name + " object;\n"
}

// prepare returns the statements that make the object.
func (w *writer) prepare() string {
	copied := w.kind != nil && w.copies(w.takes(), 0)
	switch {
	case w.make != nil:
		text := "\tobject = " + w.call(w.make, nil, nil, copied) + ";\n"
		if w.init != nil && len(w.arguments(w.init)) == 0 {
			text += "\t" + w.call(w.init, nil, nil, copied) + ";\n"
		}
		return text
	case w.init != nil:
		return "\t" + w.call(w.init, nil, nil, copied) + ";\n"
	}
	return ""
}

// takes returns the operation that gives values back.
func (w *writer) takes() *function {
	for _, name := range []string{"dequeue", "pop", "take"} {
		if f := w.op(name); f != nil {
			return f
		}
	}
	return nil
}

// succeeds returns the condition that result r of a function says success: of a number it is what main learned.
func succeeds(f *function, learned string) string {
	switch f.result.Kind {
	case types.KindVoid:
		return "1"
	case types.KindBool:
		return "r"
	case types.KindPtr:
		return "r != 0"
	}
	return "(long)r == " + learned
}

// learns reports whether only an example tells what a function returns when it succeeds.
func learns(f *function) bool {
	return f != nil && (f.result.Kind == types.KindInt || f.result.Kind == types.KindEnum)
}

// result returns a declaration of r as the result of a call.
func (w *writer) result(f *function, call string) string {
	if isVoid(f.result) {
		return call + ";"
	}
	return w.name(f.result) + " r = " + call + ";"
}

// locks writes what a lock does.
func (w *writer) locks(b *strings.Builder) (threads []string, finish string) {
	section := func(name, inside string, lock, unlock *function, mark bool) {
		begin, end := func(string) string { return "" }, ""
		if mark {
			begin = func(m string) string { return fmt.Sprintf("\tmethod_begin(\"%s\", thread + 1);\n", m) }
			end = "\tmethod_end(0);\n"
		}
		given := []string(nil)
		call := w.call(lock, nil, nil, false) + ";"
		if args := w.arguments(unlock); len(args) > 0 && args[0].typ.Kind == types.KindInt && lock.result.Kind == types.KindInt {
			given, call = []string{"r"}, w.result(lock, strings.TrimSuffix(call, ";"))
		}
		fmt.Fprintf(b, "static void %s(int thread)\n{\n\t(void)thread;\n%s\t%s\n%s%s%s\t%s;\n%s}\n\n", name, begin("lock"), call, end, inside, begin("unlock"), w.call(unlock, given, nil, false), end)
	}
	b.WriteString("static int first, second; /* which the lock guards */\n\n")
	section("locked", "\tfirst++;\n\tsecond++;\n", w.ops[0], w.ops[1], w.kind.name == "lock")
	if w.kind.name == "rwlock" {
		section("shared", "\tassert(first == second);\n", w.ops[2], w.ops[3], false)
	}
	sections := 0
	for t := range w.o.Threads {
		text := ""
		for range w.o.Operations {
			name := "locked"
			if w.kind.name == "rwlock" && t > 0 && (t == w.o.Threads-1 || w.random.IntN(2) == 0) {
				name = "shared"
			}
			if name == "locked" {
				sections++
			}
			text += fmt.Sprintf("\t%s(%d);\n", name, t)
		}
		threads = append(threads, text)
	}
	return threads, fmt.Sprintf("\tassert(first == %d && second == %d);\n", sections, sections)
}

// randomThreads returns threads that call functions at random.
func (w *writer) randomThreads() (threads []string) {
	for range w.o.Threads {
		text := ""
		for range w.o.Operations {
			text += "\t" + w.call(w.loose[w.random.IntN(len(w.loose))], nil, nil, false) + ";\n"
		}
		threads = append(threads, text)
	}
	return threads
}
