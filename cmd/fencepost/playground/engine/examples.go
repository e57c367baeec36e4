package engine

import (
	"fmt"
	"path"
	"strings"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/report"
)

// A Topic is a list of programs to begin with.
type Topic struct {
	Title    string    `json:"title"`
	Examples []Example `json:"examples"`
}

// An Example is a program to begin with.
type Example struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Source  string   `json:"source"`            // without what is expected of it
	Observe []string `json:"observe,omitempty"` // the globals that tell the outcomes
}

// topics are the examples, files of package benchmarks or texts.
var topics = []struct {
	title string
	files []string
}{
	{"Classic tests", []string{"litmus/SB.c", "litmus/MP.c", "litmus/LB.c", "litmus/IRIW.c", "litmus/WRC.c", "litmus/2+2W.c", "litmus/CoRR.c", "litmus/R.c", "litmus/S.c"}},
	{"With fences and orders", []string{"litmus/SB+sl.c", "litmus/MP+ra.c", "litmus/MP+ss+ll.c", "litmus/SB+sc.c", "litmus/ISA2+ra.c"}},
	{"Litmus format", []string{"SB.litmus", "MP.litmus", "LB.litmus"}},
	{"The Linux kernel", []string{"MP+wmb.litmus", "RCU.litmus"}},
	{"Mutual exclusion", []string{"verdicts/dekker.c", "verdicts/dekker_store.c", "verdicts/peterson.c", "verdicts/peterson_flag.c", "verdicts/dekker_fence.c"}},
	{"Locks", []string{"verdicts/ticket.c", "verdicts/ticket_unlock.c", "verdicts/mcs.c", "verdicts/trylock_lock.c"}},
	{"Publication", []string{"verdicts/dcl.c", "verdicts/dcl_load.c", "verdicts/mailbox_both.c", "verdicts/once_flag.c"}},
	{"Queues and stacks", []string{"verdicts/spsc.c", "verdicts/spsc_tail.c", "verdicts/treiber.c", "verdicts/treiber_push.c"}},
	{"Readers and writers", []string{"verdicts/seqlock.c", "verdicts/seqlock_reader.c", "verdicts/rcu_publish.c"}},
	{"Reference counts", []string{"verdicts/refcount.c", "verdicts/refcount_release.c"}},
}

// litmusTests are examples in herd's format, by name.
var litmusTests = map[string]string{
	"SB.litmus": `C SB
"each thread writes one variable and reads the other"
{}

P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}

P1 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}

exists (0:r0=0 /\ 1:r0=0)
`,
	"MP.litmus": `C MP
"data, then a flag; the reader looks at the flag, then at the data"
{}

P0 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}

P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}

exists (1:r0=1 /\ 1:r1=0)
`,
	"LB.litmus": `C LB
"each thread reads one variable and then writes the other"
{}

P0 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}

P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}

exists (0:r0=1 /\ 1:r0=1)
`,
	"MP+wmb.litmus": `C MP+wmb
"data, a write barrier, then a flag; the reader has no barrier"
{}

P0(int *x, int *y)
{
	WRITE_ONCE(*x, 1);
	smp_wmb();
	WRITE_ONCE(*y, 1);
}

P1(int *x, int *y)
{
	int r0 = READ_ONCE(*y);
	int r1 = READ_ONCE(*x);
}

exists (1:r0=1 /\ 1:r1=0)
`,
	"RCU.litmus": `C RCU
"a critical section that sees what comes after a grace period"
{}

P0(int *x, int *y)
{
	int r0;
	int r1;

	rcu_read_lock();
	r0 = READ_ONCE(*x);
	r1 = READ_ONCE(*y);
	rcu_read_unlock();
}

P1(int *x, int *y)
{
	WRITE_ONCE(*y, 1);
	synchronize_rcu();
	WRITE_ONCE(*x, 1);
}

exists (0:r0=1 /\ 0:r1=0)
`,
}

// Examples returns the programs to begin with, by topic.
func Examples() (list []Topic, err error) {
	for _, t := range topics {
		topic := Topic{Title: t.title}
		for _, file := range t.files {
			text, ok := litmusTests[file]
			if !ok {
				src, err := benchmarks.Files.ReadFile(file)
				if err != nil {
					return nil, err
				}
				text = string(src)
			}
			example := Example{Name: path.Base(file), Title: title(text), Source: withoutAnswers(text)}
			if e, err := benchmarks.Parse(text); err == nil && !ok {
				example.Observe = e.Observe
			}
			topic.Examples = append(topic.Examples, example)
		}
		list = append(list, topic)
	}
	return list, nil
}

// withoutAnswers returns a program without what its first comment says is expected of it.
func withoutAnswers(text string) string {
	comment, rest, ok := strings.Cut(text, "*/\n")
	if !ok || !strings.HasPrefix(text, "/* ") || !strings.Contains(comment, "\n *\n") {
		return text
	}
	return "/* " + title(text) + " */\n" + rest
}

// title returns the first sentence of a program's first comment, or the quoted string of
// a litmus test.
func title(text string) string {
	if _, rest, ok := strings.Cut(text, "\"\n"); ok && strings.HasPrefix(text, "C ") {
		_, doc, _ := strings.Cut(strings.TrimSuffix(text, rest), "\"")
		return strings.TrimSuffix(doc, "\"\n")
	}
	if !strings.HasPrefix(text, "/* ") {
		return ""
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(text, "/* "), "*/")
	first, _, _ = strings.Cut(first, "\n *\n")
	return strings.TrimSpace(strings.ReplaceAll(first, "\n * ", " "))
}

func (s *session) examples() (*Answer, error) {
	list, err := Examples()
	if err != nil {
		return nil, fmt.Errorf("examples: %w", err)
	}
	return &Answer{Document: report.New("explore", report.OK), Examples: list}, nil
}
