// RUSTSEC-2020-0070 (lock_api): guards of read locks could be shared by threads whatever they guard. The right form guards what may be shared.
// --define bug: data race
use std::cell::Cell;
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;

struct Lock<T> {
    readers: AtomicUsize,
    value: T,
}
struct ReadGuard<'a, T>(&'a Lock<T>);
unsafe impl<T> Sync for ReadGuard<'_, T> {}

impl<T> Lock<T> {
    fn read(&self) -> ReadGuard<'_, T> {
        self.readers.fetch_add(1, Ordering::Acquire);
        ReadGuard(self)
    }
}
impl<T> Deref for ReadGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0.value
    }
}
impl<T> Drop for ReadGuard<'_, T> {
    fn drop(&mut self) {
        self.0.readers.fetch_sub(1, Ordering::Release);
    }
}

trait Store {
    fn put(&self, v: u32);
}
impl Store for Cell<u32> {
    fn put(&self, v: u32) {
        self.set(v)
    }
}
impl Store for AtomicU32 {
    fn put(&self, v: u32) {
        self.store(v, Ordering::Relaxed)
    }
}

fn share<T: Store>(value: T) {
    let lock = Lock { readers: AtomicUsize::new(0), value };
    let guard = lock.read();
    thread::scope(|s| {
        let shared = &guard;
        s.spawn(move || shared.put(1));
        guard.put(2);
    });
}

fn main() {
    #[cfg(bug)]
    share(Cell::new(0));
    #[cfg(not(bug))]
    share(AtomicU32::new(0));
}
