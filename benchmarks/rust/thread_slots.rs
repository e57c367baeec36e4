// RUSTSEC-2022-0006 (thread_local): the iterator over all threads' values loaded too weakly whether a value is present.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Slot {
    present: AtomicBool,
    value: UnsafeCell<Option<Box<u32>>>,
}
unsafe impl Sync for Slot {}

static SLOTS: [Slot; 2] = [const { Slot { present: AtomicBool::new(false), value: UnsafeCell::new(None) } }; 2];
const LOOK: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Acquire };

fn insert(thread: usize, value: u32) {
    let slot = &SLOTS[thread];
    unsafe { *slot.value.get() = Some(Box::new(value)) };
    slot.present.store(true, Ordering::Release);
}

fn values() -> impl Iterator<Item = &'static u32> {
    SLOTS.iter().filter(|s| s.present.load(LOOK)).map(|s| unsafe { (*s.value.get()).as_deref().unwrap() })
}

fn main() {
    insert(0, 1);
    let h = thread::spawn(|| insert(1, 2));
    let sum: u32 = values().sum();
    assert!(sum == 1 || sum == 3);
    h.join().unwrap();
}
