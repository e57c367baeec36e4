package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/cmd/fencepost/exit"

	"github.com/chromedp/chromedp"
)

// No page that the command writes runs markup that an input holds: in its name, the names
// in it, its messages, outcomes, or what a lesson says.
func TestMarkupInBrowser(t *testing.T) {
	t.Parallel()
	const markup = `"><img src=x onerror="window.hit=1"><script>window.hit=2</script>`
	dir := t.TempDir()
	name := func(end string) string { return filepath.Join(dir, `<img src=x onerror=window.hit=3>`+end) }
	inputs := map[string]string{
		name(".c"): "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x; // " + markup + "\n" +
			"void *f(void *p) { x = 1; return p; }\nint main(void) {\n\tpthread_t t;\n\tpthread_create(&t, 0, f, 0);\n\tint r = x; // </script>" + markup + "\n" +
			"\tassert(r && \"<img src=x onerror=window.hit=4></script>\");\n\tpthread_join(t, 0);\n\treturn 0;\n}\n",
		name(".litmus"): "C <img src=x onerror=window.hit=5>\n{}\nP0(atomic_int *x) { atomic_store_explicit(x, 1, memory_order_relaxed); }\nP1(atomic_int *x) { int r0 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (1:r0=1)\n",
		name("l.litmus"): "C MP\n(* lesson: " + markup + "\ntext: " + markup + "\nquestion: " + markup + "\nsummary: </script>" + markup + "\nplay: pso\nplay-text: " + markup + " *)\n{}\n" +
			"P0(atomic_int *x, atomic_int *y) { atomic_store_explicit(x, 1, memory_order_relaxed); atomic_store_explicit(y, 1, memory_order_relaxed); }\n" +
			"P1(atomic_int *x, atomic_int *y) { int r0 = atomic_load_explicit(y, memory_order_relaxed); int r1 = atomic_load_explicit(x, memory_order_relaxed); }\nexists (1:r0=1 /\\ 1:r1=0)\n",
	}
	for file, text := range inputs {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b := newBrowser(t)
	for i, args := range testsize.Part(1, [][]string{
		{"check", "--html", "P", name(".c")}, {"test", "--html", "P", name(".c")}, {"explore", "--html", "P", name(".c")},
		{"explore", "--html", "P", "--why", "condition", name(".litmus")}, {"learn", "--html", "P", name("l.litmus")},
	}) {
		page := filepath.Join(dir, string(rune('a'+i))+".html")
		for k := range args {
			if args[k] == "P" {
				args[k] = page
			}
		}
		var stderr strings.Builder
		if status := run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr); status > exit.Bug {
			t.Fatalf("%q: status %d, %s", args, status, stderr.String())
		}
		var shown string
		var hit bool
		err := chromedp.Run(b.ctx, chromedp.Navigate("file://"+page), chromedp.Evaluate("document.body.innerText", &shown),
			chromedp.Evaluate("!!(window.hit || document.querySelector('img[src=x]'))", &hit))
		if err != nil {
			t.Fatal(err)
		}
		if hit {
			t.Errorf("%s: markup of the input is executed", args[0])
		}
		if !strings.Contains(shown, "<img src=x") {
			t.Errorf("%s: the page does not show what it was given: %.300s", args[0], shown)
		}
	}
	b.complaints(t)
}
