// A thread is given a raw pointer to a box; in the bug the box is dropped before the thread has ended.
// --define bug: use after free
use std::thread;

struct Ptr(*const u32);
unsafe impl Send for Ptr {}

fn main() {
    let b = Box::new(5);
    let p = Ptr(&*b);
    let h = thread::spawn(move || {
        let p = p;
        unsafe { *p.0 }
    });
    #[cfg(bug)]
    drop(b);
    assert_eq!(h.join().unwrap(), 5);
}
