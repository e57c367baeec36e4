// A lock of a flag; the bug is that it is given back by a relaxed store.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct Lock<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}
unsafe impl<T: Send> Sync for Lock<T> {}

impl<T> Lock<T> {
    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        while self.taken.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        let r = f(unsafe { &mut *self.value.get() });
        #[cfg(bug)]
        self.taken.store(false, Ordering::Relaxed);
        #[cfg(not(bug))]
        self.taken.store(false, Ordering::Release);
        r
    }
}

static LOCK: Lock<u32> = Lock { taken: AtomicBool::new(false), value: UnsafeCell::new(0) };

fn main() {
    let h = thread::spawn(|| LOCK.with(|v| *v += 1));
    LOCK.with(|v| *v += 1);
    h.join().unwrap();
    assert_eq!(LOCK.with(|v| *v), 2);
}
