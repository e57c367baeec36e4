// A sequence lock with two words; in the bug the writer has no fence.
// --define bug: panic
use std::sync::atomic::{fence, AtomicU32, Ordering};
use std::thread;

static SEQUENCE: AtomicU32 = AtomicU32::new(0);
static FIRST: AtomicU32 = AtomicU32::new(0);
static SECOND: AtomicU32 = AtomicU32::new(0);

fn write(v: u32) {
    SEQUENCE.store(1, Ordering::Relaxed);
    #[cfg(not(bug))]
    fence(Ordering::Release);
    FIRST.store(v, Ordering::Relaxed);
    SECOND.store(v, Ordering::Relaxed);
    SEQUENCE.store(2, Ordering::Release);
}

fn read() -> Option<(u32, u32)> {
    let before = SEQUENCE.load(Ordering::Acquire);
    let pair = (FIRST.load(Ordering::Relaxed), SECOND.load(Ordering::Relaxed));
    fence(Ordering::Acquire);
    let after = SEQUENCE.load(Ordering::Relaxed);
    (before == after && before % 2 == 0).then_some(pair)
}

fn main() {
    let h = thread::spawn(|| write(7));
    if let Some((a, b)) = read() {
        assert_eq!(a, b, "torn");
    }
    h.join().unwrap();
}
