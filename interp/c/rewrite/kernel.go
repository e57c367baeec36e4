package rewrite

import (
	"strings"

	"fencepost/interp/c/parse"
	"fencepost/trace"
)

// kernelSuffixes are the endings of the Linux kernel's operations by their memory orders;
// an RMW without one is full.
var kernelSuffixes = map[trace.Order]string{trace.Relaxed: "_relaxed", trace.Acquire: "_acquire", trace.Release: "_release", trace.SeqCst: ""}

// kernelFences are its fences by the orders that represent them here.
var kernelFences = map[trace.Order]string{trace.Acquire: "smp_rmb()", trace.Release: "smp_wmb()", trace.SeqCst: "smp_mb()"}

// kernelStores and kernelLoads are the functions that store or load with a memory order.
var (
	kernelStores = map[trace.Order]string{trace.Relaxed: "WRITE_ONCE", trace.Release: "smp_store_release"}
	kernelLoads  = map[trace.Order]string{trace.Relaxed: "READ_ONCE", trace.Acquire: "smp_load_acquire"}
)

// inKernelWords returns the edits that may replace an operation of the Linux kernel by the one with
// another order. The operation is the invocation of a macro, or in the arguments of one.
func (a *access) inKernelWords(now trace.Order) (list [][]textEdit) {
	t := &a.tokens[a.token]
	if t.file == nil || t.spelledAlone() {
		return nil
	}
	if text := reordered(t.file.text[t.start:t.end], now); text != "" {
		list = append(list, []textEdit{{t.file, t.start, t.end, text}})
	}
	for k := t.lex + 1; k+1 < len(t.file.lex) && t.file.lex[k].Start < t.end; k++ {
		x := &t.file.lex[k]
		if x.Kind != parse.LexWord || !t.file.lex[k+1].Is("(") {
			continue
		}
		closing := t.file.close(k + 1)
		if closing < 0 {
			break
		}
		end := t.file.lex[closing].End
		if text := reordered(t.file.text[x.Start:end], now); text != "" {
			list = append(list, []textEdit{{t.file, x.Start, end, text}})
		}
	}
	return list
}

// reordered returns the call of an operation of the Linux kernel with another order; "" if there is none.
func reordered(call string, now trace.Order) (text string) {
	name, rest, ok := strings.Cut(call, "(")
	name = strings.TrimSpace(name)
	if !ok {
		return ""
	}
	switch name {
	case "READ_ONCE", "smp_load_acquire", "rcu_dereference":
		text = ofObject(kernelLoads[now], name == "smp_load_acquire", rest)
	case "WRITE_ONCE", "smp_store_release", "rcu_assign_pointer":
		text = ofObject(kernelStores[now], name == "smp_store_release", rest)
	case "atomic_read", "atomic_read_acquire":
		text = suffixed("atomic_read", now, trace.Acquire, rest)
	case "atomic_set", "atomic_set_release":
		text = suffixed("atomic_set", now, trace.Release, rest)
	case "smp_mb", "smp_rmb", "smp_wmb":
		text = kernelFences[now]
	default:
		suffix, known := kernelSuffixes[now]
		stem := name
		for _, s := range kernelSuffixes {
			if s != "" {
				stem = strings.TrimSuffix(stem, s)
			}
		}
		if known && (stem != name || strings.HasPrefix(name, "xchg") || strings.HasPrefix(name, "cmpxchg") || strings.HasPrefix(name, "atomic")) {
			text = stem + suffix + "(" + rest
		}
	}
	return text
}

// ofObject returns the text of a load or store with the other arguments rest. An operation with ONCE
// takes an object, and the others take a pointer. pointer says that the original operation took a
// pointer.
func ofObject(name string, pointer bool, rest string) string {
	rest = strings.TrimLeft(rest, " \t")
	once := strings.HasSuffix(name, "_ONCE")
	switch {
	case name == "":
		return ""
	case once && pointer && strings.HasPrefix(rest, "&"):
		return name + "(" + rest[1:]
	case once && pointer:
		return name + "(*" + rest
	case !once && !pointer && strings.HasPrefix(rest, "*"):
		return name + "(" + rest[1:]
	case !once && !pointer:
		return name + "(&" + rest
	}
	return name + "(" + rest
}

// suffixed returns the text of an operation that exists with two orders: other, and the one without a
// suffix.
func suffixed(name string, now, other trace.Order, rest string) string {
	switch now {
	case trace.Relaxed:
		return name + "(" + rest
	case other:
		return name + kernelSuffixes[other] + "(" + rest
	}
	return ""
}
