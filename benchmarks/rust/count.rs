// References are counted; the bug is a relaxed decrement.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{fence, AtomicUsize, Ordering};
use std::thread;

struct Inner {
    count: AtomicUsize,
    value: UnsafeCell<u32>,
}

struct Counted(*mut Inner);
unsafe impl Send for Counted {}
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

impl Counted {
    fn pair(value: u32) -> (Counted, Counted) {
        let p = Box::into_raw(Box::new(Inner { count: AtomicUsize::new(2), value: UnsafeCell::new(value) }));
        (Counted(p), Counted(p))
    }
    fn get(&self) -> u32 {
        unsafe { *(*self.0).value.get() }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let i = unsafe { &*self.0 };
        if i.count.fetch_sub(1, ORDER) == 1 {
            fence(Ordering::Acquire);
            unsafe { *i.value.get() = 0 };
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}

fn main() {
    let (a, b) = Counted::pair(9);
    let h = thread::spawn(move || assert_eq!(b.get(), 9));
    assert_eq!(a.get(), 9);
    drop(a);
    h.join().unwrap();
}
