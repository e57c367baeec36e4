package asm

import "strings"

// library returns what a function of the run-time library does, as instructions; a
// label begins with %. It is known for libgcc's __aarch64_ functions, by which a
// program runs with and without the atomic instructions of Armv8.1: as they are
// without, an exclusive load and store. Of the machine's own, __sync_ adds a barrier.
func (m *Machine) library(name string) (body []string, ok bool) {
	rest, ok := strings.CutPrefix(name, "__aarch64_")
	if !ok || m != AArch64 {
		return nil, false
	}
	at := strings.IndexAny(rest, "1248")
	if at < 0 || at+2 > len(rest) || rest[at+1] != '_' {
		return nil, false
	}
	operation, size, order := rest[:at], rest[at], rest[at+2:]
	load, store := "ldxr", "stxr"
	switch order {
	case "relax", "sync":
	case "acq":
		load = "ldaxr"
	case "rel":
		store = "stlxr"
	case "acq_rel":
		load, store = "ldaxr", "stlxr"
	default:
		return nil, false
	}
	w, extend := "w", "mov w16, w0"
	switch size {
	case '1':
		load, store, extend = load+"b", store+"b", "uxtb w16, w0"
	case '2':
		load, store, extend = load+"h", store+"h", "uxth w16, w0"
	case '8':
		w, extend = "x", "mov x16, x0"
	}
	in := func(list ...string) []string {
		for i := range list {
			list[i] = strings.ReplaceAll(list[i], "$", w)
		}
		if order == "sync" {
			list = append(list, "dmb ish")
		}
		return list
	}
	switch operation {
	case "cas":
		return in(extend, "%0:", load+" $0, [x2]", "cmp $0, $16", "b.ne %1", store+" w17, $1, [x2]", "cbnz w17, %0", "%1:"), true
	case "swp":
		return in(extend, "%0:", load+" $0, [x1]", store+" w17, $16, [x1]", "cbnz w17, %0"), true
	}
	compute, ok := map[string]string{"ldadd": "add", "ldclr": "bic", "ldeor": "eor", "ldset": "orr"}[operation]
	return in(extend, "%0:", load+" $0, [x1]", compute+" $17, $0, $16", store+" w15, $17, [x1]", "cbnz w15, %0"), ok
}
