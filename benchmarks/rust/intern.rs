// RUSTSEC-2020-0017 (internment): the last owner of an interned object frees it, although another thread has found it in the table since the count was zero.
// --define bug: use after free
use std::sync::atomic::{AtomicUsize, Ordering::*};
use std::sync::Mutex;
use std::thread;

struct Object {
    count: AtomicUsize,
    value: u32,
}
struct Table(Option<*mut Object>);
unsafe impl Send for Table {}

static TABLE: Mutex<Table> = Mutex::new(Table(None));

fn intern(value: u32) -> *mut Object {
    let mut table = TABLE.lock().unwrap();
    let object = *table.0.get_or_insert_with(|| Box::into_raw(Box::new(Object { count: AtomicUsize::new(0), value })));
    unsafe { (*object).count.fetch_add(1, Relaxed) };
    object
}

fn release(object: *mut Object) {
    #[cfg(bug)]
    let last = unsafe { (*object).count.fetch_sub(1, AcqRel) } == 1;
    let mut table = TABLE.lock().unwrap();
    #[cfg(not(bug))]
    let last = unsafe { (*object).count.fetch_sub(1, AcqRel) } == 1;
    if last {
        table.0 = None;
        drop(table);
        drop(unsafe { Box::from_raw(object) });
    }
}

fn once() {
    let object = intern(6);
    assert_eq!(unsafe { (*object).value }, 6);
    release(object);
}

fn main() {
    let h = thread::spawn(once);
    once();
    h.join().unwrap();
}
