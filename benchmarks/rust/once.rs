// An initialiser that runs once; the bug is that its end is told by a relaxed store.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread;

struct Once<T> {
    state: AtomicU8,
    value: UnsafeCell<Option<T>>,
}
unsafe impl<T: Send + Sync> Sync for Once<T> {}
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

impl<T> Once<T> {
    fn get(&self, make: impl FnOnce() -> T) -> &T {
        if self.state.compare_exchange(0, 1, Ordering::Acquire, Ordering::Acquire).is_ok() {
            unsafe { *self.value.get() = Some(make()) };
            self.state.store(2, ORDER);
        }
        while self.state.load(Ordering::Acquire) != 2 {
            std::hint::spin_loop();
        }
        unsafe { (*self.value.get()).as_ref().unwrap() }
    }
}

static ONCE: Once<u32> = Once { state: AtomicU8::new(0), value: UnsafeCell::new(None) };

fn main() {
    let h = thread::spawn(|| *ONCE.get(|| 4));
    assert_eq!(*ONCE.get(|| 4), 4);
    assert_eq!(h.join().unwrap(), 4);
}
