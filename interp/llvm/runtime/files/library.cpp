// What the C++ library has outside its headers that throws, or that is made of classes of the
// headers. It is compiled after each source, with the headers that the source includes.

#ifdef _FUNCTEXCEPT_H
namespace std
{
#ifdef _NEW
[[gnu::weak]] void __throw_bad_alloc() { throw bad_alloc(); }
[[gnu::weak]] void __throw_bad_array_new_length() { throw bad_array_new_length(); }
#endif
#ifdef _TYPEINFO
[[gnu::weak]] void __throw_bad_cast() { throw bad_cast(); }
[[gnu::weak]] void __throw_bad_typeid() { throw bad_typeid(); }
extern "C" [[gnu::weak]] void __cxa_bad_cast() { throw bad_cast(); }
extern "C" [[gnu::weak]] void __cxa_bad_typeid() { throw bad_typeid(); }
#endif
#ifdef _GLIBCXX_STDEXCEPT
[[gnu::weak]] void __throw_logic_error(const char *what) { throw logic_error(what); }
[[gnu::weak]] void __throw_domain_error(const char *what) { throw domain_error(what); }
[[gnu::weak]] void __throw_invalid_argument(const char *what) { throw invalid_argument(what); }
[[gnu::weak]] void __throw_length_error(const char *what) { throw length_error(what); }
[[gnu::weak]] void __throw_out_of_range(const char *what) { throw out_of_range(what); }
[[gnu::weak]] void __throw_out_of_range_fmt(const char *format, ...)
{
	char what[512];
	__builtin_va_list list;
	__builtin_va_start(list, format);
	__builtin_vsnprintf(what, sizeof what, format, list);
	__builtin_va_end(list);
	throw out_of_range(what);
}
[[gnu::weak]] void __throw_runtime_error(const char *what) { throw runtime_error(what); }
[[gnu::weak]] void __throw_range_error(const char *what) { throw range_error(what); }
[[gnu::weak]] void __throw_overflow_error(const char *what) { throw overflow_error(what); }
[[gnu::weak]] void __throw_underflow_error(const char *what) { throw underflow_error(what); }
#endif
#ifdef _GLIBCXX_STD_FUNCTION_H
[[gnu::weak]] void __throw_bad_function_call() { throw bad_function_call(); }
#endif
}
#endif

#ifdef _SHARED_PTR_BASE_H
namespace std
{
[[gnu::weak]] bad_weak_ptr::~bad_weak_ptr() noexcept {}
[[gnu::weak]] char const *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
}
#endif

// The free functions that access a shared_ptr atomically lock the mutex of its address.
#if defined _SHARED_PTR_ATOMIC_H && defined __GTHREADS
namespace std
{
[[gnu::weak]] __gthread_mutex_t __fp_shared_ptr_locks[256];
static unsigned char __fp_key(const void *p) noexcept { return reinterpret_cast<__UINTPTR_TYPE__>(p) / sizeof(void *) / 2; }
[[gnu::weak]] _Sp_locker::_Sp_locker(const void *p) noexcept : _Sp_locker(p, p) {}
[[gnu::weak]] _Sp_locker::_Sp_locker(const void *p, const void *q) noexcept : _M_key1(__fp_key(p)), _M_key2(__fp_key(q))
{
	if (_M_key2 < _M_key1)
		swap(_M_key1, _M_key2);
	__gthread_mutex_lock(&__fp_shared_ptr_locks[_M_key1]);
	if (_M_key1 != _M_key2)
		__gthread_mutex_lock(&__fp_shared_ptr_locks[_M_key2]);
}
[[gnu::weak]] _Sp_locker::~_Sp_locker()
{
	__gthread_mutex_unlock(&__fp_shared_ptr_locks[_M_key1]);
	if (_M_key1 != _M_key2)
		__gthread_mutex_unlock(&__fp_shared_ptr_locks[_M_key2]);
}
}
#endif

#ifdef _GLIBCXX_SYSTEM_ERROR
namespace std
{
inline namespace _V2
{
[[gnu::weak]] error_category::~error_category() {}
[[gnu::weak]] error_condition error_category::default_error_condition(int code) const noexcept { return error_condition(code, *this); }
[[gnu::weak]] bool error_category::equivalent(int code, const error_condition &condition) const noexcept { return default_error_condition(code) == condition; }
[[gnu::weak]] bool error_category::equivalent(const error_code &code, int condition) const noexcept { return *this == code.category() && code.value() == condition; }
}

// The text of an error is its number alone.
struct __fp_category : error_category {
	const char *__name;
	constexpr __fp_category(const char *name) : __name(name) {}
	const char *name() const noexcept override { return __name; }
	string message(int code) const override { return "error " + to_string(code); }
};

struct __fp_system : __fp_category {
	constexpr __fp_system() : __fp_category("system") {}
	error_condition default_error_condition(int code) const noexcept override { return error_condition(code, generic_category()); }
};

inline namespace _V2
{
[[gnu::weak]] const error_category &generic_category() noexcept
{
	static const __fp_category category("generic");
	return category;
}
[[gnu::weak]] const error_category &system_category() noexcept
{
	static const __fp_system category;
	return category;
}
}
[[gnu::weak]] system_error::~system_error() noexcept {}
[[gnu::weak]] void __throw_system_error(int code) { throw system_error(error_code(code, generic_category())); }
}
#endif

#ifdef _GLIBCXX_FUTURE
namespace std
{
[[gnu::weak]] const error_category &future_category() noexcept
{
	static const __fp_category category("future");
	return category;
}
[[gnu::weak]] future_error::~future_error() noexcept {}
[[gnu::weak]] const char *future_error::what() const noexcept { return logic_error::what(); }
[[gnu::weak]] void __throw_future_error(int code) { throw future_error(make_error_code(future_errc(code))); }
}
#endif

#ifdef _GLIBCXX_NESTED_EXCEPTION_H
namespace std
{
[[gnu::weak]] nested_exception::~nested_exception() noexcept {}
}
#endif

// A source of random numbers has those of rand, the same in every execution.
#ifdef _RANDOM_H
extern "C" int rand() noexcept;
namespace std
{
[[gnu::weak]] void random_device::_M_init(const string &) {}
[[gnu::weak]] void random_device::_M_fini() {}
[[gnu::weak]] random_device::result_type random_device::_M_getval() { return static_cast<unsigned>(rand()) << 2 ^ rand(); }
[[gnu::weak]] double random_device::_M_getentropy() const noexcept { return 0; }
}
#endif
