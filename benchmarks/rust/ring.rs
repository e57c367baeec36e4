// A ring for one producer and one consumer; the bug is that push publishes by a relaxed store.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

struct Ring<T, const N: usize> {
    slots: [UnsafeCell<Option<T>>; N],
    head: AtomicUsize,
    tail: AtomicUsize,
}
unsafe impl<T: Send, const N: usize> Sync for Ring<T, N> {}
const ORDER: Ordering = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Release };

impl<T, const N: usize> Ring<T, N> {
    fn push(&self, v: T) -> bool {
        let t = self.tail.load(Ordering::Relaxed);
        if t - self.head.load(Ordering::Acquire) == N {
            return false;
        }
        unsafe { *self.slots[t % N].get() = Some(v) };
        self.tail.store(t + 1, ORDER);
        true
    }
    fn pop(&self) -> Option<T> {
        let h = self.head.load(Ordering::Relaxed);
        if h == self.tail.load(Ordering::Acquire) {
            return None;
        }
        let v = unsafe { (*self.slots[h % N].get()).take() };
        self.head.store(h + 1, Ordering::Release);
        v
    }
}

static RING: Ring<u32, 2> = Ring { slots: [const { UnsafeCell::new(None) }; 2], head: AtomicUsize::new(0), tail: AtomicUsize::new(0) };

fn main() {
    let h = thread::spawn(|| {
        RING.push(1);
        RING.push(2);
    });
    if let Some(v) = RING.pop() {
        assert_eq!(v, 1);
    }
    h.join().unwrap();
}
