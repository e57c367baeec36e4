// Senders link nodes behind the last one; the bug is that the link is stored relaxed.
// --define bug: data race
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    next: AtomicPtr<Node>,
    value: u32,
}

static FIRST: Node = Node { next: AtomicPtr::new(ptr::null_mut()), value: 0 };
static LAST: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

fn send(value: u32) {
    let n = Box::into_raw(Box::new(Node { next: AtomicPtr::new(ptr::null_mut()), value }));
    let before = LAST.swap(n, Ordering::AcqRel);
    let before = if before.is_null() { &FIRST } else { unsafe { &*before } };
    before.next.store(n, ORDER);
}

fn main() {
    let h = thread::spawn(|| send(3));
    let n = FIRST.next.load(Ordering::Acquire);
    if !n.is_null() {
        assert_eq!(unsafe { (*n).value }, 3);
    }
    h.join().unwrap();
}
