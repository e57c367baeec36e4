// RUSTSEC-2019-0013 (spin): the guard of a writer unlocked by a relaxed store, which does not keep what was written before the unlocking.
// --define bug: data race
use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const WRITER: usize = 1 << 16;
const UNLOCK: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

struct RwLock {
    state: AtomicUsize,
    value: UnsafeCell<[u32; 2]>,
}
unsafe impl Sync for RwLock {}

impl RwLock {
    fn write(&self, change: impl FnOnce(&mut [u32; 2])) {
        while self.state.compare_exchange(0, WRITER, Ordering::Acquire, Ordering::Relaxed).is_err() {
            spin_loop();
        }
        change(unsafe { &mut *self.value.get() });
        self.state.store(0, UNLOCK);
    }
    fn try_read<T>(&self, look: impl FnOnce(&[u32; 2]) -> T) -> Option<T> {
        if self.state.fetch_add(1, Ordering::Acquire) >= WRITER {
            self.state.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        let seen = look(unsafe { &*self.value.get() });
        self.state.fetch_sub(1, Ordering::Release);
        Some(seen)
    }
}

static LOCK: RwLock = RwLock { state: AtomicUsize::new(0), value: UnsafeCell::new([0, 0]) };

fn main() {
    let writer = thread::spawn(|| LOCK.write(|v| *v = [1, 1]));
    if let Some((a, b)) = LOCK.try_read(|v| (v[0], v[1])) {
        assert_eq!(a, b);
    }
    writer.join().unwrap();
}
