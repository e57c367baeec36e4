package main

import "testing"

// Each command has the name by which it is made, and is then the only one.
func TestCommandsByName(t *testing.T) {
	t.Parallel()
	all := commands()
	if n := len(newRoot(&app{}, nil).Commands()); n == 0 || n != len(all) {
		t.Errorf("%d commands, and %d names", n, len(all))
	}
	for name := range all {
		list := newRoot(&app{}, []string{name, "check"}).Commands()
		if len(list) != 1 || list[0].Name() != name {
			t.Errorf("%s does not make a command of its name alone", name)
		}
	}
}
