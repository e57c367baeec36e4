package report

// notNil returns a copy of a list that is not nil.
func notNil[T any](list []T) []T { return append([]T{}, list...) }

// joined joins two texts; the separator is left out if one of them is empty.
func joined(separator, a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + separator + b
}

// cutShort adds to a sentence why the search is incomplete; nothing if it is not.
func cutShort(why string) string {
	if why == "" {
		return ""
	}
	return "; the search is incomplete: " + why
}
