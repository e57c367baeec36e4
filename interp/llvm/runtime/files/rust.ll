; Functions of Rust's library, by their paths, which stand for those that the library has; those
; that are declared are the library's.

; Variables of the library, by their paths: the last number of a thread, that of the main thread, and
; that of the running one. The library's stand for these where it has them.
@"std::thread::id::ThreadId::new::COUNTER" = global i64 0
@"std::thread::main_thread::MAIN" = global i64 0
@"std::thread::current::id::ID" = thread_local global i64 0

; lang_start_internal(&dyn Fn() -> i32, ...): gives the main thread its number, by which its name is
; known, and calls main. What else the library prepares before is for signals and overflows of the stack.
define i64 @"std::rt::lang_start_internal"(ptr %main, ptr %table, i64 %argc, ptr %argv, i8 %sigpipe) nounwind {
  store i64 1, ptr @"std::thread::id::ThreadId::new::COUNTER"
  store i64 1, ptr @"std::thread::main_thread::MAIN"
  store i64 1, ptr @"std::thread::current::id::ID"
  %slot = getelementptr ptr, ptr %table, i64 5
  %call = load ptr, ptr %slot, !invariant.load !{}
  %status = call i32 %call(ptr %main)
  %wide = sext i32 %status to i64
  ret i64 %wide
}

; Texts are made by the library: write(&mut dyn fmt::Write, fmt::Arguments).
declare i1 @"core::fmt::write"(ptr, ptr, ptr, ptr)
declare i1 @__fp_panic_str(ptr, ptr, i64)
declare i1 @__fp_panic_char(ptr, i32)
declare i1 @__fp_print_str(ptr, ptr, i64)
declare i1 @__fp_print_char(ptr, i32)
declare void @__fp_panic_text(i64)

; Tables of fmt::Write: how an object is dropped, its size and alignment, write_str, write_char,
; write_fmt.
@__fp_panics_to = internal constant { ptr, i64, i64, ptr, ptr, ptr } { ptr null, i64 0, i64 1, ptr @__fp_panic_str, ptr @__fp_panic_char, ptr @__fp_panic_fmt }
@__fp_prints = internal constant { ptr, i64, i64, ptr, ptr, ptr } { ptr null, i64 0, i64 1, ptr @__fp_print_str, ptr @__fp_print_char, ptr @__fp_print_fmt }

define internal i1 @__fp_panic_fmt(ptr %self, ptr %template, ptr %arguments) {
  %r = call i1 @"core::fmt::write"(ptr %self, ptr @__fp_panics_to, ptr %template, ptr %arguments)
  ret i1 %r
}

define internal i1 @__fp_print_fmt(ptr %self, ptr %template, ptr %arguments) {
  %r = call i1 @"core::fmt::write"(ptr %self, ptr @__fp_prints, ptr %template, ptr %arguments)
  ret i1 %r
}

; Panics. Where the program catches some, a panic ends the execution only if nothing in its thread
; catches it: @__fp_catching counts what does.
@__fp_catching = internal thread_local global i32 0

define void @__fp_catch_begin() nounwind {
  %n = load i32, ptr @__fp_catching
  %more = add i32 %n, 1
  store i32 %more, ptr @__fp_catching
  ret void
}

define void @__fp_catch_end() nounwind {
  %n = load i32, ptr @__fp_catching
  %less = sub i32 %n, 1
  store i32 %less, ptr @__fp_catching
  ret void
}

; A PanicInfo begins with the address of the message.
define void @__fp_panics(ptr %info) nounwind {
entry:
  %n = load i32, ptr @__fp_catching
  %caught = icmp ne i32 %n, 0
  br i1 %caught, label %over, label %fail

fail:
  call void @"__rustc::rust_begin_unwind"(ptr %info)
  unreachable

over:
  ret void
}

; A payload of the program's own: &mut dyn PanicPayload.
define void @__fp_panics_with(ptr %payload, ptr %table) nounwind {
entry:
  %n = load i32, ptr @__fp_catching
  %caught = icmp ne i32 %n, 0
  br i1 %caught, label %over, label %fail

fail:
  call void @"std::panicking::panic_with_hook"(ptr %payload, ptr %table, ptr null, i1 true, i1 false)
  unreachable

over:
  ret void
}

define void @__fp_panics_again() nounwind {
entry:
  %n = load i32, ptr @__fp_catching
  %caught = icmp ne i32 %n, 0
  br i1 %caught, label %over, label %fail

fail:
  call void @__fp_panic_text(i64 2)
  unreachable

over:
  ret void
}

; The handlers of a program that catches nothing.
define void @"__rustc::rust_begin_unwind"(ptr %info) noreturn nounwind {
  %message = load ptr, ptr %info
  %template = load ptr, ptr %message
  %second = getelementptr ptr, ptr %message, i64 1
  %arguments = load ptr, ptr %second
  call void @__fp_panic_text(i64 0)
  %r = call i1 @"core::fmt::write"(ptr @__fp_panics_to, ptr @__fp_panics_to, ptr %template, ptr %arguments)
  call void @__fp_panic_text(i64 1)
  unreachable
}

; The table of PanicPayload has as_str as its seventh entry.
define void @"std::panicking::panic_with_hook"(ptr %payload, ptr %table, ptr %location, i1 %unwinds, i1 %quiet) noreturn nounwind {
entry:
  %slot = getelementptr ptr, ptr %table, i64 6
  %as_str = load ptr, ptr %slot, !invariant.load !{}
  %text = call { ptr, i64 } %as_str(ptr %payload)
  %p = extractvalue { ptr, i64 } %text, 0
  %n = extractvalue { ptr, i64 } %text, 1
  %none = icmp eq ptr %p, null
  br i1 %none, label %other, label %known

known:
  call void @__fp_panic_text(i64 0)
  %r = call i1 @__fp_panic_str(ptr %p, ptr %p, i64 %n)
  call void @__fp_panic_text(i64 1)
  unreachable

other:
  call void @__fp_panic_text(i64 2)
  unreachable
}

define void @"std::panicking::resume_unwind"(ptr %payload, ptr %table) noreturn nounwind {
  call void @__fp_panic_text(i64 2)
  unreachable
}

; The message of a panic that is caught is not printed.
define void @"std::panicking::default_hook"(ptr %info) nounwind {
  ret void
}

define void @"std::io::stdio::_print"(ptr %template, ptr %arguments) {
  %r = call i1 @"core::fmt::write"(ptr @__fp_prints, ptr @__fp_prints, ptr %template, ptr %arguments)
  ret void
}

define void @"std::io::stdio::_eprint"(ptr %template, ptr %arguments) {
  %r = call i1 @"core::fmt::write"(ptr @__fp_prints, ptr @__fp_prints, ptr %template, ptr %arguments)
  ret void
}

; Threads. The library asks for the size of stacks first, and prepares for their overflow.
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare ptr @"std::sys::thread::unix::Thread::new::thread_start"(ptr)
declare void @__fp_register(ptr, ptr)
declare void @__fp_destroy()
declare i64 @__fp_thread_id()

; new(stack, Box<ThreadInit>) -> io::Result<Thread>
define { i64, ptr } @"std::sys::thread::unix::Thread::new"(i64 %stack, ptr %init) {
  %id = alloca i64
  %r = call i32 @pthread_create(ptr %id, ptr null, ptr @__fp_rust_thread, ptr %init)
  %n = load i64, ptr %id
  %p = inttoptr i64 %n to ptr
  %pair = insertvalue { i64, ptr } { i64 0, ptr null }, ptr %p, 1
  ret { i64, ptr } %pair
}

define internal ptr @__fp_rust_thread(ptr %init) nounwind {
  %r = call ptr @"std::sys::thread::unix::Thread::new::thread_start"(ptr %init)
  call void @__fp_destroy()
  ret ptr null
}

define ptr @"std::sys::pal::unix::stack_overflow::imp::make_handler"(i1 %main) {
  ret ptr null
}

define void @"std::sys::pal::unix::stack_overflow::imp::drop_handler"(ptr %stack) {
  ret void
}

; The thread's own variables are destroyed when it ends; its handle is not counted down: see below.
define void @"std::sys::thread_local::destructors::linux_like::register"(ptr %object, ptr %destroy) nounwind {
  call void @__fp_register(ptr %object, ptr %destroy)
  ret void
}

define void @"std::sys::thread_local::guard::key::enable"() {
  ret void
}

; Threads are numbered without a counter that all share.
define i64 @"std::thread::id::ThreadId::new"() {
  %id = call i64 @__fp_thread_id()
  ret i64 %id
}

; _var_os(&OsStr) -> Option<OsString>: there is no environment.
define void @"std::env::_var_os"(ptr %result, ptr %name, i64 %length) {
  store i64 -9223372036854775808, ptr %result
  ret void
}

declare void @__fp_sleep(i64)
declare void @__fp_sleep_seconds(i64)

; sleep(Duration)
define void @"std::thread::functions::sleep"(i64 %seconds, i32 %nanoseconds) nounwind {
  call void @__fp_sleep_seconds(i64 %seconds)
  %n = zext i32 %nanoseconds to i64
  call void @__fp_sleep(i64 %n)
  ret void
}

; available_parallelism() -> io::Result<NonZero<usize>>: as many processors as C has
define { i64, ptr } @"std::thread::functions::available_parallelism"() {
  ret { i64, ptr } { i64 0, ptr inttoptr (i64 4 to ptr) }
}

define void @"alloc::alloc::handle_alloc_error"(i64 %align, i64 %size) noreturn nounwind {
  call void @__fp_panic_text(i64 3)
  unreachable
}

; Locks that are not free. The library spins for a time, and then waits in the kernel; here a thread
; spins until it has the lock, so that no thread ever says that it waits; the scope says what it waits
; for. A state is 0 (free), the
; number of readers, or 2^30 - 1 (a writer has it); a mutex is 0 or 1.
define void @"std::sys::sync::mutex::futex::Mutex::lock_contended"(ptr %state) nounwind {
entry:
  br label %again

again:
  %was = cmpxchg ptr %state, i32 0, i32 1 syncscope("a lock") acquire monotonic
  %ok = extractvalue { i32, i1 } %was, 1
  br i1 %ok, label %over, label %again

over:
  ret void
}

define void @"std::sys::sync::rwlock::futex::RwLock::write_contended"(ptr %state) nounwind {
entry:
  br label %again

again:
  %was = cmpxchg ptr %state, i32 0, i32 1073741823 syncscope("a lock") acquire monotonic
  %ok = extractvalue { i32, i1 } %was, 1
  br i1 %ok, label %over, label %again

over:
  ret void
}

define void @"std::sys::sync::rwlock::futex::RwLock::read_contended"(ptr %state) nounwind {
entry:
  br label %again

again:
  %now = load atomic i32, ptr %state syncscope("a lock") monotonic, align 4
  %free = icmp ult i32 %now, 1073741822
  br i1 %free, label %take, label %again

take:
  %more = add i32 %now, 1
  %was = cmpxchg ptr %state, i32 %now, i32 %more acquire monotonic
  %ok = extractvalue { i32, i1 } %was, 1
  br i1 %ok, label %over, label %again

over:
  ret void
}

; What the first try to take a lock returns, Err(1), so that it is waited for.
define { i32, i32 } @__fp_rust_taken() alwaysinline nounwind {
  ret { i32, i32 } { i32 1, i32 1 }
}

; What read first tries is what read_contended does again and again.
define void @"std::sys::sync::rwlock::futex::RwLock::read"(ptr %state) nounwind {
  call void @"std::sys::sync::rwlock::futex::RwLock::read_contended"(ptr %state)
  ret void
}

; Nobody waits in the kernel for a lock, so who gives one back wakes nobody.
define void @"std::sys::sync::rwlock::futex::RwLock::wake_writer_or_readers"(ptr %state, i32 %now) nounwind {
  ret void
}

define void @"std::sys::sync::mutex::futex::Mutex::wake"(ptr %state) nounwind {
  ret void
}

; Condition variables of Rust's library, where no thread waits for some time only, or all that wait do:
; see condvars.go. A condition variable is a word, and so is a mutex: 0 or 1.

declare i32 @__fp_nondet(i32, i32)

; The upper half of the word counts the threads that have come to wait, the lower half those that have
; been woken, in the order in which they came.
define void @__fp_rust_wait(ptr %c, ptr %mutex) nounwind {
entry:
  %was = atomicrmw add ptr %c, i32 65536 acq_rel
  %before = lshr i32 %was, 16
  %locked = atomicrmw xchg ptr %mutex, i32 0 release
  br label %again

again:
  %now = load atomic i32, ptr %c syncscope("a condition variable") acquire, align 4
  %beyond = sub i32 %now, %before
  %low = trunc i32 %beyond to i16
  %woken = icmp sgt i16 %low, 0
  br i1 %woken, label %over, label %again

over:
  call void @"std::sys::sync::mutex::futex::Mutex::lock_contended"(ptr %mutex)
  ret void
}

define void @__fp_rust_notify_one(ptr %c) nounwind {
  call void @__fp_rust_notify(ptr %c, i1 false)
  ret void
}

define void @__fp_rust_notify_all(ptr %c) nounwind {
  call void @__fp_rust_notify(ptr %c, i1 true)
  ret void
}

define void @__fp_rust_notify(ptr %c, i1 %all) alwaysinline nounwind {
entry:
  br label %again

again:
  %was = load atomic i32, ptr %c monotonic, align 4
  %came = lshr i32 %was, 16
  %woken = and i32 %was, 65535
  %none = icmp eq i32 %came, %woken
  br i1 %none, label %over, label %wake

wake:
  %more = add i32 %woken, 1
  %next = select i1 %all, i32 %came, i32 %more
  %low = and i32 %next, 65535
  %high = shl i32 %came, 16
  %word = or i32 %high, %low
  %pair = cmpxchg ptr %c, i32 %was, i32 %word acq_rel monotonic
  %ok = extractvalue { i32, i1 } %pair, 1
  br i1 %ok, label %over, label %again

over:
  ret void
}

; The word counts the calls that notify. A thread that waits may time out whenever it looks.
define zeroext i1 @__fp_rust_wait_timeout(ptr %c, ptr %mutex, i64 %seconds, i32 %nanoseconds) nounwind {
entry:
  %was = load atomic i32, ptr %c monotonic, align 4
  %locked = atomicrmw xchg ptr %mutex, i32 0 release
  br label %again

again:
  %now = load atomic i32, ptr %c syncscope("a condition variable") acquire, align 4
  %same = icmp eq i32 %now, %was
  br i1 %same, label %waits, label %over

waits:
  %choice = call i32 @__fp_nondet(i32 0, i32 1)
  %late = icmp ne i32 %choice, 0
  br i1 %late, label %ends, label %again

ends:
  call void @"std::thread::functions::sleep"(i64 %seconds, i32 %nanoseconds)
  br label %over

over:
  %notified = phi i1 [ true, %again ], [ false, %ends ]
  call void @"std::sys::sync::mutex::futex::Mutex::lock_contended"(ptr %mutex)
  ret i1 %notified
}

define void @__fp_rust_notify_limited(ptr %c) nounwind {
  %was = atomicrmw add ptr %c, i32 1 acq_rel
  ret void
}

; What a thread that parks does with its token: it waits until it has one, in one function for some time
; only, and takes it. The result says that it had one.
define i32 @__fp_rust_take(ptr %token) nounwind {
entry:
  br label %again

again:
  %now = load atomic i32, ptr %token syncscope("an unpark") acquire, align 4
  %has = icmp eq i32 %now, 1
  br i1 %has, label %take, label %again

take:
  %was = atomicrmw xchg ptr %token, i32 0 acquire
  ret i32 1
}

define i32 @__fp_rust_take_within(ptr %token, i64 %seconds, i32 %nanoseconds) nounwind {
entry:
  br label %again

again:
  %now = load atomic i32, ptr %token syncscope("an unpark") acquire, align 4
  %has = icmp eq i32 %now, 1
  br i1 %has, label %take, label %waits

waits:
  %choice = call i32 @__fp_nondet(i32 0, i32 1)
  %late = icmp ne i32 %choice, 0
  br i1 %late, label %ends, label %again

ends:
  call void @"std::thread::functions::sleep"(i64 %seconds, i32 %nanoseconds)
  br label %take

take:
  %was = atomicrmw xchg ptr %token, i32 0 acquire
  ret i32 1
}

; Thread::park, which the end of a scope calls in a loop until its threads have ended; thread::park
; is another function.
define void @"std::thread::thread::Thread::park"(ptr %thread) nounwind {
  ret void
}

; A handle of a thread is not counted down when it is dropped: that it is dropped while the thread
; ends, too, would double the executions for each thread.
define void @"core::ptr::drop_in_place<std::thread::thread::Thread>"(ptr %thread) nounwind {
  ret void
}

; Nor are the references to the data of a scope.
define void @"core::ptr::drop_in_place<alloc::sync::Arc<std::thread::scoped::ScopeData>>"(ptr %data) nounwind {
  ret void
}

; A thread that waits in a channel, perhaps for some time only, looks again later.
define void @__fp_rust_doze(ptr %closure) nounwind {
  call void @__fp_sleep(i64 1)
  ret void
}

; Where nobody waits in the list of a channel, this is what looks into it.
define void @__fp_rust_nothing(ptr %from) nounwind {
  ret void
}

; Backing off only saves time: what may happen in the meantime may happen at the next look.
define void @"std::sync::mpmc::utils::Backoff::spin_light"(ptr %backoff) nounwind {
  ret void
}

define void @"std::sync::mpmc::utils::Backoff::spin_heavy"(ptr %backoff) nounwind {
  ret void
}

define void @"crossbeam_utils::backoff::Backoff::spin"(ptr %backoff) nounwind {
  ret void
}

define void @"crossbeam_utils::backoff::Backoff::snooze"(ptr %backoff) nounwind {
  ret void
}

define i1 @"crossbeam_utils::backoff::Backoff::is_completed"(ptr %backoff) nounwind {
  ret i1 true
}

define i1 @"parking_lot_core::spinwait::SpinWait::spin"(ptr %wait) nounwind {
  ret i1 false
}

define void @"parking_lot_core::spinwait::SpinWait::spin_no_yield"(ptr %wait) nounwind {
  ret void
}

; A test that was chosen: () -> Result<(), String>, in memory.
declare void @"test::chosen"(ptr)

define i32 @__fp_test_main() {
entry:
  %result = alloca [24 x i8]
  call void @"test::chosen"(ptr %result)
  %word = load i64, ptr %result
  %ok = icmp eq i64 %word, -9223372036854775808
  br i1 %ok, label %over, label %failed

failed:
  call void @__fp_panic_text(i64 4)
  unreachable

over:
  ret i32 0
}

declare void @__fp_expect_panic()

define i32 @__fp_panic_test_main() {
  %result = alloca [24 x i8]
  call void @__fp_expect_panic()
  call void @"test::chosen"(ptr %result)
  call void @__fp_panic_text(i64 5)
  unreachable
}
