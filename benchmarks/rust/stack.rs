// A stack of nodes whose head is exchanged; the bug is that push publishes by a relaxed exchange.
// --define bug: data race
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

fn push(value: u32) {
    let n = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
    loop {
        let h = HEAD.load(Ordering::Relaxed);
        unsafe { (*n).next = h };
        if HEAD.compare_exchange_weak(h, n, ORDER, Ordering::Relaxed).is_ok() {
            return;
        }
    }
}

fn pop() -> Option<u32> {
    loop {
        let h = HEAD.load(Ordering::Acquire);
        if h.is_null() {
            return None;
        }
        let next = unsafe { (*h).next };
        if HEAD.compare_exchange(h, next, Ordering::Acquire, Ordering::Relaxed).is_ok() {
            return Some(unsafe { (*h).value }); // the node is never freed
        }
    }
}

fn main() {
    let h = thread::spawn(|| push(1));
    if let Some(v) = pop() {
        assert_eq!(v, 1);
    }
    h.join().unwrap();
}
