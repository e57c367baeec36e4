// A counter; the bug adds by a load and a store.
// --define bug: panic
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

static COUNT: AtomicU32 = AtomicU32::new(0);

fn add() {
    #[cfg(bug)]
    COUNT.store(COUNT.load(Relaxed) + 1, Relaxed);
    #[cfg(not(bug))]
    COUNT.fetch_add(1, Relaxed);
}

fn main() {
    let h = thread::spawn(add);
    add();
    h.join().unwrap();
    assert_eq!(COUNT.load(Relaxed), 2, "an addition is lost");
}
