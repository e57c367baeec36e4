// A lock by tickets; the bug is that the next one is served by a relaxed addition.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static NEXT: AtomicU32 = AtomicU32::new(0);
static SERVED: AtomicU32 = AtomicU32::new(0);
static COUNT: Shared = Shared(UnsafeCell::new(0));
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

fn add() {
    let mine = NEXT.fetch_add(1, Ordering::Relaxed);
    while SERVED.load(Ordering::Acquire) != mine {
        thread::yield_now();
    }
    unsafe { *COUNT.0.get() += 1 };
    SERVED.fetch_add(1, ORDER);
}

fn main() {
    let h = thread::spawn(add);
    add();
    h.join().unwrap();
    assert_eq!(unsafe { *COUNT.0.get() }, 2);
}
