package engine

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"fencepost/benchmarks"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/c/cfront"
	"fencepost/interp/front"
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

// topics are the examples, files of package benchmarks or texts. Those of a language that needs a
// compiler of the machine are there where it is.
var topics = []struct {
	title string
	files []string
}{
	{"Classic tests", []string{"litmus/SB.c", "litmus/MP.c", "litmus/LB.c", "litmus/IRIW.c", "litmus/WRC.c", "litmus/2+2W.c", "litmus/CoRR.c", "litmus/R.c", "litmus/S.c"}},
	{"With fences and orders", []string{"litmus/SB+sl.c", "litmus/MP+ra.c", "litmus/MP+ss+ll.c", "litmus/SB+sc.c", "litmus/ISA2+ra.c"}},
	{"Litmus format", []string{"SB.litmus", "MP.litmus", "LB.litmus"}},
	{"C++", []string{"SB.cpp", "lock.cpp"}},
	{"Rust", []string{"SB.rs", "channel.rs"}},
	{"The Linux kernel", []string{"MP+wmb.litmus", "RCU.litmus"}},
	{"Mutual exclusion", []string{"verdicts/dekker.c", "verdicts/dekker_store.c", "verdicts/peterson.c", "verdicts/peterson_flag.c", "verdicts/dekker_fence.c"}},
	{"Locks", []string{"verdicts/ticket.c", "verdicts/ticket_unlock.c", "verdicts/mcs.c", "verdicts/trylock_lock.c"}},
	{"Publication", []string{"verdicts/dcl.c", "verdicts/dcl_load.c", "verdicts/mailbox_both.c", "verdicts/once_flag.c"}},
	{"Queues and stacks", []string{"verdicts/spsc.c", "verdicts/spsc_tail.c", "verdicts/treiber.c", "verdicts/treiber_push.c"}},
	{"Readers and writers", []string{"verdicts/seqlock.c", "verdicts/seqlock_reader.c", "verdicts/rcu_publish.c"}},
	{"Reference counts", []string{"verdicts/refcount.c", "verdicts/refcount_release.c"}},
}

// texts are the examples that are not in package benchmarks.
//
//go:embed examples
var texts embed.FS

// observed are the globals that tell the outcomes of texts.
var observed = map[string][]string{"SB.cpp": {"r1", "r2"}, "SB.rs": {"SB::R1", "SB::R2"}}

// Examples returns the programs to begin with, by topic.
func Examples() (list []Topic, err error) {
	there := front.Compilers()
	for _, t := range topics {
		topic := Topic{Title: t.title}
		if front.IsForeign([]cfront.Source{{Name: t.files[0]}}) && !slices.Contains(there, path.Ext(t.files[0])) {
			continue
		}
		for _, file := range t.files {
			src, err := texts.ReadFile("examples/" + file)
			own := err == nil
			if !own {
				if src, err = benchmarks.Files.ReadFile(file); err != nil {
					return nil, err
				}
			}
			text := string(src)
			example := Example{Name: path.Base(file), Title: title(text), Source: withoutAnswers(text), Observe: observed[file]}
			if e, err := benchmarks.Parse(text); err == nil && !own {
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
	if line, _, _ := strings.Cut(text, "\n"); strings.HasPrefix(line, "// ") {
		return strings.TrimPrefix(line, "// ")
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
