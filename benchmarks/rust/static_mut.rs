// A mutable static; in the bug two threads change it without a lock.
// --define bug: data race
use std::sync::Mutex;
use std::thread;

static mut TOTAL: u64 = 0;
static LOCK: Mutex<()> = Mutex::new(());

fn add(n: u64) {
    #[cfg(not(bug))]
    let _held = LOCK.lock().unwrap();
    unsafe { TOTAL += n };
}

fn main() {
    let h = thread::spawn(|| add(1));
    add(2);
    h.join().unwrap();
    let _held = LOCK.lock();
    assert!(unsafe { TOTAL } <= 3);
}
