// A head is compared by an index that comes back: ABA. The right form counts changes in the upper half.
// --define bug: panic
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

// Slots 1 and 2 are linked: 1 -> 2 -> 0. A slot that was taken is marked.
static NEXT: [AtomicU32; 3] = [AtomicU32::new(0), AtomicU32::new(2), AtomicU32::new(0)];
static TAKEN: [AtomicU32; 3] = [AtomicU32::new(0), AtomicU32::new(0), AtomicU32::new(0)];
static HEAD: AtomicU32 = AtomicU32::new(1);
const COUNT: u32 = if cfg!(bug) { 0 } else { 1 << 16 };

fn pop() -> u32 {
    loop {
        let h = HEAD.load(SeqCst);
        let i = h & 0xffff;
        if i == 0 {
            return 0;
        }
        let next = NEXT[i as usize].load(SeqCst);
        if HEAD.compare_exchange(h, (h & !0xffff) + COUNT | next, SeqCst, SeqCst).is_ok() {
            assert_eq!(TAKEN[i as usize].swap(1, SeqCst), 0, "slot {i} is taken twice");
            return i;
        }
    }
}

fn push(i: u32) {
    TAKEN[i as usize].store(0, SeqCst);
    loop {
        let h = HEAD.load(SeqCst);
        NEXT[i as usize].store(h & 0xffff, SeqCst);
        if HEAD.compare_exchange(h, (h & !0xffff) + COUNT | i, SeqCst, SeqCst).is_ok() {
            return;
        }
    }
}

fn main() {
    let h = thread::spawn(|| {
        let a = pop();
        pop();
        push(a);
    });
    pop();
    pop();
    h.join().unwrap();
}
