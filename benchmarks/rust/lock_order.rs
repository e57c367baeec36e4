// Two locks are taken by two threads; in the bug in different orders.
// --define bug: deadlock
use std::sync::Mutex;
use std::thread;

static A: Mutex<u32> = Mutex::new(0);
static B: Mutex<u32> = Mutex::new(0);

fn main() {
    let h = thread::spawn(|| {
        let mut a = A.lock().unwrap();
        let mut b = B.lock().unwrap();
        *a += 1;
        *b += 1;
    });
    #[cfg(bug)]
    {
        let b = B.lock().unwrap();
        let a = A.lock().unwrap();
        assert_eq!(*a, *b);
    }
    #[cfg(not(bug))]
    {
        let a = A.lock().unwrap();
        let b = B.lock().unwrap();
        assert_eq!(*a, *b);
    }
    h.join().unwrap();
}
