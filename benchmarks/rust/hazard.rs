// A reader protects a node by a hazard pointer; the bug publishes it without SeqCst, so that the writer may not see it.
// --define bug: use after free
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

static NODE: AtomicPtr<u32> = AtomicPtr::new(ptr::null_mut());
static HAZARD: AtomicPtr<u32> = AtomicPtr::new(ptr::null_mut());
const STORE: Ordering = if cfg!(bug) { Ordering::Release } else { Ordering::SeqCst };
const LOAD: Ordering = if cfg!(bug) { Ordering::Acquire } else { Ordering::SeqCst };

fn main() {
    NODE.store(Box::into_raw(Box::new(1)), Ordering::SeqCst);
    let h = thread::spawn(|| {
        let p = NODE.load(Ordering::Acquire);
        HAZARD.store(p, STORE);
        if NODE.load(LOAD) == p && !p.is_null() {
            assert_eq!(unsafe { *p }, 1);
        }
        HAZARD.store(ptr::null_mut(), Ordering::Release);
    });
    let old = NODE.swap(ptr::null_mut(), if cfg!(bug) { Ordering::AcqRel } else { Ordering::SeqCst });
    if HAZARD.load(LOAD) != old {
        drop(unsafe { Box::from_raw(old) });
    }
    h.join().unwrap();
}
