// A value and its generation: the bug loads the value before it knows that the generation is stable.
// --define bug: panic
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static GENERATION: AtomicU32 = AtomicU32::new(0);
static VALUE: AtomicU32 = AtomicU32::new(10);

fn main() {
    let h = thread::spawn(|| {
        VALUE.store(11, Ordering::Relaxed);
        GENERATION.store(1, Ordering::Release);
    });
    #[cfg(bug)]
    let (v, g) = (VALUE.load(Ordering::Relaxed), GENERATION.load(Ordering::Acquire));
    #[cfg(not(bug))]
    let (g, v) = (GENERATION.load(Ordering::Acquire), VALUE.load(Ordering::Relaxed));
    assert!(g == 0 || v == 11, "generation {g} has value {v}");
    h.join().unwrap();
}
