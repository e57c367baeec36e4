package populate

import (
	"syscall"
	"unsafe"
)

const (
	growth       = 4 << 20 // the heap grows by so much, and to a multiple of it
	madvPopulate = 23      // MADV_POPULATE_WRITE, of Linux 5.14; an older one does nothing
)

// inHeap is as large as an object has to be to lie in the heap by itself.
var inHeap = new([32 << 10]byte)

// The call changes no byte of memory: were the heap elsewhere, it would fail or be of no use.
func init() {
	first := uintptr(unsafe.Pointer(inHeap)) &^ (growth - 1)
	_, _, _ = syscall.RawSyscall(syscall.SYS_MADVISE, first, growth, madvPopulate)
	inHeap = nil
}
