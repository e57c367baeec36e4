use std::sync::atomic::{AtomicUsize, AtomicPtr, Ordering::*};
use std::ptr;
use std::sync::Arc;
struct Node { v: u32, next: *mut Node }
struct Stack { head: AtomicPtr<Node>, pushed: AtomicUsize }
impl Stack {
    fn push(&self, v: u32) {
        let n = Box::into_raw(Box::new(Node { v, next: ptr::null_mut() }));
        loop {
            let h = self.head.load(Relaxed);
            unsafe { (*n).next = h };
            if self.head.compare_exchange_weak(h, n, Relaxed, Relaxed).is_ok() { break; }
        }
        self.pushed.fetch_add(1, Relaxed);
    }
    fn pop(&self) -> Option<u32> {
        loop {
            let h = self.head.load(Acquire);
            if h.is_null() { return None; }
            let next = unsafe { (*h).next };
            if self.head.compare_exchange(h, next, Relaxed, Relaxed).is_ok() { return Some(unsafe { (*h).v }); }
        }
    }
}
fn main() {
    let s = Arc::new(Stack { head: AtomicPtr::new(ptr::null_mut()), pushed: AtomicUsize::new(0) });
    let t = Arc::clone(&s);
    let h = std::thread::spawn(move || t.push(1));
    if let Some(v) = s.pop() { assert_eq!(v, 1); }
    h.join().unwrap();
}
