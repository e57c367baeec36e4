#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
void assert();
#endif
