package interp_test
import ("testing";"path/filepath";"fencepost/interp";"fencepost/models";"reflect";"slices")
func TestZZ(t *testing.T){ 
fs,_:=filepath.Glob("testdata/*/*.c")
for _,f:=range fs {
s:=loadScenario(t, f)
for _,m:=range models.All(){ 
 mc:=interp.New(s.program,m,s.options)
 n:=0
 for i:=range 60 { a:=run(mc,random(i)); b:=run(interp.New(s.program,m,s.options),random(i))
 if !slices.Equal(a.events,b.events)||!reflect.DeepEqual(a.result,b.result){n++} }
 if n>0 {t.Log(f,m.Name,n)}
}}}
