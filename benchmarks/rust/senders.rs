// Two threads send through a channel; the receiver reads what each wrote before its message, but knows nothing of what the other did.
// --define bug: data race
use std::sync::mpsc;
use std::thread;

static mut WRITTEN: [u32; 2] = [0; 2];

fn main() {
    let (sender, receiver) = mpsc::channel();
    for i in 0..2 {
        let sender = sender.clone();
        thread::spawn(move || {
            unsafe { WRITTEN[i] = 7 };
            sender.send(i).unwrap();
        });
    }
    drop(sender);
    for i in receiver {
        let i = if cfg!(bug) { 1 - i } else { i };
        assert_eq!(unsafe { WRITTEN[i] }, 7);
    }
}
