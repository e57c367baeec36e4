// One thread sets a byte of a word that another loads. Rust allows atomic accesses of different sizes to race only if
// all are loads. The right form uses the whole word.
// --define bug: data race
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

static WORD: AtomicU32 = AtomicU32::new(0);

#[cfg(not(bug))]
fn set() {
    WORD.fetch_or(1, Relaxed);
}

#[cfg(bug)]
fn set() {
    use std::sync::atomic::AtomicU8;
    unsafe { AtomicU8::from_ptr(WORD.as_ptr().cast()) }.store(1, Relaxed);
}

fn main() {
    let setter = thread::spawn(set);
    assert!(WORD.load(Relaxed) <= 1);
    setter.join().unwrap();
}
