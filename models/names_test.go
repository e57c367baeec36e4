package models

import "testing"

// An alias stands for the name of a model, and no other name for another.
func TestAliases(t *testing.T) {
	for _, c := range []struct{ given, name, alias string }{
		{"rc11", "c11", "rc11"}, {"c11", "c11", "rc11"}, {"rc20", "c++20", "rc20"}, {"c++20", "c++20", "rc20"}, {"tso", "tso", "tso"},
	} {
		if name := NameOf(c.given); name != c.name || AliasOf(name) != c.alias {
			t.Errorf("%s: %s, %s; want %s, %s", c.given, name, AliasOf(name), c.name, c.alias)
		}
	}
}
