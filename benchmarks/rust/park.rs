// A thread parks until a flag is set; in the bug it is woken before the flag is set.
// --define bug: deadlock
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static SET: AtomicBool = AtomicBool::new(false);

fn main() {
    let h = thread::spawn(|| {
        while !SET.load(Ordering::Acquire) {
            thread::park();
        }
    });
    #[cfg(bug)]
    h.thread().unpark();
    SET.store(true, Ordering::Release);
    #[cfg(not(bug))]
    h.thread().unpark();
    h.join().unwrap();
}
