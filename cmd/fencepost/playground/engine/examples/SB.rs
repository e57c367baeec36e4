// each thread writes one variable and reads the other
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;

static X: AtomicI32 = AtomicI32::new(0);
static Y: AtomicI32 = AtomicI32::new(0);
static R1: AtomicI32 = AtomicI32::new(0);
static R2: AtomicI32 = AtomicI32::new(0);

fn main() {
    let a = thread::spawn(|| {
        X.store(1, Ordering::Relaxed);
        R1.store(Y.load(Ordering::Relaxed), Ordering::Relaxed);
    });
    let b = thread::spawn(|| {
        Y.store(1, Ordering::Relaxed);
        R2.store(X.load(Ordering::Relaxed), Ordering::Relaxed);
    });
    a.join().unwrap();
    b.join().unwrap();
}
