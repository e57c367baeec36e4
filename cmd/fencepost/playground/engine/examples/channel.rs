// a slot that is filled in and then announced by a relaxed store
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Slot {
    full: AtomicBool,
    value: UnsafeCell<u32>,
}
unsafe impl Sync for Slot {}

static SLOT: Slot = Slot { full: AtomicBool::new(false), value: UnsafeCell::new(0) };

fn main() {
    let sender = thread::spawn(|| {
        unsafe { *SLOT.value.get() = 7 };
        SLOT.full.store(true, Ordering::Relaxed);
    });
    if SLOT.full.load(Ordering::Acquire) {
        assert_eq!(unsafe { *SLOT.value.get() }, 7);
    }
    sender.join().unwrap();
}
