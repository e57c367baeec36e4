package driver

import (
	"slices"
	"strings"

	"fencepost/interp/c/types"
)

// A kind is what an object is.
type kind struct {
	name  string
	words []string // in names, that tell it
	roles []role   // the operations; those that are needed come first
	need  int
	spec  string // of --linearizable; empty: none
	named bool   // only a name tells it
}

// A role is an operation of a kind.
type role struct {
	name  string   // in the specification
	words []string // of the functions that do it, the likeliest first
	least int      // arguments beside the object, at least
}

// Words of the operations. Those at the front are more likely.
var (
	putWords    = []string{"enqueue", "enq", "push", "offer", "put", "send", "insert", "produce", "append", "add", "write", "submit", "post"}
	takeWords   = []string{"dequeue", "deq", "pop", "poll", "take", "receive", "recv", "get", "remove", "consume", "shift", "read", "pull", "fetch"}
	deleteWords = []string{"remove", "delete", "del", "erase", "rm", "unset"}
)

// partners are words for putting in and taking out that go together.
var partners = map[string][]string{
	"enqueue": {"dequeue"}, "enq": {"deq"}, "push": {"pop"}, "offer": {"poll"}, "put": {"get", "take"}, "send": {"receive", "recv"}, "insert": {"remove"},
	"produce": {"consume"}, "append": {"remove"}, "add": {"remove"}, "write": {"read"}, "post": {"fetch"},
}

// kinds are tried in order: a name decides, or the first whose operations are all there.
var kinds = []kind{
	{"rwlock", []string{"rwlock", "rwspinlock", "rw"}, []role{
		{"lock", []string{"wrlock", "writelock", "lock", "acquire", "enter"}, 0}, {"unlock", []string{"wrunlock", "writeunlock", "unlock", "release", "leave", "exit"}, 0},
		{"rdlock", []string{"rdlock", "readlock", "lock", "acquire", "enter"}, 0}, {"rdunlock", []string{"rdunlock", "readunlock", "unlock", "release", "leave", "exit"}, 0},
	}, 4, "", true},
	{"lock", []string{"lock", "spinlock", "mutex", "spin", "mcs", "clh", "ticket", "futex", "latch"}, []role{
		{"lock", []string{"lock", "acquire", "enter", "obtain"}, 0}, {"unlock", []string{"unlock", "release", "leave", "exit"}, 0},
	}, 2, "lock", true},
	{"deque", []string{"deque", "wsq", "chaselev", "stealing"}, []role{
		{"push", []string{"push", "put"}, 1}, {"take", []string{"take", "pop"}, 0}, {"steal", []string{"steal"}, 0},
	}, 3, "deque", false},
	{"stack", []string{"stack", "lifo", "treiber", "freelist"}, []role{{"push", putWords, 1}, {"pop", takeWords, 0}}, 2, "stack", true},
	{"map", []string{"map", "hashmap", "table", "hashtable", "dict", "hash", "ht"}, []role{
		{"put", []string{"put", "set", "insert", "add", "store", "update", "upsert"}, 2}, {"get", []string{"get", "find", "lookup", "search", "at", "load"}, 1}, {"delete", deleteWords, 1},
	}, 2, "", false},
	{"set", []string{"set", "list", "hashset", "skiplist", "tree", "trie", "bitmap", "bitset"}, []role{
		{"add", []string{"add", "insert", "put"}, 1}, {"delete", deleteWords, 1}, {"contains", []string{"contains", "has", "find", "lookup", "search", "member", "exists", "get", "test"}, 1},
	}, 2, "set", false},
	{"queue", []string{"queue", "fifo", "ring", "ringbuf", "ringbuffer", "rb", "rbuf", "buffer", "buf", "channel", "chan", "mpmc", "spsc", "mpsc", "spmc", "mailbox", "pipe", "q"}, []role{
		{"enqueue", putWords, 1}, {"dequeue", takeWords, 0},
	}, 2, "queue", true},
	{"container", nil, []role{{"put", putWords, 1}, {"take", takeWords, 0}}, 2, "", false},
}

// aside are words of variants of an operation that a harness leaves alone.
var aside = []string{
	"bulk", "batch", "many", "multi", "multiple", "all", "n", "size", "count", "length", "len", "wait", "timed", "timeout", "peek", "arg", "front", "back", "head", "tail",
	"unsafe", "st", "sp", "sc", "init", "free", "destroy", "new", "create", "is", "can", "available", "at", "notify", "signal", "flush", "force", "overwrite",
}

// parts are words of functions that do a part of an operation.
var parts = []string{"acquire", "release", "alloc", "reserve", "commit", "begin", "end", "linear", "block"}

// prepared are words of functions that make an object, and ended of those that end it.
var (
	prepared = []string{"init", "initialize", "initialise", "create", "new", "make", "alloc", "setup", "construct", "ctor", "open", "start"}
	ended    = []string{"destroy", "free", "delete", "deinit", "fini", "finish", "cleanup", "close", "term", "dispose", "destruct", "dtor", "drop"}
)

// A plan is what threads do with which functions.
type plan struct {
	kind  *kind       // nil: functions are called at random
	ops   []*function // by role; nil where there is none
	make  *function   // returns an object
	init  *function   // prepares one
	free  *function
	loose []*function // called at random
}

// plan finds what the object is, and how it is made.
func (a *api) plan() *plan {
	p := &plan{}
	for _, f := range a.functions {
		switch {
		case a.object != nil && a.of(f.result) && !a.works(f) && p.make == nil && has(f.words, prepared):
			p.make = f
		case a.works(f) && p.init == nil && has(f.words, prepared):
			p.init = f
		case a.works(f) && p.free == nil && has(f.words, ended) && len(a.arguments(f)) == 0 && !has(f.words, []string{"lock"}):
			p.free = f
		}
	}
	if p.make == nil && a.object != nil {
		for _, f := range a.functions {
			if a.of(f.result) && !a.works(f) {
				p.make = f
				break
			}
		}
	}
	names := a.names()
	best := -1
	for i := range kinds {
		k := &kinds[i]
		ops, ok := a.operations(k, p)
		if !ok {
			continue
		}
		score := 0
		for _, f := range ops {
			if f != nil && slices.Contains(k.words, f.words[len(f.words)-1]) {
				score = 1
			}
		}
		if tells(names, k.words) {
			score = 2
		}
		if k.named && score == 0 {
			continue
		}
		if score > best {
			best, p.kind, p.ops = score, k, ops
		}
	}
	for _, f := range a.functions {
		called := slices.Contains(a.o.Calls, f.name)
		switch {
		case slices.Contains(p.ops, f), f == p.make, f == p.init, f == p.free:
		case called || p.kind == nil && a.works(f):
			p.loose = append(p.loose, f)
		case p.kind != nil:
			a.skip(f, "not an operation of a "+p.kind.name+"; --call has it called")
		default:
			a.skip(f, "it does not work on what the others do; --call has it called")
		}
	}
	return p
}

// tells reports whether one of the names is of a kind, or has a long word of it within: lfqueue.
func tells(names, words []string) bool {
	return has(names, words) || slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return len(w) >= 4 && strings.Contains(name, w) })
	})
}

// names returns the words of the object's name, of the functions' names and of the headers'.
func (a *api) names() (words []string) {
	if a.object != nil {
		if text, ok := a.d.Spell(a.object); ok {
			words = append(words, wordsOf(strings.TrimPrefix(text, "struct "))...)
		}
	}
	for _, f := range a.functions {
		words = append(words, f.words[0])
	}
	for _, h := range a.o.Headers {
		name := h[strings.LastIndexByte(h, '/')+1:]
		words = append(words, wordsOf(strings.TrimSuffix(strings.ReplaceAll(name, "-", "_"), ".h"))...)
	}
	return words
}

// operations returns the functions of the roles of a kind.
func (a *api) operations(k *kind, p *plan) (ops []*function, ok bool) {
	for i := range k.roles {
		r := k.roles[i]
		if i > 0 && ops[0] != nil && slices.Equal(r.words, takeWords) {
			for _, w := range ops[0].words {
				r.words = slices.Concat(partners[w], r.words)
			}
		}
		f := a.operation(k, &r, p)
		if f != nil && slices.Contains(ops, f) {
			f = nil
		}
		if f == nil && i < k.need {
			return nil, false
		}
		ops = append(ops, f)
	}
	return ops, a.links(k, ops)
}

// links reports whether what goes in comes out: a structure that is put in is linked, so that what takes
// it out returns it.
func (a *api) links(k *kind, ops []*function) bool {
	if k.roles[0].least == 0 || k.name == "set" || k.name == "map" {
		return true
	}
	t := a.arguments(ops[0])[0].typ
	if t.Kind != types.KindPtr || t.Elem.Rec == nil || t.Elem.Kind == types.KindEnum || t.Elem.Size < 0 {
		return true
	}
	return pointsTo(ops[1].result, t.Elem)
}

// operation returns the likeliest function of a role.
func (a *api) operation(k *kind, r *role, p *plan) (best *function) {
	least := 1 << 30
	for _, f := range a.functions {
		if !a.works(f) || f == p.make || f == p.init || f == p.free || len(a.arguments(f)) < r.least || a.obstacle(f) != "" {
			continue
		}
		words := f.words
		if k.name == "rwlock" {
			words = lockWords(words)
		}
		i := slices.IndexFunc(r.words, func(w string) bool { return slices.Contains(words, w) })
		if i < 0 || r.least == 0 && slices.Contains([]string{"dequeue", "pop", "take", "steal"}, r.name) && !a.gives(f) {
			continue
		}
		cost := 10 * i
		for _, w := range f.words {
			switch {
			case slices.Contains(parts, w) && !strings.HasSuffix(k.name, "lock"):
				cost += 2000
			case slices.Contains(aside, w):
				cost += 1000
			case w == "try" || strings.HasPrefix(w, "try"):
				cost--
				if k.name == "lock" || k.name == "rwlock" {
					cost += 2000
				}
			}
		}
		if cost < least {
			best, least = f, cost
		}
	}
	if least >= 2000 && best != nil {
		return nil
	}
	return best
}

// lockWords joins the words that tell whether a lock is for reading: read_lock, lock_shared.
func lockWords(words []string) (joined []string) {
	un := ""
	if has(words, []string{"unlock", "release", "leave", "exit", "wrunlock", "rdunlock", "runlock", "wunlock"}) {
		un = "un"
	}
	switch {
	case has(words, []string{"read", "rd", "reader", "shared", "r", "rdlock", "rlock", "rdunlock", "runlock"}):
		return []string{"rd" + un + "lock"}
	case has(words, []string{"write", "wr", "writer", "exclusive", "w", "wrlock", "wlock", "wrunlock", "wunlock", "lock", "unlock", "acquire", "release"}):
		return []string{"wr" + un + "lock"}
	}
	return words
}

// gives reports whether a function gives a value back: as its result, or where a pointer says.
func (a *api) gives(f *function) bool {
	return a.outOf(f) >= 0 || !isVoid(f.result) && f.result.Kind != types.KindBool
}

// outOf returns the argument of a function through which it gives a value; -1 if there is none.
func (a *api) outOf(f *function) int {
	return slices.IndexFunc(a.arguments(f), func(p param) bool {
		if p.typ.Kind != types.KindPtr || p.typ.Elem.Constant {
			return false
		}
		switch p.typ.Elem.Kind {
		case types.KindInt, types.KindPtr, types.KindVoid, types.KindBool:
			return true
		}
		return false
	})
}

// obstacle says why a function cannot be called, or nothing.
func (a *api) obstacle(f *function) string {
	for i, p := range f.params {
		switch {
		case i == 0 && a.of(p.typ):
		case p.typ.Kind == types.KindStruct || p.typ.Kind == types.KindUnion:
			return "it takes a structure by value"
		case p.typ.Kind == types.KindPtr && p.typ.Elem.Kind == types.KindFunc:
			if _, ok := a.stub(p.typ.Elem, "x"); !ok {
				return "it takes a function whose types have no names"
			}
		case p.typ.Kind == types.KindPtr:
			if text, ok := a.d.Spell(p.typ.Elem); !ok {
				return "it takes a pointer to what has no name"
			} else if p.typ.Elem.Rec != nil && p.typ.Elem.Size < 0 {
				return "it takes a pointer to " + text + ", which the header does not define"
			}
		}
	}
	return ""
}

func has(words, any []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(any, w) })
}

func isVoid(t *types.Type) bool { return t.Kind == types.KindVoid }
