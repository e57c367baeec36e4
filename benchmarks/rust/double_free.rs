// Two threads free what a pointer leads to; the right form takes the pointer away by an exchange.
// --define bug: double free
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

static P: AtomicPtr<u32> = AtomicPtr::new(ptr::null_mut());

fn clear() {
    #[cfg(bug)]
    let p = {
        let p = P.load(Ordering::Acquire);
        P.store(ptr::null_mut(), Ordering::Release);
        p
    };
    #[cfg(not(bug))]
    let p = P.swap(ptr::null_mut(), Ordering::AcqRel);
    if !p.is_null() {
        drop(unsafe { Box::from_raw(p) });
    }
}

fn main() {
    P.store(Box::into_raw(Box::new(1)), Ordering::Release);
    let h = thread::spawn(clear);
    clear();
    h.join().unwrap();
}
