package benchmarks

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// lowering gives the fences around an access of a C11 order, as in the table of
// the mapping to hardware models.
func lowering(order string, reads, writes bool) (before, after []nodeKind) {
	if writes && slices.Contains([]string{"release", "acq_rel", "seq_cst"}, order) {
		before = append(before, ss)
	}
	if reads && slices.Contains([]string{"consume", "acquire", "acq_rel", "seq_cst"}, order) {
		after = append(after, ll)
	}
	if writes && !reads && order == "seq_cst" {
		after = append(after, sl)
	}
	return before, after
}

var fences = map[string][]nodeKind{
	"acquire": {ll}, "release": {ss}, "acq_rel": {ll, ss}, "seq_cst": {ss, sl},
}

var (
	threadBody = regexp.MustCompile(`(?s)static void \*thread\d\(void \*unused\)\n\{\n\t\(void\)unused;\n(.*?)\treturn NULL;`)
	globals    = regexp.MustCompile(`(?m)^static (?:atomic_)?int (.*);$`)

	hardwareFence = regexp.MustCompile(`^fence_(sl|ss|ll)\(\)$`)
	orderFence    = regexp.MustCompile(`^atomic_thread_fence\(memory_order_(\w+)\)$`)
	storeCall     = regexp.MustCompile(`^atomic_store_explicit\(&(\w+), (\d+), memory_order_(\w+)\)$`)
	loadCall      = regexp.MustCompile(`^(\w+) = atomic_load_explicit\(&(\w+), memory_order_(\w+)\)$`)
	rmwCall       = regexp.MustCompile(`^(?:(\w+) = )?atomic_(exchange|fetch_add)_explicit\(&(\w+), (\d+), memory_order_(\w+)\)$`)
	casCall       = regexp.MustCompile(`^atomic_compare_exchange_strong_explicit\(&(\w+), &(\w+), (\d+), memory_order_relaxed, memory_order_relaxed\)$`)
	assignment    = regexp.MustCompile(`^(\w+) = (\d+)$`)
)

// A litmus is a program's threads, one after the other.
type litmus struct {
	nodes []node
	regs  map[string]int // constants assigned, and 0 for every other global
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err) // the expressions above match digits
	}
	return n
}

func parseLitmus(src string) (litmus, error) {
	l := litmus{regs: map[string]int{}}
	for _, m := range globals.FindAllStringSubmatch(src, -1) {
		for _, name := range strings.Split(m[1], ", ") {
			l.regs[name] = 0
		}
	}
	bodies := threadBody.FindAllStringSubmatch(src, -1)
	if n := strings.Count(src, "pthread_create("); n == 0 || len(bodies) != n {
		return l, fmt.Errorf("%d thread functions, %d threads", len(bodies), n)
	}
	for t, body := range bodies {
		for _, s := range strings.Split(strings.Join(strings.Fields(body[1]), " "), ";") {
			if s = strings.TrimSpace(s); s == "" {
				continue
			}
			if err := l.statement(t, s); err != nil {
				return l, err
			}
		}
	}
	return l, nil
}

func (l *litmus) statement(t int, s string) error {
	fence := func(kinds ...nodeKind) {
		for _, k := range kinds {
			l.nodes = append(l.nodes, node{kind: k, thread: t})
		}
	}
	access := func(n node, order string) {
		before, after := lowering(order, n.kind.reads(), n.kind.writes())
		n.thread = t
		fence(before...)
		l.nodes = append(l.nodes, n)
		fence(after...)
	}
	if m := hardwareFence.FindStringSubmatch(s); m != nil {
		fence(map[string]nodeKind{"sl": sl, "ss": ss, "ll": ll}[m[1]])
	} else if m := orderFence.FindStringSubmatch(s); m != nil {
		fence(fences[m[1]]...)
	} else if m := storeCall.FindStringSubmatch(s); m != nil {
		access(node{kind: store, loc: m[1], value: number(m[2])}, m[3])
	} else if m := loadCall.FindStringSubmatch(s); m != nil {
		access(node{kind: load, reg: m[1], loc: m[2]}, m[3])
	} else if m := rmwCall.FindStringSubmatch(s); m != nil {
		access(node{kind: rmw, reg: m[1], loc: m[3], value: number(m[4]), add: m[2] == "fetch_add"}, m[5])
	} else if m := casCall.FindStringSubmatch(s); m != nil {
		access(node{kind: rmw, cas: true, loc: m[1], reg: m[2], expects: l.regs[m[2]], value: number(m[3])}, "relaxed")
	} else if m := assignment.FindStringSubmatch(s); m != nil {
		l.regs[m[1]] = number(m[2])
	} else {
		return fmt.Errorf("not a statement of a litmus program: %s", s)
	}
	return nil
}

// statedOutcomes writes the sets as the header of a program has them.
func statedOutcomes(sets map[string][]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, " * sc:   %s\n", strings.Join(sets["sc"], " "))
	for i, m := range models[1:] {
		fmt.Fprintf(&b, " * %-5s %s", m+":", models[i])
		var more []string
		for _, o := range sets[m] {
			if !slices.Contains(sets[models[i]], o) {
				more = append(more, o)
			}
		}
		if more != nil {
			fmt.Fprintf(&b, " + %s", strings.Join(more, " "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var statedBlock = regexp.MustCompile(`(?m)(^ \* (sc|tso|pso|pslo):.*\n)+`)

func TestLitmusOutcomes(t *testing.T) {
	files, err := filepath.Glob("litmus/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no litmus programs: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			l, err := parseLitmus(string(src))
			if err != nil {
				t.Fatal(err)
			}
			observe := regexp.MustCompile(`observe: (.*)`).FindSubmatch(src)
			if observe == nil {
				t.Fatal("nothing is observed")
			}
			want := l.outcomes(strings.Fields(string(observe[1])))
			if *update {
				src = statedBlock.ReplaceAll(src, []byte(statedOutcomes(want)))
				if err := os.WriteFile(file, src, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			e, err := Parse(string(src))
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range models {
				if !slices.Equal(e.Outcomes[m], want[m]) {
					t.Errorf("%s: stated %v, by the axioms %v", m, e.Outcomes[m], want[m])
				}
				for _, o := range want[models[max(i-1, 0)]] {
					if !slices.Contains(want[m], o) {
						t.Errorf("%s forbids %s, which a stronger model allows", m, o)
					}
				}
			}
		})
	}
}
