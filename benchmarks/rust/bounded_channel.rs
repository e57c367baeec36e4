// A channel with room for one message: the second waits until the first is taken, for ever if that comes after it.
// --define bug: livelock
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel(1);
    if cfg!(bug) {
        sender.send(1).unwrap();
        sender.send(2).unwrap();
    }
    let other = thread::spawn(move || {
        sender.send(1).unwrap();
        sender.send(2).unwrap();
    });
    assert_eq!(receiver.recv(), Ok(1));
    assert_eq!(receiver.recv(), Ok(2));
    assert!(receiver.recv().is_err());
    other.join().unwrap();
}
