package library

import (
	"maps"
	"slices"
)

// Names returns the names of all functions that Lookup knows, sorted.
func Names() []string { return slices.Sorted(maps.Keys(functions)) }
