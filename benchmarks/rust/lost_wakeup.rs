// A condition is told by a condition variable; in the bug it is set without the lock, and the waiter may have looked before.
// --define bug: deadlock
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;

static DONE: AtomicBool = AtomicBool::new(false);
static LOCK: Mutex<()> = Mutex::new(());
static CHANGED: Condvar = Condvar::new();

fn main() {
    let h = thread::spawn(|| {
        #[cfg(not(bug))]
        let _held = LOCK.lock().unwrap();
        DONE.store(true, Ordering::Relaxed);
        CHANGED.notify_one();
    });
    let mut g = LOCK.lock().unwrap();
    while !DONE.load(Ordering::Relaxed) {
        g = CHANGED.wait(g).unwrap();
    }
    drop(g);
    h.join().unwrap();
}
