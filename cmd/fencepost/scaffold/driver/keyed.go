package driver

import (
	"fmt"
	"slices"
	"strings"
)

// keys is how many keys threads use of a set or map: few, so that they meet.
const keys = 2

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
		fmt.Fprintf(b, "\nstatic long do_%s(int thread, long k)\n{\n\tmethod_begin(\"%s\", k);\n\t%s\n\tlong done = %s;\n\tmethod_end(done);\n", role, role, w.result(f, call("k")), succeeds(f, role+"_ok"))
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
