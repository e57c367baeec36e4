// RUSTSEC-2021-0124 (tokio): of a channel that was closed the sender takes its value back while the receiver, which sees that a value was sent, takes it, too.
// --define bug: data race
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::sync::Arc;
use std::thread;

const SENT: usize = 1;
const CLOSED: usize = 2;

#[derive(Default)]
struct Channel {
    state: AtomicUsize,
    value: UnsafeCell<Option<Box<u32>>>,
}
unsafe impl Sync for Channel {}

impl Channel {
    /// Tells the receiver, and returns whether it has closed the channel.
    #[cfg(bug)]
    fn complete(&self) -> bool {
        self.state.fetch_or(SENT, AcqRel) & CLOSED != 0
    }
    #[cfg(not(bug))]
    fn complete(&self) -> bool {
        self.state.fetch_update(AcqRel, Acquire, |s| (s & CLOSED == 0).then_some(s | SENT)).is_err()
    }
    fn send(&self, value: Box<u32>) -> Result<(), Box<u32>> {
        unsafe { *self.value.get() = Some(value) };
        if self.complete() {
            return Err(unsafe { (*self.value.get()).take() }.unwrap());
        }
        Ok(())
    }
    fn close(&self) {
        self.state.fetch_or(CLOSED, AcqRel);
    }
    fn try_receive(&self) -> Option<Box<u32>> {
        if self.state.load(Acquire) & SENT == 0 {
            return None;
        }
        unsafe { (*self.value.get()).take() }
    }
}

fn main() {
    let receiver = Arc::new(Channel::default());
    let sender = receiver.clone();
    let h = thread::spawn(move || sender.send(Box::new(5)).is_ok());
    receiver.close();
    let got = receiver.try_receive();
    let sent = h.join().unwrap();
    assert_eq!(got.is_some(), sent);
}
