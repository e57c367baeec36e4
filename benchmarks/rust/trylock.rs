// A lock that is only tried; the bug is that it is taken by a relaxed exchange.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static TAKEN: AtomicBool = AtomicBool::new(false);
static COUNT: Shared = Shared(UnsafeCell::new(0));
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Acquire };

fn once() -> u32 {
    if TAKEN.swap(true, ORDER) {
        return 0;
    }
    unsafe { *COUNT.0.get() += 1 };
    TAKEN.store(false, Ordering::Release);
    1
}

fn main() {
    let h = thread::spawn(once);
    let mine = once();
    let other = h.join().unwrap();
    assert_eq!(unsafe { *COUNT.0.get() }, mine + other);
}
