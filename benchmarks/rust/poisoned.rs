// A thread that holds a lock divides by what another thread may have set to zero.
// --define bug: panic
use std::sync::Mutex;
use std::thread;

static PARTS: Mutex<u32> = Mutex::new(2);

fn main() {
    let h = thread::spawn(|| {
        let n = PARTS.lock().unwrap();
        #[cfg(not(bug))]
        if *n == 0 {
            return 0;
        }
        12 / *n
    });
    *PARTS.lock().unwrap() = 0;
    let share = h.join().unwrap();
    assert!(share == 0 || share == 6);
}
