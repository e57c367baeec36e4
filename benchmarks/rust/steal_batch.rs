// RUSTSEC-2021-0093 (crossbeam-deque): who steals several tasks reads them from a buffer that the worker has replaced since: one is taken twice, and another is lost.
// --define bug: panic
use std::ptr;
use std::sync::atomic::{fence, AtomicPtr, AtomicU32, AtomicUsize, Ordering::*};
use std::thread;

struct Buffer(Vec<AtomicU32>);

impl Buffer {
    fn new(size: usize) -> *mut Buffer {
        Box::into_raw(Box::new(Buffer((0..size).map(|_| AtomicU32::new(0)).collect())))
    }
    fn at(&self, index: usize) -> &AtomicU32 {
        &self.0[index % self.0.len()]
    }
}

struct Deque {
    front: AtomicUsize,
    back: AtomicUsize,
    buffer: AtomicPtr<Buffer>,
}

static DEQUE: Deque = Deque { front: AtomicUsize::new(0), back: AtomicUsize::new(0), buffer: AtomicPtr::new(ptr::null_mut()) };

impl Deque {
    /// Of the worker alone. Old buffers are not reclaimed.
    fn push(&self, task: u32) {
        let (front, back) = (self.front.load(Acquire), self.back.load(Relaxed));
        let mut buffer = unsafe { &*self.buffer.load(Relaxed) };
        if back - front == buffer.0.len() {
            let larger = Buffer::new(2 * buffer.0.len());
            for i in front..back {
                unsafe { &*larger }.at(i).store(buffer.at(i).load(Relaxed), Relaxed);
            }
            self.buffer.store(larger, Release);
            buffer = unsafe { &*larger };
        }
        buffer.at(back).store(task, Relaxed);
        self.back.store(back + 1, Release);
    }
    fn steal_batch(&self) -> Vec<u32> {
        let mut stolen = Vec::new();
        let mut front = self.front.load(Acquire);
        fence(SeqCst);
        let buffer = self.buffer.load(Acquire);
        while stolen.len() < 2 && self.back.load(Acquire) > front {
            let task = unsafe { &*buffer }.at(front).load(Relaxed);
            #[cfg(not(bug))]
            if self.buffer.load(Acquire) != buffer {
                break;
            }
            if self.front.compare_exchange(front, front + 1, SeqCst, Relaxed).is_err() {
                break;
            }
            stolen.push(task);
            front += 1;
            fence(SeqCst);
        }
        stolen
    }
}

fn main() {
    DEQUE.buffer.store(Buffer::new(1), Relaxed);
    DEQUE.push(1);
    let thief = thread::spawn(|| DEQUE.steal_batch());
    DEQUE.push(2);
    let stolen = thief.join().unwrap();
    assert!(stolen == [] || stolen == [1] || stolen == [1, 2]);
}
