// RUSTSEC-2025-0024 (crossbeam-channel): who discards the messages of a channel whose first block comes late loads the block instead of swapping it out, so that the channel frees it again.
// --define bug: double free
use std::hint::spin_loop;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::*};
use std::sync::Arc;
use std::thread;

struct Block([u32; 2]);

#[derive(Default)]
struct Channel {
    head: AtomicPtr<Block>,
    tail: AtomicUsize,
}

impl Channel {
    /// The first message makes the block. Who waits for the tail may come before the head is set.
    fn send(&self, v: u32) {
        let block = Box::into_raw(Box::new(Block([v, 0])));
        self.tail.store(1, Release);
        self.head.store(block, Release);
    }
    fn discard(&self) {
        let sent = self.tail.load(Acquire);
        let mut block = self.head.swap(ptr::null_mut(), AcqRel);
        while sent > 0 && block.is_null() {
            spin_loop();
            #[cfg(bug)]
            let late = self.head.load(Acquire);
            #[cfg(not(bug))]
            let late = self.head.swap(ptr::null_mut(), AcqRel);
            block = late;
        }
        if !block.is_null() {
            assert_eq!(unsafe { &*block }.0[1], 0);
            drop(unsafe { Box::from_raw(block) });
        }
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        let block = *self.head.get_mut();
        if !block.is_null() {
            drop(unsafe { Box::from_raw(block) });
        }
    }
}

fn main() {
    let receiver = Arc::new(Channel::default());
    let sender = receiver.clone();
    let h = thread::spawn(move || sender.send(9));
    receiver.discard();
    h.join().unwrap();
}
