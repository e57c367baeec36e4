//go:build !unix

package watch

// memoryLimit returns what the limit of memory is: here is none.
func memoryLimit() string { return "" }
