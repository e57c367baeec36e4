/* The types of functions that C calls through pointers. */

void __fp_type_v(void)
{
}

void __fp_type_v_p(void *p)
{
}

void *__fp_type_p_p(void *p)
{
	return p;
}

int __fp_type_i_pp(const void *p, const void *q)
{
	return 0;
}
