// RUSTSEC-2026-0005 (oneshot): a receiver that is dropped says so first, and then drops its waker, which is in memory that the sender may have freed by then.
// --define bug: use after free
use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU8, Ordering::*};
use std::thread;

const EMPTY: u8 = 0;
const RECEIVING: u8 = 1;
const WAKING: u8 = 2;
const DISCONNECTED: u8 = 3;

struct Channel {
    state: AtomicU8,
    waker: UnsafeCell<Option<Box<u32>>>,
}

#[derive(Clone, Copy)]
struct End(*mut Channel);
unsafe impl Send for End {}

impl End {
    fn channel(&self) -> &Channel {
        unsafe { &*self.0 }
    }
    fn poll(&self) {
        unsafe { *self.channel().waker.get() = Some(Box::new(7)) };
        self.channel().state.store(RECEIVING, Release);
    }
    fn drop_receiver(self) {
        let c = self.channel();
        #[cfg(not(bug))]
        if c.state.compare_exchange(RECEIVING, EMPTY, Acquire, Acquire).is_ok() {
            unsafe { (*c.waker.get()).take() };
        }
        while c.state.load(Acquire) == WAKING {
            spin_loop();
        }
        match c.state.swap(DISCONNECTED, AcqRel) {
            RECEIVING => unsafe { drop((*c.waker.get()).take()) },
            DISCONNECTED => unsafe { drop(Box::from_raw(self.0)) },
            _ => {}
        }
    }
    fn drop_sender(self) {
        let c = self.channel();
        if c.state.compare_exchange(RECEIVING, WAKING, Acquire, Relaxed).is_ok() {
            let waker = unsafe { (*c.waker.get()).take() };
            assert_eq!(waker.as_deref(), Some(&7));
        }
        if c.state.swap(DISCONNECTED, AcqRel) == DISCONNECTED {
            unsafe { drop(Box::from_raw(self.0)) }
        }
    }
}

fn main() {
    let receiver = End(Box::into_raw(Box::new(Channel { state: AtomicU8::new(EMPTY), waker: UnsafeCell::new(None) })));
    let sender = receiver;
    receiver.poll();
    let h = thread::spawn(move || {
        let sender = sender;
        sender.drop_sender()
    });
    receiver.drop_receiver();
    h.join().unwrap();
}
