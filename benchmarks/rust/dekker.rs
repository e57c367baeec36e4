// Two threads exclude each other by two flags; the bug is release and acquire instead of SeqCst.
// --define bug: panic
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

static FLAGS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static INSIDE: AtomicU32 = AtomicU32::new(0);
const STORE: Ordering = if cfg!(bug) { Ordering::Release } else { Ordering::SeqCst };
const LOAD: Ordering = if cfg!(bug) { Ordering::Acquire } else { Ordering::SeqCst };

fn enter(me: usize) {
    FLAGS[me].store(true, STORE);
    if !FLAGS[1 - me].load(LOAD) {
        INSIDE.fetch_add(1, Ordering::Relaxed);
    }
}

fn main() {
    let h = thread::spawn(|| enter(0));
    enter(1);
    h.join().unwrap();
    assert!(INSIDE.load(Ordering::Relaxed) < 2, "both are inside");
}
