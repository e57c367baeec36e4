// Relaxed accesses are ordered by fences; in the bug the reader has none.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{fence, AtomicBool, Ordering};
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static DATA: Shared = Shared(UnsafeCell::new(0));
static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let h = thread::spawn(|| {
        unsafe { *DATA.0.get() = 42 };
        fence(Ordering::Release);
        READY.store(true, Ordering::Relaxed);
    });
    if READY.load(Ordering::Relaxed) {
        #[cfg(not(bug))]
        fence(Ordering::Acquire);
        assert_eq!(unsafe { *DATA.0.get() }, 42);
    }
    h.join().unwrap();
}
