// A thread looks for a message until a deadline, and sleeps in between: the message may come too late.
// --define bug: panic
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static SENT: AtomicBool = AtomicBool::new(false);

fn received(limit: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < limit {
        if SENT.load(Ordering::Acquire) {
            return true;
        }
        thread::sleep(Duration::from_millis(1));
    }
    false
}

fn main() {
    let sender = thread::spawn(|| SENT.store(true, Ordering::Release));
    let early = received(Duration::from_millis(3));
    sender.join().unwrap();
    assert!(early || !cfg!(bug), "too late");
    assert!(SENT.load(Ordering::Relaxed));
}
