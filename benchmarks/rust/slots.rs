// Threads fill slots of one vector through a raw pointer; in the bug two of them the same.
// --define bug: data race
use std::thread;

#[derive(Clone, Copy)]
struct Ptr(*mut u32);
unsafe impl Send for Ptr {}
impl Ptr {
    fn set(self, i: usize, v: u32) {
        unsafe { *self.0.add(i) = v };
    }
}

fn main() {
    let mut v = vec![0; 2];
    let p = Ptr(v.as_mut_ptr());
    let second = if cfg!(bug) { 0 } else { 1 };
    let h = thread::spawn(move || p.set(second, 5));
    p.set(0, 4);
    h.join().unwrap();
    assert_eq!(v[0], 4);
}
