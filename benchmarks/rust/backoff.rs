// A thread that waits for a lock counts its rounds, and now and then lets others go first; the bug is
// that the lock is taken by a relaxed exchange.
// --define bug: data race
use std::cell::UnsafeCell;
use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

struct Backoff {
    rounds: u32,
}

impl Backoff {
    fn wait(&mut self) {
        self.rounds += 1;
        if self.rounds % 16 == 0 {
            thread::sleep(Duration::from_micros(50));
        } else if self.rounds > 100 {
            thread::yield_now();
        } else {
            hint::spin_loop();
        }
    }
}

struct Counter {
    taken: AtomicBool,
    value: UnsafeCell<u32>,
}
unsafe impl Sync for Counter {}

impl Counter {
    fn add(&self) -> u32 {
        let order = if cfg!(bug) { Ordering::Relaxed } else { Ordering::Acquire };
        let mut backoff = Backoff { rounds: 0 };
        let mut failed = 0;
        while self.taken.swap(true, order) {
            failed += 1;
            backoff.wait();
        }
        let _ = failed;
        let value = unsafe { &mut *self.value.get() };
        *value += 1;
        let now = *value;
        self.taken.store(false, Ordering::Release);
        now
    }
}

static COUNTER: Counter = Counter { taken: AtomicBool::new(false), value: UnsafeCell::new(0) };

fn main() {
    let other = thread::spawn(|| COUNTER.add());
    let here = COUNTER.add();
    assert_eq!(here + other.join().unwrap(), 3);
}
