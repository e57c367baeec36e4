// A value is sent once; the receiver takes it if a state says so. In the bug the sender drops what the receiver may be taking.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::Arc;
use std::thread;

const EMPTY: u8 = 0;
const FULL: u8 = 1;
const TAKEN: u8 = 2;

struct Channel {
    state: AtomicU8,
    value: UnsafeCell<Option<Box<u32>>>,
}
unsafe impl Sync for Channel {}

impl Channel {
    fn send(&self, v: u32) {
        unsafe { *self.value.get() = Some(Box::new(v)) };
        self.state.store(FULL, Ordering::Release);
    }
    fn take(&self) -> Option<Box<u32>> {
        #[cfg(bug)]
        let full = self.state.load(Ordering::Acquire) == FULL;
        #[cfg(not(bug))]
        let full = self.state.compare_exchange(FULL, TAKEN, Ordering::Acquire, Ordering::Relaxed).is_ok();
        if full { unsafe { (*self.value.get()).take() } } else { None }
    }
}

fn main() {
    let c = Arc::new(Channel { state: AtomicU8::new(EMPTY), value: UnsafeCell::new(None) });
    c.send(8);
    let d = c.clone();
    let h = thread::spawn(move || d.take());
    let mine = c.take();
    let other = h.join().unwrap();
    assert!(mine.is_none() || other.is_none());
    let _ = TAKEN;
}
