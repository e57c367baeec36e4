package campaign

import "sync"

// Parallel calls work n times at once, with 0 to n-1, and returns when all have
// returned; one of the calls is made here. A panic in one becomes one of the caller,
// who can recover it, which it could not in a goroutine of its own.
func Parallel(n int, work func(i int)) {
	var (
		group    sync.WaitGroup
		mu       sync.Mutex
		panicked any
	)
	call := func(i int) {
		defer func() {
			if v := recover(); v != nil {
				mu.Lock()
				panicked = v
				mu.Unlock()
			}
		}()
		work(i)
	}
	for i := 1; i < n; i++ {
		group.Go(func() { call(i) })
	}
	if n > 0 {
		call(0)
	}
	group.Wait()
	if panicked != nil {
		panic(panicked)
	}
}
