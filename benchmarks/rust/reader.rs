// A value is published by a flag; the bug is a relaxed load.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static DATA: Shared = Shared(UnsafeCell::new(0));
static READY: AtomicBool = AtomicBool::new(false);
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Acquire };

fn main() {
    let h = thread::spawn(|| {
        unsafe { *DATA.0.get() = 42 };
        READY.store(true, Ordering::Release);
    });
    while !READY.load(ORDER) {
        std::hint::spin_loop();
    }
    assert_eq!(unsafe { *DATA.0.get() }, 42);
    h.join().unwrap();
}
