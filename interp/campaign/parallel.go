package campaign

import "sync"

// Parallel calls work n times concurrently, with 0 to n-1, and returns when all calls have
// returned. One of them runs in the caller's goroutine. A panic in a call is raised again
// in the caller, which can recover it.
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
