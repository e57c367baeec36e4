// A receiver waits for a message for some time only: it may come later.
// --define bug: panic
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let other = thread::spawn(move || {
        let _ = sender.send(7);
    });
    match receiver.recv_timeout(Duration::from_millis(100)) {
        Ok(n) => assert_eq!(n, 7),
        Err(e) => assert!(!cfg!(bug) && e == RecvTimeoutError::Timeout, "no message came"),
    }
    other.join().unwrap();
}
