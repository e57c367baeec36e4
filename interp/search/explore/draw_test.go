package explore_test

import (
	"maps"
	"slices"
	"testing"

	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestDrawn explores programs that compare a value drawn from a wide range, of which a few values
// represent all, and the same programs with two narrow ranges, of which every value is drawn. The
// outcomes are the same. If a program computes with the value, the search is only a sample.
func TestDrawn(t *testing.T) {
	t.Parallel()
	for body, whole := range map[string]bool{
		"if (v) g = 1;": true,
		"if (v > 17 && v != 300) g = 1; else if (v <= -599) g = 2; if (v == 300) g += 4;": true,
		"h = 1; __VERIFIER_assume(v >= 3); if (v < 5) g = v == 4 ? 9 : 8;":                true,
		"for (int i = 0; v > 20 && i < 3; i++) g++;":                                      true,
		"switch (v) { case -3: g = 1; break; case 600: g = 2; break; default: g = 3; }":   true,
		"g = v != 77;":      true,
		"g = v * 2;":        false,
		"if (v > h) g = 1;": false,
	} {
		reports := map[string]*explore.Report{}
		for name, draw := range map[string]string{
			"wide": "nondet_range(-600, 600)", "narrow": "(nondet_range(0, 1) ? nondet_range(-600, 0) : nondet_range(1, 600))",
		} {
			src := "#include <pthread.h>\n#include <fencepost.h>\nvoid __VERIFIER_assume(int);\nint g, h;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n" +
				"static void *f(void *p) { pthread_mutex_lock(&m); h++; pthread_mutex_unlock(&m); return p; }\n" +
				"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int v = " + draw + "; pthread_mutex_lock(&m); " + body +
				" pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }\n"
			reports[name] = observed(t, compile(t, src), axiom.SC, 1, nil)
		}
		wide, narrow := reports["wide"], reports["narrow"]
		if wide.Sampled == whole || wide.Complete != whole || !narrow.Complete || narrow.Sampled {
			t.Errorf("%s: %+v\n%+v", body, wide, narrow)
		}
		if got, want := slices.Sorted(maps.Keys(wide.Outcomes)), slices.Sorted(maps.Keys(narrow.Outcomes)); whole && !slices.Equal(got, want) || len(got) == 0 {
			t.Errorf("%s: %v, by all values %v", body, got, want)
		}
		if wide.Executions*10 > narrow.Executions {
			t.Errorf("%s: %d executions, by all values %d", body, wide.Executions, narrow.Executions)
		}
	}
}

// TestDrawnRanges draws twice at one place, from different ranges: each value is in its own range,
// and those that are compared with are drawn in each.
func TestDrawnRanges(t *testing.T) {
	t.Parallel()
	src := `#include <fencepost.h>
int g, h;
static int pick(int lo, int hi) { int v = nondet_range(lo, hi); return v == 3 ? 1 : v == 5003 ? 2 : 0; }
int main(void) { g = pick(0, 2000); h = pick(5000, 9000); return 0; }
`
	r := observed(t, compile(t, src), axiom.SC, 1, nil)
	if got, want := slices.Sorted(maps.Keys(r.Outcomes)), []string{"g=0 h=0", "g=0 h=2", "g=1 h=0", "g=1 h=2"}; !slices.Equal(got, want) {
		t.Errorf("%v; want %v", got, want)
	}
}
