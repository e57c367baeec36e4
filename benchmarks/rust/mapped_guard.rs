// RUSTSEC-2020-0059 (futures-util): a guard that was mapped to something else was shared as if it still gave what the lock holds. The right form is mapped to an atomic.
// --define bug: data race
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

struct Mapped<'a, T, U> {
    _guard: MutexGuard<'a, T>,
    value: &'a U,
}
unsafe impl<T: Sync, U> Sync for Mapped<'_, T, U> {}

fn map<'a, T, U>(mut guard: MutexGuard<'a, T>, f: impl FnOnce(&mut T) -> &'a U) -> Mapped<'a, T, U> {
    let value = f(&mut guard);
    Mapped { _guard: guard, value }
}

trait Count {
    fn add(&self);
}
impl Count for Cell<u32> {
    fn add(&self) {
        self.set(self.get() + 1)
    }
}
impl Count for AtomicU32 {
    fn add(&self) {
        self.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(bug)]
type Other = Cell<u32>;
#[cfg(not(bug))]
type Other = AtomicU32;

fn main() {
    let other = Other::new(0);
    let lock = Mutex::new(1);
    let mapped = map(lock.lock().unwrap(), |_| &other);
    let shared = &mapped;
    thread::scope(|s| {
        s.spawn(move || shared.value.add());
        shared.value.add();
    });
}
