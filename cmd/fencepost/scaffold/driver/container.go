package driver

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fencepost/interp/c/types"
	"fencepost/trace/lazyregexp"
)

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
	severalIn  = lazyregexp.New(`(?i)\b(mpmc|mpsc)|multi(ple|-|)? ?-?(concurrent )?(producer|writer|enqueuer)|many (producer|writer)|michael[^a-z]{1,5}scott|vyukov`)
	severalOut = lazyregexp.New(`(?i)\b(mpmc|spmc)|multi(ple|-|)? ?-?(concurrent )?(consumer|reader|dequeuer)|many (consumer|reader)|michael[^a-z]{1,5}scott|vyukov`)
	singleIn   = lazyregexp.New(`(?i)\b(spsc|spmc)|single[- ]?(producer|writer)|one (producer|writer)`)
	singleOut  = lazyregexp.New(`(?i)\b(spsc|mpsc)|single[- ]?(consumer|reader)|one (consumer|reader)`)
)

// allows reports whether the header speaks of several threads at one end of a queue, and not of a single one.
func (w *writer) allows(several, single func() *regexp.Regexp) bool {
	return w.says(several) && !w.says(single)
}

// says reports whether names or texts have one of the forms.
func (w *writer) says(forms ...func() *regexp.Regexp) bool {
	text := strings.Join(w.o.Headers, " ") + " " + strings.Join(w.o.Texts, " ")
	return slices.ContainsFunc(forms, func(f func() *regexp.Regexp) bool { return f().MatchString(text) })
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
