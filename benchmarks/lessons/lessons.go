// Package lessons teaches memory models with the classic litmus tests of benchmarks.
//
// A Lesson is data: a test, a question about one of its outcomes, and what is to be
// learnt. Its Test is the program, with the statements of each thread taken from the
// syntax tree. Answer goes through every execution of the test under every model, as
// package explore does it, and tells which model has which outcome, a shortest execution
// with the one asked for, step by step as events, the fences that forbid it, and, by
// package candidates, what C11 and the machines of today make of it.
//
//	l := lessons.Find("SB")
//	test, err := l.Open()            // ask: l.Question, test.Threads
//	a, err := l.Answer(ctx, test)    // tell: a.Outcomes, a.Shown, a.Repairs
//
// Nothing here prints or waits: a terminal, a page or a playground shows the parts in
// its own way. The steps in words are what package report makes of a.Shown.
package lessons

import "strings"

// A Lesson is a litmus test of the benchmarks with what is to be learnt from it.
type Lesson struct {
	Name     string // of the test
	Asked    string // the outcome that the question is about: values, separated by commas
	Question string
	Summary  string
}

// All returns the lessons in the order in which they are best read.
func All() []Lesson { return all }

// Find returns the lesson of a name, in any case; nil if there is none.
func Find(name string) *Lesson {
	for i := range all {
		if strings.EqualFold(all[i].Name, name) {
			return &all[i]
		}
	}
	return nil
}

var all = []Lesson{
	{
		"SB", "0,0",
		"Each thread writes its own variable and then reads the other's. Can both miss the other's write?",
		"A store takes effect for others only when it leaves the buffer; the thread itself goes on. So a load may overtake an earlier store. That breaks every lock that is built of \"raise my flag, then look at yours\".",
	},
	{
		"MP", "1,0",
		"Thread 1 writes data, x, and then raises a flag, y. Can thread 2 see the flag and yet read old data?",
		"With one buffer for each variable, stores of one thread may become visible in any order; and where loads may read old values, seeing the flag is no promise about the data. The writer needs a store-store fence, the reader a load-load fence: in C11, a release store and an acquire load of the flag.",
	},
	{
		"R", "0,2",
		"Thread 1 writes both variables; thread 2 writes the second and then reads the first. Can thread 2's write be the last one and its read still come too early?",
		"Thread 2's store waits while its load is performed, as in SB. That it is the last to reach memory proves nothing about the load after it.",
	},
	{
		"S", "1,2",
		"Thread 1 writes x = 2 and then raises a flag, y. Thread 2 writes x = 1 if it looks at the flag first. Can it see the flag raised, and its write be overwritten by the earlier one?",
		"The store to x stays behind while the store to y passes it. A store-store fence between the two keeps them in order.",
	},
	{
		"2+2W", "1,1",
		"Two threads write two variables in opposite order. Can the first write of each be the one that remains?",
		"Each thread's second store reached memory before its first. Nothing was read: the order of stores alone is wrong. Store-store fences forbid it.",
	},
	{
		"WRC", "1,1,0",
		"Thread 2 sees a write of thread 1 and raises a flag. Can thread 3 see the flag and not the write that was seen before it was raised?",
		"The stores were made in order and reached memory in order; but thread 3's second load reads what it could have read before its first. A load-load fence between them suffices here: a store is visible to all other threads at the same time.",
	},
	{
		"RWC", "1,0,0",
		"Thread 2 sees a write of thread 1 and then misses one of thread 3; can thread 3, after its write, miss that of thread 1?",
		"Thread 3's store waits in its buffer while it reads, as in SB, and a third thread is the witness. A store-load fence after the store mends it; where loads may read old values, the witness needs a load-load fence, too.",
	},
	{
		"ISA2", "1,1,0",
		"A message goes from thread 1 through thread 2 to thread 3. Can thread 3 get it and yet read old data?",
		"Fences must stand along the whole way of the message: between the two stores of the first thread, and between the two loads of the last.",
	},
	{
		"IRIW", "1,0,1,0",
		"Two threads write, two others read both variables. Can the readers disagree about which write came first?",
		"A store reaches memory for all threads at once, so there is one order of the two. The readers see it wrongly only because one of their loads read an old value. Load-load fences in both forbid it. Under TSO and PSO it cannot happen at all.",
	},
	{
		"LB", "1,1",
		"Each thread reads one variable and then writes the other. Can both read what the other only writes afterwards?",
		"TSO, PSO and PSLO keep a load before every later store, and so does RC11. C11 as first formalised does not, nor do the architectures of Arm, Power and RISC-V, unless the store depends on the load or a fence or an acquire stands between. Few processors have been seen to do it.",
	},
	{
		"CoRR", "1,0",
		"A thread reads one variable twice. Can the second read be older than the first?",
		"Every model here is coherent: to one variable there is one order of stores, and no thread goes back in it. Fences are about several variables, never about one.",
	},
}
