// RUSTSEC-2025-0023 (tokio): receivers of a broadcast clone the value at the same time, though it is only Send. The right form clones it under a lock.
// --define bug: data race
use std::cell::Cell;
use std::sync::Mutex;
use std::thread;

/// Counts its copies, which what is not Sync may.
struct Counted(Cell<u32>);

impl Clone for Counted {
    fn clone(&self) -> Counted {
        self.0.set(self.0.get() + 1);
        Counted(Cell::new(0))
    }
}

struct Slot {
    value: Counted,
    lock: Mutex<()>,
}
unsafe impl Sync for Slot {}

static SLOT: Slot = Slot { value: Counted(Cell::new(0)), lock: Mutex::new(()) };

fn receive() -> Counted {
    #[cfg(not(bug))]
    let _held = SLOT.lock.lock().unwrap();
    SLOT.value.clone()
}

fn main() {
    let h = thread::spawn(|| drop(receive()));
    receive();
    h.join().unwrap();
    let _held = SLOT.lock.lock().unwrap();
    assert_eq!(SLOT.value.0.get(), 2);
}
