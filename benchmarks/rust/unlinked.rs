// RUSTSEC-2022-0029 (crossbeam): the queue of Michael and Scott linked and read its nodes by orders that are too weak.
// --define bug: data race
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    value: u32,
    next: AtomicPtr<Node>,
}

fn node(value: u32) -> *mut Node {
    Box::into_raw(Box::new(Node { value, next: AtomicPtr::new(ptr::null_mut()) }))
}

struct Queue {
    head: AtomicPtr<Node>,
    tail: AtomicPtr<Node>,
}
const LINK: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

impl Queue {
    fn new() -> Queue {
        let first = node(0);
        Queue { head: AtomicPtr::new(first), tail: AtomicPtr::new(first) }
    }
    fn push(&self, value: u32) {
        let new = node(value);
        loop {
            let tail = self.tail.load(Ordering::Acquire);
            let next = unsafe { &(*tail).next };
            match next.compare_exchange(ptr::null_mut(), new, LINK, Ordering::Acquire) {
                Ok(_) => {
                    let _ = self.tail.compare_exchange(tail, new, Ordering::Release, Ordering::Relaxed);
                    return;
                }
                Err(other) => {
                    let _ = self.tail.compare_exchange(tail, other, Ordering::Release, Ordering::Relaxed);
                }
            }
        }
    }
    /// Nodes are not reclaimed.
    fn pop(&self) -> Option<u32> {
        loop {
            let head = self.head.load(Ordering::Acquire);
            let next = unsafe { (*head).next.load(Ordering::Acquire) };
            if next.is_null() {
                return None;
            }
            if self.head.compare_exchange(head, next, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                return Some(unsafe { (*next).value });
            }
        }
    }
}

fn main() {
    let q = Queue::new();
    thread::scope(|s| {
        s.spawn(|| q.push(4));
        if let Some(v) = q.pop() {
            assert_eq!(v, 4);
        }
    });
}
