// A value is made when it is first wanted, and found by a pointer; the bug is a relaxed load of it.
// --define bug: data race
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

static VALUE: AtomicPtr<u32> = AtomicPtr::new(ptr::null_mut());
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Acquire };

fn value() -> u32 {
    let p = VALUE.load(ORDER);
    if !p.is_null() {
        return unsafe { *p };
    }
    let new = Box::into_raw(Box::new(11));
    match VALUE.compare_exchange(ptr::null_mut(), new, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => unsafe { *new },
        Err(p) => {
            drop(unsafe { Box::from_raw(new) });
            unsafe { *p }
        }
    }
}

fn main() {
    let h = thread::spawn(value);
    assert_eq!(value(), 11);
    assert_eq!(h.join().unwrap(), 11);
}
