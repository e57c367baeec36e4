// A value is published by a flag, and the library's threads are left out; the bug is a relaxed store.
#![no_main]
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, Ordering};

extern "C" {
    fn pthread_create(id: *mut usize, attributes: *const c_void, run: extern "C" fn(*mut c_void) -> *mut c_void, with: *mut c_void) -> i32;
    fn pthread_join(id: usize, result: *mut *mut c_void) -> i32;
}

struct Mailbox<T> {
    full: AtomicBool,
    value: UnsafeCell<Option<T>>,
}
unsafe impl<T: Send> Sync for Mailbox<T> {}

impl<T: Copy> Mailbox<T> {
    fn put(&self, value: T) {
        unsafe { *self.value.get() = Some(value) };
        #[cfg(bug)]
        self.full.store(true, Ordering::Relaxed);
        #[cfg(not(bug))]
        self.full.store(true, Ordering::Release);
    }
    fn take(&self) -> Option<T> {
        if self.full.load(Ordering::Acquire) { unsafe { *self.value.get() } } else { None }
    }
}

static BOX: Mailbox<u32> = Mailbox { full: AtomicBool::new(false), value: UnsafeCell::new(None) };

extern "C" fn sender(_: *mut c_void) -> *mut c_void {
    BOX.put(7);
    null_mut()
}

#[no_mangle]
extern "C" fn main() -> i32 {
    let mut id = 0;
    unsafe { pthread_create(&mut id, null(), sender, null_mut()) };
    if let Some(v) = BOX.take() {
        assert!(v == 7);
    }
    unsafe { pthread_join(id, null_mut()) }
}
