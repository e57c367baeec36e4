// A wrapper is declared Sync for any content, as in several advisories: a Cell in it is shared. The right form shares an atomic.
// --define bug: data race
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct Guarded<T>(T);
unsafe impl<T> Sync for Guarded<T> {}

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
static G: Guarded<Cell<u32>> = Guarded(Cell::new(0));
#[cfg(not(bug))]
static G: Guarded<AtomicU32> = Guarded(AtomicU32::new(0));

fn main() {
    let h = thread::spawn(|| G.0.add());
    G.0.add();
    h.join().unwrap();
}
