package interp_test
import ("testing";"os";"fencepost/interp";"fencepost/models")
func TestZZ(t *testing.T){ s:=loadScenario(t, os.Getenv("ZZ")); 
for _,ex:=range []bool{false,true}{ s.exhaustive=ex; s.runs=5000
for _,m:=range models.All(){ n:=map[string]int{}; s.run(m,func(r *interp.Result){n[ending(r)]++}); t.Log(ex,m.Name,n)}}}
