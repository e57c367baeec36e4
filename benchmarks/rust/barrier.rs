// A barrier of two threads; the bug is that arriving is relaxed.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct Shared(UnsafeCell<[u32; 2]>);
unsafe impl Sync for Shared {}

static DATA: Shared = Shared(UnsafeCell::new([0; 2]));
static ARRIVED: AtomicU32 = AtomicU32::new(0);
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::AcqRel };

fn part(me: usize) -> u32 {
    let data = DATA.0.get() as *mut u32;
    unsafe { *data.add(me) = 1 };
    ARRIVED.fetch_add(1, ORDER);
    while ARRIVED.load(Ordering::Acquire) < 2 {
        std::hint::spin_loop();
    }
    unsafe { *data.add(1 - me) }
}

fn main() {
    let h = thread::spawn(|| part(0));
    assert_eq!(part(1), 1);
    assert_eq!(h.join().unwrap(), 1);
}
