package bias

import (
	"reflect"
	"testing"
)

// TestSwitches: every field of Parameters has a switch of its name, and Default has
// them all on.
func TestSwitches(t *testing.T) {
	p := Default()
	v := reflect.ValueOf(p).Elem()
	list := p.Switches()
	if len(list) != v.NumField() {
		t.Fatalf("%d switches, %d parameters", len(list), v.NumField())
	}
	for i, s := range list {
		if name := v.Type().Field(i).Name; s.Name != name || s.On != v.Field(i).Addr().Interface() || !*s.On {
			t.Errorf("switch %d is %s, on: %v; the field is %s", i, s.Name, *s.On, name)
		}
	}
}
