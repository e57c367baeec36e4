int f() { (foo_t *)3; struct s { foo_t *x; }; }
