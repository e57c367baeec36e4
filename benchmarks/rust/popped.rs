// RUSTSEC-2018-0009 (crossbeam): what was popped of a queue was dropped once more with the node that it had been in, when that was reclaimed.
// --define bug: double free
#[cfg(not(bug))]
use std::mem::ManuallyDrop as Kept;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
use std::thread;

#[cfg(bug)]
struct Kept<T>(T);
#[cfg(bug)]
impl<T> Kept<T> {
    fn new(value: T) -> Kept<T> {
        Kept(value)
    }
}

struct Node {
    value: Kept<Box<u32>>,
    next: *mut Node,
}

static HEAD: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());
static GARBAGE: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());

fn push(value: u32) {
    let value = Kept::new(Box::new(value));
    let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
    let mut head = HEAD.load(Relaxed);
    loop {
        unsafe { (*node).next = head };
        match HEAD.compare_exchange(head, node, Release, Relaxed) {
            Ok(_) => return,
            Err(now) => head = now,
        }
    }
}

/// Takes all, and leaves the node of the first to be reclaimed.
fn pop() -> Option<Box<u32>> {
    let node = HEAD.swap(ptr::null_mut(), Acquire);
    if node.is_null() {
        return None;
    }
    let value = unsafe { ptr::read(&raw const (*node).value as *const Box<u32>) };
    GARBAGE.store(node, Release);
    Some(value)
}

fn main() {
    let h = thread::spawn(|| push(3));
    let mut got = pop();
    h.join().unwrap();
    got = got.or_else(pop);
    assert_eq!(got.as_deref(), Some(&3));
    drop(got);
    drop(unsafe { Box::from_raw(GARBAGE.load(Acquire)) });
}
