// RUSTSEC-2020-0044 (atom): a cell that any value may be sent through: an Rc counts its owners plainly. The right form sends an Arc.
// --define bug: data race
#[cfg(bug)]
use std::rc::Rc as Shared;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::*};
#[cfg(not(bug))]
use std::sync::Arc as Shared;
use std::thread;

struct Atom<T>(AtomicPtr<T>);
unsafe impl<T> Sync for Atom<T> {}

impl<T> Atom<T> {
    fn put(&self, value: T) {
        self.0.store(Box::into_raw(Box::new(value)), Release);
    }
    fn take(&self) -> Option<T> {
        let p = self.0.swap(ptr::null_mut(), Acquire);
        (!p.is_null()).then(|| *unsafe { Box::from_raw(p) })
    }
}

static ATOM: Atom<Shared<u32>> = Atom(AtomicPtr::new(ptr::null_mut()));

fn main() {
    let mine = Shared::new(1);
    ATOM.put(mine.clone());
    let h = thread::spawn(|| drop(ATOM.take()));
    assert_eq!(*mine.clone(), 1);
    h.join().unwrap();
}
