//go:build !linux

package limits

// BeforeRuntime says that the limits are read before the runtime begins.
const BeforeRuntime = false
