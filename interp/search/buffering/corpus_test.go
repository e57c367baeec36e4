package buffering_test

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"

	"github.com/rogpeppe/go-internal/txtar"
)

// An instruction is one of an assembly that C can say: in the text $ stands for what the pattern's
// groups matched, r for an integer register and p for one that holds an address.
type instruction struct{ pattern, text string }

const (
	loads  = "r$1 = atomic_load_explicit(%s, memory_order_%s);"
	stores = "atomic_store_explicit(%s, r$1, memory_order_%s);"
)

// assemblies are the instructions of four architectures, as compilers make them of C, and the
// models that they belong to.
var assemblies = []struct {
	corpus, model string
	least         int // of the tests C can say
	list          []instruction
}{
	{"aarch64", "armv8", 90, []instruction{
		{`LDR W(\d+),\[X(\d+)\]`, fmt.Sprintf(loads, "p$2", "relaxed")},
		{`LDAR W(\d+),\[X(\d+)\]`, fmt.Sprintf(loads, "p$2", "acquire")},
		{`STR W(\d+),\[X(\d+)\]`, fmt.Sprintf(stores, "p$2", "relaxed")},
		{`STLR W(\d+),\[X(\d+)\]`, fmt.Sprintf(stores, "p$2", "release")},
		{`LDR W(\d+),\[X(\d+),W(\d+),SXTW\]`, fmt.Sprintf(loads, "p$2 + r$3", "relaxed")},
		{`STR W(\d+),\[X(\d+),W(\d+),SXTW\]`, fmt.Sprintf(stores, "p$2 + r$3", "relaxed")},
		{`MOV W(\d+),#(\d+)`, "r$1 = $2;"},
		{`EOR W(\d+),W(\d+),W(\d+)`, "r$1 = r$2 ^ r$3;"},
		{`ADD W(\d+),W(\d+),#(\d+)`, "r$1 = r$2 + $3;"},
		{`ADD W(\d+),W(\d+),W(\d+)`, "r$1 = r$2 + r$3;"},
		{`ADD X(\d+),X(\d+),W(\d+),SXTW`, "p$1 = p$2 + r$3;"},
		{`CBNZ W(\d+),(\w+)`, "if (r$1) goto $2;"},
		{`DMB (?:SY|ISH)`, "atomic_thread_fence(memory_order_seq_cst);"},
		{`DMB (?:LD|ISHLD)`, "atomic_thread_fence(memory_order_acquire);"},
	}},
	{"arm", "armv7", 90, []instruction{
		{`LDR R(\d+),\[R(\d+)\]`, fmt.Sprintf(loads, "p$2", "relaxed")},
		{`STR R(\d+),\[R(\d+)\]`, fmt.Sprintf(stores, "p$2", "relaxed")},
		{`LDR R(\d+),\[R(\d+),R(\d+)\]`, fmt.Sprintf(loads, "p$3 + r$2", "relaxed")},
		{`STR R(\d+),\[R(\d+),R(\d+)\]`, fmt.Sprintf(stores, "p$3 + r$2", "relaxed")},
		{`MOV R(\d+),#(\d+)`, "r$1 = $2;"},
		{`EOR R(\d+),R(\d+),R(\d+)`, "r$1 = r$2 ^ r$3;"},
		{`ADD R(\d+),R(\d+),#(\d+)`, "r$1 = r$2 + $3;"},
		{`CMP R(\d+),R(\d+)`, "c = r$1 - r$2;"},
		{`CMP R(\d+),#(\d+)`, "c = r$1 - $2;"},
		{`BNE (\w+)`, "if (c) goto $1;"},
		{`DMB`, "atomic_thread_fence(memory_order_seq_cst);"},
	}},
	{"ppc", "power", 90, []instruction{
		{`lwz r(\d+),0\(r(\d+)\)`, fmt.Sprintf(loads, "p$2", "relaxed")},
		{`stw r(\d+),0\(r(\d+)\)`, fmt.Sprintf(stores, "p$2", "relaxed")},
		{`lwzx r(\d+),r(\d+),r(\d+)`, fmt.Sprintf(loads, "p$3 + r$2", "relaxed")},
		{`stwx r(\d+),r(\d+),r(\d+)`, fmt.Sprintf(stores, "p$3 + r$2", "relaxed")},
		{`li r(\d+),(\d+)`, "r$1 = $2;"},
		{`xor r(\d+),r(\d+),r(\d+)`, "r$1 = r$2 ^ r$3;"},
		{`addi r(\d+),r(\d+),(\d+)`, "r$1 = r$2 + $3;"},
		{`cmpw r(\d+),r(\d+)`, "c = r$1 - r$2;"},
		{`cmpwi r(\d+),(\d+)`, "c = r$1 - $2;"},
		{`beq (\w+)`, "if (!c) goto $1;"},
		{`bne (\w+)`, "if (c) goto $1;"},
		{`sync`, "atomic_thread_fence(memory_order_seq_cst);"},
		{`lwsync`, "atomic_thread_fence(memory_order_acq_rel);"},
	}},
	{"riscv", "riscv", 90, []instruction{
		{`lw x(\d+),0\(x(\d+)\)`, fmt.Sprintf(loads, "p$2", "relaxed")},
		{`sw x(\d+),0\(x(\d+)\)`, fmt.Sprintf(stores, "p$2", "relaxed")},
		{`ori x(\d+),x0,(\d+)`, "r$1 = $2;"},
		{`xor x(\d+),x(\d+),x(\d+)`, "r$1 = r$2 ^ r$3;"},
		{`add x(\d+),x(\d+),x(\d+)`, "p$1 = p$2 + r$3;"},
		{`ori x(\d+),x(\d+),(\d+)`, "r$1 = r$2 | $3;"},
		{`addi x(\d+),x(\d+),(\d+)`, "r$1 = r$2 + $3;"},
		{`bne x(\d+),x(\d+),(\w+)`, "if (r$1 != r$2) goto $3;"},
		{`fence rw,rw`, "atomic_thread_fence(memory_order_seq_cst);"},
		{`fence r,rw`, "atomic_thread_fence(memory_order_acquire);"},
		{`fence rw,w`, "atomic_thread_fence(memory_order_release);"},
		{`fence.tso`, "atomic_thread_fence(memory_order_acq_rel);"},
	}},
}

var (
	pointed    = regexp.MustCompile(`(\d+):[A-Za-z](\d+)=([a-z]\w*)`)
	integer    = regexp.MustCompile(`^(?:int )?([a-z]\w*)=(-?\d+)$`)
	register   = regexp.MustCompile(`[rp]\d+`)
	observable = regexp.MustCompile(`(?:(\d+):[A-Za-z](\d+)|\[?([a-z]\w*)\]?)=(-?\d+);`)
)

// inC returns a test in assembly as a C program; ok is false if C cannot say it.
func inC(text string, list []instruction, observed []string) (src string, ok bool) {
	header, rest, found := strings.Cut(text, "\n{")
	init, body, closed := strings.Cut(rest, "}\n")
	if !found || !closed || header == "" {
		return "", false
	}
	values, pointers := map[string]string{}, map[string]string{}
	for item := range strings.SplitSeq(init, ";") {
		item = strings.TrimSpace(item)
		if m := pointed.FindStringSubmatch(item); m != nil {
			pointers[m[1]+":"+m[2]] = m[3]
			values[m[3]] += ""
		} else if m := integer.FindStringSubmatch(item); m != nil {
			values[m[1]] = m[2]
		} else if item != "" {
			return "", false
		}
	}
	var threads []string
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if !strings.HasSuffix(line, ";") || strings.HasPrefix(line, "locations") {
			break
		}
		for t, cell := range strings.Split(strings.TrimSuffix(line, ";"), "|") {
			cell = strings.TrimSpace(cell)
			switch {
			case cell == fmt.Sprintf("P%d", t):
				threads = append(threads, "")
			case t >= len(threads):
				return "", false
			case strings.HasSuffix(cell, ":"):
				threads[t] += "\t" + cell + ";\n"
			case cell != "":
				c, ok := instructionInC(cell, list)
				if !ok {
					return "", false
				}
				threads[t] += "\t" + c + "\n"
			}
		}
	}
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\n")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&b, "static atomic_int %s = %s;\n", name, cmp.Or(values[name], "0"))
	}
	for _, name := range observed {
		if _, variable := values[name]; !variable {
			fmt.Fprintf(&b, "static int %s;\n", name)
		}
	}
	starts, joins := "", ""
	for t, code := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *arg)\n{\n\tint c = 0; (void)c;\n", t)
		names := slices.Compact(slices.Sorted(slices.Values(register.FindAllString(code, -1))))
		for _, name := range names {
			if at, known := pointers[fmt.Sprintf("%d:%s", t, name[1:])]; name[0] == 'r' {
				fmt.Fprintf(&b, "\tint %s = 0;\n", name)
			} else if fmt.Fprintf(&b, "\tatomic_int *%s = ", name); known {
				fmt.Fprintf(&b, "&%s;\n", at)
			} else {
				b.WriteString("0;\n")
			}
		}
		b.WriteString(code)
		for _, name := range names {
			if o := fmt.Sprintf("P%d_%s", t, name[1:]); name[0] == 'r' && slices.Contains(observed, o) {
				fmt.Fprintf(&b, "\t%s = %s;\n", o, name)
			}
		}
		b.WriteString("\treturn arg;\n}\n")
		starts += fmt.Sprintf("\tpthread_create(&t[%d], 0, t%d, 0);\n", t, t)
		joins += fmt.Sprintf("\tpthread_join(t[%d], 0);\n", t)
	}
	fmt.Fprintf(&b, "int main(void)\n{\n\tpthread_t t[%d];\n%s%s\treturn 0;\n}\n", len(threads), starts, joins)
	return b.String(), len(threads) > 0
}

func instructionInC(cell string, list []instruction) (string, bool) {
	for _, in := range list {
		if m := regexp.MustCompile(`^` + in.pattern + `$`).FindStringSubmatch(cell); m != nil {
			text := in.text
			for k := len(m) - 1; k > 0; k-- {
				text = strings.ReplaceAll(text, "$"+strconv.Itoa(k), m[k])
			}
			return text, true
		}
	}
	return "", false
}

// state returns a final state of herd's log, and the names in it, as the C program has them; ok is
// false if it holds what is no integer.
func state(line string) (names []string, text string, ok bool) {
	var list []string
	for _, m := range observable.FindAllStringSubmatch(line, -1) {
		name := m[3]
		if name == "" {
			name = "P" + m[1] + "_" + m[2]
		}
		names, list = append(names, name), append(list, name+"="+m[4])
	}
	slices.Sort(list)
	return names, strings.Join(list, " "), len(list) == strings.Count(line, ";")
}

// Litmus tests of four architectures that C can say, with relaxed accesses, acquires, releases and
// fences, end in the states that herd has for them.
func TestCorpora(t *testing.T) {
	for _, a := range assemblies {
		t.Run(a.model, func(t *testing.T) {
			t.Parallel()
			said, texts := 0, map[string]string{}
			for _, file := range corpus(t, a.corpus) {
				name, is := strings.CutSuffix(file.Name, ".litmus")
				if is {
					texts[name] = string(file.Data)
				}
				name, is = strings.CutSuffix(file.Name, "."+a.model)
				if !is {
					continue
				}
				var want, observed []string
				all := true
				for line := range strings.Lines(string(file.Data)) {
					if strings.Contains(line, ";") {
						names, s, ok := state(strings.TrimSpace(line))
						want, observed, all = append(want, s), names, all && ok
					}
				}
				src, ok := inC(texts[name], a.list, observed)
				if !ok || !all || len(want) == 0 {
					continue
				}
				if said++; testsize.LeftOut(6, said) {
					continue
				}
				r := explored(t, compile(t, src), a.model, observed...)
				var got []string
				for s := range r.Outcomes {
					words := strings.Fields(s)
					slices.Sort(words)
					got = append(got, strings.Join(words, " "))
				}
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(got, slices.Compact(want)) || !r.Complete || len(r.Errors) > 0 {
					t.Errorf("%s ends in\n%s\nwant\n%s\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"), src)
				}
			}
			if said < a.least {
				t.Errorf("C says %d tests", said)
			}
		})
	}
}

// corpus reads a corpus of package candidates.
func corpus(t *testing.T, name string) []txtar.File {
	t.Helper()
	f, err := os.Open(filepath.Join("../candidates/testdata", name+".txtar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return txtar.Parse(data).Files
}
