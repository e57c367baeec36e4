#ifndef _SYS_SYSINFO_H
#define _SYS_SYSINFO_H
static inline int get_nprocs(void) { return 4; }
static inline int get_nprocs_conf(void) { return 4; }
#endif
