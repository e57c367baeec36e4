/* What ends the program with an error. */
void __assert_fail(const char *, const char *, unsigned, const char *);

void _ZSt9terminatev(void)
{
	__assert_fail("std::terminate is called", "", 0, "");
}

void __cxa_pure_virtual(void)
{
	__assert_fail("a pure virtual function is called", "", 0, "");
}

void __cxa_deleted_virtual(void)
{
	__assert_fail("a deleted virtual function is called", "", 0, "");
}

void _ZSt17__throw_bad_allocv(void)
{
	__assert_fail("std::bad_alloc is thrown", "", 0, "");
}

void _ZSt28__throw_bad_array_new_lengthv(void)
{
	__assert_fail("std::bad_array_new_length is thrown", "", 0, "");
}

void _ZSt20__throw_length_errorPKc(const char *what)
{
	__assert_fail(what, "", 0, "");
}

void _ZSt20__throw_out_of_rangePKc(const char *what)
{
	__assert_fail(what, "", 0, "");
}

void _ZSt24__throw_out_of_range_fmtPKcz(const char *what)
{
	__assert_fail(what, "", 0, "");
}

void _ZSt24__throw_invalid_argumentPKc(const char *what)
{
	__assert_fail(what, "", 0, "");
}

void _ZSt19__throw_logic_errorPKc(const char *what)
{
	__assert_fail(what, "", 0, "");
}

void _ZSt20__throw_system_errori(int error)
{
	__assert_fail("std::system_error is thrown", "", 0, "");
}

void _ZSt25__throw_bad_function_callv(void)
{
	__assert_fail("std::bad_function_call is thrown", "", 0, "");
}

void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function, const char *condition)
{
	__assert_fail(condition, "", 0, "");
}

void _ZSt20__throw_future_errori(int error)
{
	__assert_fail("std::future_error is thrown", "", 0, "");
}
