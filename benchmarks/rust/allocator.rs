// An allocator of the program counts what the library allocates; in the bug two threads count in a plain
// variable.
// --define bug: data race
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);
#[cfg(bug)]
static mut PLAIN: usize = 0;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        #[cfg(bug)]
        unsafe { PLAIN += 1 };
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let other = thread::spawn(|| format!("{}", 1).len());
    let before = COUNT.load(Ordering::Relaxed);
    let text = format!("{}", 2);
    assert!(COUNT.load(Ordering::Relaxed) > before, "{text} was not counted");
    other.join().unwrap();
}
