// A thread that holds a lock panics if it is the second, and poisons the lock; the bug is that main unwraps.
use std::sync::Mutex;
use std::thread;

static M: Mutex<u32> = Mutex::new(0);

fn main() {
    let h = thread::spawn(|| {
        let mut n = M.lock().unwrap_or_else(|e| e.into_inner());
        *n += 1;
        if *n == 2 {
            panic!("second");
        }
    });
    match M.lock() {
        Ok(mut n) => *n += 1,
        Err(e) => assert!(*e.into_inner() == 2),
    }
    let joined = h.join();
    assert!(joined.is_err() == M.is_poisoned());
    if cfg!(bug) {
        drop(M.lock().unwrap());
    }
}
