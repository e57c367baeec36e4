package driver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fencepost/interp/c/types"
)

// keys is how many keys threads use of a set or map: few, so that they meet.
const keys = 2

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

var nodesForm = regexp.MustCompile(`\bnodes\b`)

// tables returns the values that the text uses.
func (w *writer) tables(text string) string {
	out := ""
	if strings.Contains(text, "item") {
		out += "/* A value, and what its thread writes before it puts the value in. */\nstruct item {\n\tlong number;\n\tint content;\n};\nstatic struct item items[VALUES + 2];\n"
	}
	if nodesForm.MatchString(text) {
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

// container writes what a queue, a stack or a deque does.
func (w *writer) container(b *strings.Builder) (learn string, threads []string, finish string) {
	put, take := w.ops[0], w.ops[1]
	copied := w.copies(take, 0)
	ordered := w.kind.name == "queue"
	fmt.Fprintf(b, "static int in[VALUES + 2];            /* by value: it was put in */\nstatic int out[THREADS + 1][VALUES + 2]; /* by thread, main being the last, and value: how often it came out */\n")
	if ordered {
		b.WriteString("static long last[THREADS + 1][THREADS]; /* by thread, and thread that put it in: the last that came out */\n")
	}
	putCall := func(v string) string {
		p := w.arguments(put)[0]
		return w.call(put, []string{w.pass(w.class(p.typ, copied), p.typ, v)}, nil, copied)
	}
	learned := ""
	if learns(put) {
		b.WriteString("static long put_ok; /* what " + put.name + " returns when it succeeds */\n")
	}
	takes := w.take("take", w.kind.roles[1].name, take, copied, ordered)
	if learns(put) || takes.learns {
		learned = "\titems[VALUES + 1].number = VALUES + 1;\n"
		if learns(put) {
			learned += "\tput_ok = (long)" + putCall("VALUES + 1") + ";\n"
		} else {
			learned += "\t" + putCall("VALUES + 1") + ";\n"
		}
		learned += takes.learn
	}
	fmt.Fprintf(b, "\n/* An operation that fails has no end: it may have been done or not. */\nstatic void put(long v)\n{\n\titems[v].number = v;\n\titems[v].content = (int)v;\n\tmethod_begin(\"%s\", v);\n\t%s\n", w.kind.roles[0].name, w.result(put, putCall("v")))
	if ok := succeeds(put, "put_ok"); ok != "1" {
		fmt.Fprintf(b, "\tif (!(%s))\n\t\treturn;\n", ok)
	}
	b.WriteString("\tmethod_end(0);\n\tin[v] = 1;\n}\n\n" + takes.text)
	if len(w.ops) > 2 && w.ops[2] != nil {
		steal := w.take("steal", w.kind.roles[2].name, w.ops[2], copied, false)
		b.WriteString(steal.text)
		if steal.learns {
			learned += "\t" + putCall("VALUES + 1") + ";\n" + steal.learn
		}
	}
	finish = `	int left = 0;
	for (int v = 1; v <= VALUES; v++) {
		left += in[v];
		for (int t = 0; t < THREADS; t++)
			left -= out[t][v];
	}
	for (; left > 0; left--)
		assert(take(THREADS) > 0);
	for (int v = 1; v <= VALUES; v++) {
		int times = 0;
		for (int t = 0; t <= THREADS; t++)
			times += out[t][v];
		assert(times == in[v]);
	}
`
	return learned, w.roles(), finish
}

// A taking is a function of the harness that takes a value out.
type taking struct {
	text, learn string
	learns      bool // learn finds out what success is
}

// take writes a function of the harness that takes a value out: it returns the number of the value, -1 if there is none.
func (w *writer) take(name, method string, f *function, copied, ordered bool) taking {
	local, call, value := w.taken(f, 0, nil, copied)
	t := taking{learns: learns(f) && local != ""}
	var b strings.Builder
	ok := ""
	if local != "" && f.result.Kind != types.KindVoid {
		ok = succeeds(f, name+"_ok")
		if t.learns {
			fmt.Fprintf(&b, "static long %s_ok; /* what %s returns when it succeeds */\n", name, f.name)
		}
	}
	if t.learns {
		t.learn = fmt.Sprintf("\t{\n\t\t%s\n\t\t%s_ok = (long)%s;\n\t}\n", local, name, call)
	} else {
		t.learn = "\t{\n\t\t" + strings.TrimSpace(local+" "+call) + ";\n\t}\n"
	}
	fmt.Fprintf(&b, "static long %s(int thread)\n{\n", name)
	if local != "" {
		b.WriteString("\t" + local + "\n")
	}
	fmt.Fprintf(&b, "\tmethod_begin(\"%s\", 0);\n\t%s\n\tlong v = %s;\n", method, w.result(f, call), value)
	switch {
	case ok != "":
		fmt.Fprintf(&b, "\tif (!(%s))\n\t\tv = -1;\n\telse\n\t\tassert(v > 0);\n", ok)
	default:
		b.WriteString("\tif (v <= 0)\n\t\tv = -1;\n")
	}
	b.WriteString("\tmethod_end(v);\n\tif (v < 0)\n\t\treturn v;\n\tassert(v <= VALUES);\n")
	if copied {
		b.WriteString("\tassert(o.content == v);\n")
	} else {
		b.WriteString("\tassert(items[v].content == v);\n")
	}
	b.WriteString("\tout[thread][v]++;\n")
	if ordered {
		b.WriteString("\tassert(v > last[thread][(v - 1) / OPERATIONS]);\n\tlast[thread][(v - 1) / OPERATIONS] = v;\n")
	}
	b.WriteString("\treturn v;\n}\n\n")
	t.text = b.String()
	return t
}

// taken returns a call of a function that gives a value: the local variable that it may need, the call, and the number of the value then.
func (w *writer) taken(f *function, from int, given []string, copied bool) (local, call, value string) {
	args := w.arguments(f)
	out := -1
	for i := from; i < len(args); i++ {
		if p := args[i]; p.typ.Kind == types.KindPtr && !p.typ.Elem.Constant && (copied || p.typ.Elem.Kind == types.KindPtr || p.typ.Elem.Kind == types.KindInt) {
			out = i
			break
		}
	}
	if out < 0 || f.result.Kind == types.KindPtr {
		return "", w.call(f, given, nil, copied), w.numberOf(f.result, "r")
	}
	t := args[out].typ
	if copied && (t.Elem.Kind == types.KindVoid || t.Elem.Size == 1) {
		return "struct item o = {0};", w.call(f, given, map[int]string{out: "(" + w.name(t) + ")&o"}, true), "o.number"
	}
	return w.name(t.Elem) + " o = 0;", w.call(f, given, map[int]string{out: "&o"}, copied), w.numberOf(t.Elem, "o")
}

// numberOf returns the number of the value that x is; at most 0 if it is none.
func (w *writer) numberOf(t *types.Type, x string) string {
	switch {
	case t.Kind != types.KindPtr && t.Size < 8:
		return "(int)" + x
	case t.Kind != types.KindPtr:
		return "(long)" + x
	}
	switch w.class(t, false) {
	case node:
		return fmt.Sprintf("%s ? (long)(%s - nodes) : -1", x, x)
	case text:
		return fmt.Sprintf("%s ? %s[0] - 'a' + 1 : -1", x, x)
	}
	return fmt.Sprintf("%s ? (long)((struct item *)%s - items) : -1", x, x)
}

var (
	severalIn  = regexp.MustCompile(`(?i)\b(mpmc|mpsc)|multi(ple|-|)? ?-?(concurrent )?(producer|writer|enqueuer)|many (producer|writer)|michael[^a-z]{1,5}scott|vyukov`)
	severalOut = regexp.MustCompile(`(?i)\b(mpmc|spmc)|multi(ple|-|)? ?-?(concurrent )?(consumer|reader|dequeuer)|many (consumer|reader)|michael[^a-z]{1,5}scott|vyukov`)
	singleIn   = regexp.MustCompile(`(?i)\b(spsc|spmc)|single[- ]?(producer|writer)|one (producer|writer)`)
	singleOut  = regexp.MustCompile(`(?i)\b(spsc|mpsc)|single[- ]?(consumer|reader)|one (consumer|reader)`)
)

// allows reports whether the header speaks of several threads at one end of a queue, and not of a single one.
func (w *writer) allows(several, single *regexp.Regexp) bool {
	return w.says(several) && !w.says(single)
}

// says reports whether names or texts have one of the forms.
func (w *writer) says(forms ...*regexp.Regexp) bool {
	text := strings.Join(w.o.Headers, " ") + " " + strings.Join(w.o.Texts, " ")
	return slices.ContainsFunc(forms, func(f *regexp.Regexp) bool { return f.MatchString(text) })
}

// roles returns what the threads of a container do.
func (w *writer) roles() []string {
	putter := func(t int) bool { return true }
	taker := func(t int) bool { return true }
	last := w.o.Threads - 1
	take := "take"
	switch w.kind.name {
	case "deque":
		putter = func(t int) bool { return t == 0 }
		take = "steal"
	case "queue":
		in, out := w.allows(severalIn, singleIn), w.allows(severalOut, singleOut)
		if w.o.Threads > 2 && !w.says(severalIn, severalOut, singleIn, singleOut) {
			in, out = true, true
			w.notes = append(w.notes, "the header does not say how many threads may use each end: with --threads they are taken to be several")
		}
		switch {
		case in && out:
		case in:
			putter, taker = func(t int) bool { return t != last }, func(t int) bool { return t == last }
		case out:
			putter, taker = func(t int) bool { return t == 0 }, func(t int) bool { return t != 0 }
		default:
			putter, taker = func(t int) bool { return t == 0 }, func(t int) bool { return t == last }
			if w.o.Threads > 2 {
				w.notes = append(w.notes, "the header speaks of one producer and one consumer: only the first and the last thread use the queue")
			}
		}
	}
	var threads []string
	for t := range w.o.Threads {
		text := ""
		for i := range w.o.Operations {
			put := putter(t)
			if put && taker(t) {
				put = t == 0 && i == 0 || !(t == last && i == w.o.Operations-1) && w.random.IntN(2) == 0
			}
			switch {
			case put:
				text += fmt.Sprintf("\tput(%d);\n", t*w.o.Operations+i+1)
			case taker(t) && t == 0:
				text += "\ttake(0);\n"
			case taker(t):
				text += fmt.Sprintf("\t%s(%d);\n", take, t)
			}
		}
		threads = append(threads, text)
	}
	return threads
}

// set writes what a set does.
func (w *writer) set(b *strings.Builder) (learn string, threads []string, finish string) {
	known := true
	intrusive := false
	var names []string
	for i, f := range w.ops {
		if f == nil {
			continue
		}
		role := w.kind.roles[i].name
		names = append(names, role)
		p := w.arguments(f)[0]
		c := w.class(p.typ, false)
		intrusive = intrusive || c == node
		call := func(v string) string { return w.call(f, []string{w.pass(c, p.typ, v)}, nil, false) }
		if learns(f) {
			fmt.Fprintf(b, "static long %s_ok; /* what %s returns when it succeeds */\n", role, f.name)
		}
		if isVoid(f.result) && role != "contains" {
			known = false
		}
		if i == 0 {
			b.WriteString("static int changes[THREADS][VALUES + 2]; /* by thread and key: added less deleted */\n")
		}
		result := "long"
		fmt.Fprintf(b, "\nstatic %s do_%s(int thread, long k)\n{\n\tmethod_begin(\"%s\", k);\n\t%s\n\tlong done = %s;\n\tmethod_end(done);\n", result, role, role, w.result(f, call("k")), succeeds(f, role+"_ok"))
		switch role {
		case "add":
			b.WriteString("\tchanges[thread][k] += (int)done;\n")
		case "delete":
			b.WriteString("\tchanges[thread][k] -= (int)done;\n")
		default:
			b.WriteString("\t(void)thread;\n")
		}
		b.WriteString("\treturn done;\n}\n\n")
	}
	needs := false
	for _, f := range w.ops {
		needs = needs || learns(f)
	}
	if needs {
		for _, i := range []int{0, 2, 1} {
			if f := w.ops[i]; f != nil {
				p := w.arguments(f)[0]
				call := w.call(f, []string{w.pass(w.class(p.typ, false), p.typ, "VALUES + 1")}, nil, false)
				if learns(f) {
					call = w.kind.roles[i].name + "_ok = (long)" + call
				}
				learn += "\t" + call + ";\n"
			}
		}
	}
	if known {
		finish = "\tfor (int k = 1; k <= VALUES; k++) {\n\t\tint there = 0;\n\t\tfor (int t = 0; t < THREADS; t++)\n\t\t\tthere += changes[t][k];\n\t\tassert(there == 0 || there == 1);\n"
		if w.ops[2] != nil {
			finish += "\t\tassert(do_contains(0, k) == there);\n"
		}
		finish += "\t}\n"
	}
	for t, list := range w.deal(names) {
		text := ""
		for i, name := range list {
			k := w.key(t, i)
			if intrusive { // a node is in a set once
				k, name = t+1, names[i%2]
			}
			text += fmt.Sprintf("\tdo_%s(%d, %d);\n", name, t, k)
		}
		threads = append(threads, text)
	}
	return learn, threads, finish
}

// table writes what a map does.
func (w *writer) table(b *strings.Builder) (learn string, threads []string, finish string) {
	put, get := w.ops[0], w.ops[1]
	key := func(f *function, k string) []string {
		args := w.arguments(f)
		c := w.class(args[0].typ, false)
		if c != number && sized(args, 0) {
			return []string{"(" + w.name(args[0].typ) + ")texts[" + k + "]", "2"}
		}
		return []string{w.pass(c, args[0].typ, k)}
	}
	local, call, value := w.taken(get, len(key(get, "k")), key(get, "k"), false)
	ok := ""
	if local != "" && !isVoid(get.result) {
		ok = succeeds(get, "get_ok")
		if learns(get) {
			b.WriteString("static long get_ok; /* what " + get.name + " returns when it succeeds */\n")
		}
	}
	b.WriteString("static int key_of[VALUES + 2]; /* by value */\n\n")
	given := func(k, v string) []string {
		list := key(put, k)
		args := w.arguments(put)
		if len(args) > len(list) {
			t := args[len(list)].typ
			c := w.class(t, false)
			if c == text || c == node {
				c = pointer
			}
			list = append(list, w.pass(c, t, v))
		}
		return list
	}
	fmt.Fprintf(b, "static void put(long k, long v)\n{\n\titems[v].number = v;\n\titems[v].content = (int)v;\n\tkey_of[v] = (int)k;\n\t%s;\n}\n\n", w.call(put, given("k", "v"), nil, false))
	b.WriteString("static void get(long k)\n{\n")
	if local != "" {
		b.WriteString("\t" + local + "\n")
	}
	fmt.Fprintf(b, "\t%s\n\tlong v = %s;\n", w.result(get, call), value)
	if ok != "" {
		fmt.Fprintf(b, "\tif (!(%s))\n\t\treturn;\n\tassert(v > 0);\n", ok)
	} else {
		b.WriteString("\tif (v <= 0)\n\t\treturn;\n")
	}
	b.WriteString("\tassert(v <= VALUES + 1);\n\tassert(key_of[v] == k);\n\tassert(items[v].content == v);\n}\n\n")
	if ok != "" && learns(get) {
		probe := key(get, "VALUES + 1")
		local, call, _ := w.taken(get, len(probe), probe, false)
		learn = fmt.Sprintf("\tput(VALUES + 1, VALUES + 1);\n\t{\n\t\t%s\n\t\tget_ok = (long)%s;\n\t}\n", local, call)
	}
	names := []string{"put", "get"}
	if w.ops[2] != nil {
		names = append(names, "delete")
		fmt.Fprintf(b, "static void delete(long k)\n{\n\t%s;\n}\n\n", w.call(w.ops[2], key(w.ops[2], "k"), nil, false))
	}
	for t, list := range w.deal(names) {
		text := ""
		for i, name := range list {
			k := w.key(t, i)
			if name == "put" {
				text += fmt.Sprintf("\tput(%d, %d);\n", k, t*w.o.Operations+i+1)
			} else {
				text += fmt.Sprintf("\t%s(%d);\n", name, k)
			}
		}
		threads = append(threads, text)
	}
	return learn, threads, fmt.Sprintf("\tfor (int k = 1; k <= %d; k++)\n\t\tget(k);\n", keys)
}

// deal returns what operations each thread makes: all of them at random, as often as each other, the first
// of names first and the second last.
func (w *writer) deal(names []string) [][]string {
	all := make([]string, w.values)
	for i := range all {
		all[i] = names[i%len(names)]
	}
	w.random.Shuffle(len(all)-1, func(i, j int) { all[i+1], all[j+1] = all[j+1], all[i+1] })
	last := len(all) - 1
	for i := last; i > 0; i-- {
		if all[i] == names[1] {
			all[i], all[last] = all[last], all[i]
			break
		}
	}
	return slices.Collect(slices.Chunk(all, w.o.Operations))
}

// key returns the key of operation i of a thread, mostly the first; so is that of the first operation and of the last.
func (w *writer) key(thread, i int) int {
	first, last := thread+i == 0, thread == w.o.Threads-1 && i == w.o.Operations-1
	if w.random.IntN(4) == 0 && !first && !last {
		return keys
	}
	return 1
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
