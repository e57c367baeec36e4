// A value is published by a flag; the bug is a relaxed store.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static DATA: Shared = Shared(UnsafeCell::new(0));
static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let h = thread::spawn(|| {
        unsafe { *DATA.0.get() = 42 };
        #[cfg(bug)]
        READY.store(true, Ordering::Relaxed);
        #[cfg(not(bug))]
        READY.store(true, Ordering::Release);
    });
    if READY.load(Ordering::Acquire) {
        assert_eq!(unsafe { *DATA.0.get() }, 42);
    }
    h.join().unwrap();
}
