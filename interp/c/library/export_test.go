package library

import (
	"maps"
	"slices"
)

// Names returns the names of all functions that Lookup knows, sorted.
func Names() []string {
	names := slices.Concat(slices.Collect(maps.Keys(functions)), slices.Collect(maps.Keys(atomicForms)))
	slices.Sort(names)
	return names
}
