// A stack whose nodes are freed when they are popped, while another thread may look at them; the right form keeps them.
// --define bug: use after free
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    next: *mut Node,
}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());

fn push() {
    let next = HEAD.load(Ordering::Relaxed);
    HEAD.store(Box::into_raw(Box::new(Node { next })), Ordering::Release);
}

fn pop() -> bool {
    loop {
        let h = HEAD.load(Ordering::Acquire);
        if h.is_null() {
            return false;
        }
        let next = unsafe { (*h).next };
        if HEAD.compare_exchange(h, next, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            #[cfg(bug)]
            drop(unsafe { Box::from_raw(h) });
            return true;
        }
    }
}

fn main() {
    push();
    push();
    let h = thread::spawn(pop);
    let mine = pop();
    assert!(mine && h.join().unwrap());
}
