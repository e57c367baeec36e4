package report_test

import (
	"context"
	"log"
	"os"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/c/cfront"
	"fencepost/models"
	"fencepost/phase2"
)

// A campaign's result as text; WriteJSON, WriteHTML, WriteSARIF and WriteJUnit print
// the same Result.
func Example() {
	const source = `
#include <assert.h>
#include <pthread.h>
int x, y, r, s;
void *a(void *p) { x = 1; r = y; return p; }
void *b(void *p) { y = 1; s = x; return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	assert(r == 1 || s == 1);
}
`
	p, err := cfront.Compile("sb.c", []byte(source), cfront.Options{})
	if err != nil {
		log.Fatal(err)
	}
	campaign, err := phase2.Check(context.Background(), p, phase2.Options{Models: []*models.Model{models.TSO}})
	if err != nil {
		log.Fatal(err)
	}
	r := report.FromCheck(campaign, report.Witnesses{}, report.Bug)
	if err := report.WriteText(os.Stdout, r, report.TextOptions{Quiet: true}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// sb.c: 1 bug that relaxed memory causes
	// sb.c:14:2: assertion failed: r == 1 || s == 1 [tso]
}
