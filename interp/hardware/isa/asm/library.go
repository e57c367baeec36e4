package asm

import (
	"fmt"
	"strings"

	"fencepost/trace/lazyregexp"
)

// library returns the instructions of a function of the run-time library. Labels begin with
// %. It knows
//   - libgcc's __aarch64_ functions, by which a program runs with and without the atomic
//     instructions of Armv8.1: as without, by an exclusive load and store. The functions for
//     __sync_ have an additional barrier;
//   - libatomic's __atomic_ functions for Armv7 and RISC-V, as GCC 12 compiles them with -O2:
//     they are seq_cst for every order;
//   - libgcc's __sync_ functions for Armv7, which have a barrier before and after.
func (m *Machine) library(name string) (body []string, ok bool) {
	switch m {
	case AArch64:
		return outlined(name)
	case ARM:
		return armLibrary(name)
	case RISCV64:
		return riscvLibrary(name)
	}
	return nil, false
}

// libraryName divides the names of libatomic's functions, and those that __sync_ is for.
var libraryName = lazyregexp.New(`^__(?:atomic|sync)_(load|store|exchange|lock_test_and_set|compare_exchange|val_compare_and_swap|bool_compare_and_swap|fetch_(?:and_)?(add|sub|and|or|xor))_([1248])$`)

// armLibrary are the functions of Armv7.
func armLibrary(name string) ([]string, bool) {
	if name == "__sync_synchronize" {
		return []string{"dmb ish"}, true
	}
	m := libraryName().FindStringSubmatch(name)
	if m == nil || m[3] == "8" {
		return nil, false
	}
	s := map[string]string{"1": "b", "2": "h", "4": ""}[m[3]]
	compare := func(old string, found, other []string) []string {
		list := append([]string{"dmb ish", old, "%0:", "ldrex" + s + " r3, [r0]", "cmp r3, r12", "bne %1", "strex" + s + " lr, r2, [r0]", "cmp lr, #0", "bne %0", "dmb ish"}, found...)
		return append(append(list, "b %2", "%1:", "dmb ish"), append(other, "%2:")...)
	}
	switch m[1] {
	case "load":
		return []string{"dmb ish", "ldr" + s + " r0, [r0]", "dmb ish"}, true
	case "store":
		return []string{"dmb ish", "str" + s + " r1, [r0]", "dmb ish"}, true
	case "compare_exchange":
		return compare("ldr"+s+" r12, [r1]", []string{"mov r0, #1"}, []string{"str" + s + " r3, [r1]", "mov r0, #0"}), true
	case "val_compare_and_swap":
		return compare("mov r12, r1", []string{"mov r0, r3"}, []string{"mov r0, r3"}), true
	case "bool_compare_and_swap":
		return compare("mov r12, r1", []string{"mov r0, #1"}, []string{"mov r0, #0"}), true
	}
	compute := "mov r3, r1" // an exchange
	if op := m[2]; op != "" {
		compute = map[string]string{"add": "add", "sub": "sub", "and": "and", "or": "orr", "xor": "eor"}[op] + " r3, r12, r1"
	}
	return []string{"dmb ish", "%0:", "ldrex" + s + " r12, [r0]", compute, "strex" + s + " r2, r3, [r0]", "cmp r2, #0", "bne %0", "dmb ish", "mov r0, r12"}, true
}

// riscvLibrary returns the functions of RISC-V. There are no atomic instructions for bytes and
// halves, so the word is used of which they are the first bytes (see isa.Frame).
func riscvLibrary(name string) ([]string, bool) {
	m := libraryName().FindStringSubmatch(name)
	if m == nil || !strings.HasPrefix(name, "__atomic_") {
		return nil, false
	}
	const full = "fence iorw,iorw"
	size, word := map[string]string{"1": "b", "2": "h", "4": "w", "8": "d"}[m[3]], "w"
	unsigned, cut := "", func(reg string) []string { return nil }
	switch m[3] {
	case "1", "2":
		unsigned = "u"
		bits := map[string]string{"1": "56", "2": "48"}[m[3]]
		cut = func(reg string) []string {
			return []string{fmt.Sprintf("slli %s,%s,%s", reg, reg, bits), fmt.Sprintf("srli %s,%s,%s", reg, reg, bits)}
		}
	case "8":
		word = "d"
	}
	switch {
	case m[1] == "load":
		return []string{full, "l" + size + unsigned + " a0,0(a0)", full}, true
	case m[1] == "store" && unsigned != "":
		return []string{full, "s" + size + " a1,0(a0)", full}, true
	case m[1] == "store":
		return []string{"fence iorw,ow", "amoswap." + word + ".aq zero,a1,0(a0)"}, true
	case m[1] == "compare_exchange":
		list := append(cut("a2"), full, "l"+size+unsigned+" t0,0(a1)", "%0:", "lr."+word+" t1,0(a0)", "bne t1,t0,%1", "sc."+word+" t2,a2,0(a0)", "bnez t2,%0", full, "li a0,1", "j %2")
		return append(list, "%1:", full, "s"+size+" t1,0(a1)", "li a0,0", "%2:"), true
	case unsigned == "" && m[1] == "exchange":
		return []string{"fence iorw,ow", "amoswap." + word + ".aq a0,a1,0(a0)"}, true
	case unsigned == "" && m[2] == "sub":
		return []string{"neg a1,a1", "fence iorw,ow", "amoadd." + word + ".aq a0,a1,0(a0)"}, true
	case unsigned == "" && m[2] != "":
		return []string{"fence iorw,ow", "amo" + m[2] + "." + word + ".aq a0,a1,0(a0)"}, true
	}
	compute := "mv t1,a1" // an exchange
	if m[2] != "" {
		compute = m[2] + " t1,t0,a1"
	}
	list := append([]string{full, "%0:", "lr.w t0,0(a0)", compute}, cut("t1")...)
	return append(list, "sc.w t2,t1,0(a0)", "bnez t2,%0", full, "mv a0,t0"), true
}

// outlined are the functions of AArch64.
func outlined(name string) (body []string, ok bool) {
	rest, ok := strings.CutPrefix(name, "__aarch64_")
	if !ok {
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
