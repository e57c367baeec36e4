package compilers

import ("testing";"context";"fmt";"os";"strings"
"fencepost/models/synth"
"fencepost/interp/candidates"
"time"
)
func TestScratch(t *testing.T) {
	ctx := context.Background()
	m,_ := synth.Lookup("c11orig")
	var tests []*Test
	forms := synth.Forms[:2]
	if os.Getenv("FORMS") != "" { forms = synth.Forms }
	for size := 2; size <= 4; size++ {
	for _, x := range synth.Run(ctx, m, synth.Options{Size:size,MaxRMWs:1,AnyLocations:true,Workers:2}).Tests { for _, p := range x.Programs() { tests = append(tests, Tests(p, forms, len(tests))...) } }
	}
	fmt.Println(len(tests), "tests")
	c,_ := candidates.Lookup("c11orig")
	var list []*Compiler
	for _, name := range strings.Split(os.Getenv("CCS"), ",") { x, err := Find(ctx, name); if err != nil { t.Fatal(err) }; list = append(list, x) }
	start := time.Now()
	rows, err := Run(ctx, list, tests, Options{Model:c,Workers:2})
	if err != nil { t.Fatal(err) }
	fmt.Println(time.Since(start))
	for _, r := range rows { fmt.Printf("%-60s %d tests %d failed %d/%d unreachable %.1fs %v %v\n", r.Compiler.Name(), r.Tests, len(r.Failures), r.Unreachable, r.Allowed, r.Seconds, r.Refused, len(r.Calls))
	for i, f := range r.Failures { if i < 3 { fmt.Println(f.Test.Name, f.State); fmt.Println(f.Test.Source); for _, a := range f.Assembly { fmt.Println(strings.Join(a,"\n")) }
	   f.C11.WriteText(os.Stdout, f.State, "c11orig"); f.Machine.WriteText(os.Stdout, f.State, "machine") } else { fmt.Print(f.Test.Name, "; ") } } }
}
