// A thread waits for a condition for some time only: it may hold too late.
// --define bug: panic
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

fn main() {
    let other = thread::spawn(|| {
        *READY.lock().unwrap() = true;
        CHANGED.notify_one();
    });
    let guard = READY.lock().unwrap();
    let (ready, wait) = CHANGED.wait_timeout_while(guard, Duration::from_millis(50), |ready| !*ready).unwrap();
    assert!(*ready || wait.timed_out());
    assert!(*ready || !cfg!(bug), "too late");
    drop(ready);
    other.join().unwrap();
}
