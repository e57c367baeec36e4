#ifndef _LINUX_PERCPU_H
#define _LINUX_PERCPU_H
#include <lkmm.h>
#include <linux/cache.h>
/* A variable of each processor is an array; a thread is on the processor that it says. */
#ifndef NR_CPUS
#define NR_CPUS 4
#endif
__attribute__((weak)) _Thread_local int __fp_cpu;
#define smp_processor_id() (__fp_cpu)
#define raw_smp_processor_id() (__fp_cpu)
#define get_cpu() (__fp_cpu)
#define put_cpu() ((void)0)
#define DEFINE_PER_CPU(type, name) __typeof__(type) name[NR_CPUS]
#define DEFINE_PER_CPU_ALIGNED(type, name) DEFINE_PER_CPU(type, name)
#define DEFINE_PER_CPU_SHARED_ALIGNED(type, name) DEFINE_PER_CPU(type, name)
#define DECLARE_PER_CPU(type, name) extern __typeof__(type) name[NR_CPUS]
#define per_cpu(name, cpu) ((name)[cpu])
#define per_cpu_ptr(p, cpu) (&(*(p))[cpu])
#define this_cpu_ptr(p) per_cpu_ptr(p, smp_processor_id())
#define this_cpu_read(name) READ_ONCE((name)[smp_processor_id()])
#define this_cpu_write(name, v) WRITE_ONCE((name)[smp_processor_id()], (v))
#define this_cpu_add(name, v) ((void)((name)[smp_processor_id()] += (v)))
#define this_cpu_sub(name, v) ((void)((name)[smp_processor_id()] -= (v)))
#define this_cpu_inc(name) this_cpu_add(name, 1)
#define this_cpu_dec(name) this_cpu_sub(name, 1)
#define __this_cpu_read(name) ((name)[smp_processor_id()])
#define __this_cpu_write(name, v) ((void)((name)[smp_processor_id()] = (v)))
#define __this_cpu_add(name, v) this_cpu_add(name, v)
#define __this_cpu_sub(name, v) this_cpu_sub(name, v)
#define __this_cpu_inc(name) this_cpu_inc(name)
#define __this_cpu_dec(name) this_cpu_dec(name)
#define get_cpu_var(name) (*this_cpu_ptr(&(name)))
#define put_cpu_var(name) ((void)0)
#define num_online_cpus() NR_CPUS
#define num_possible_cpus() NR_CPUS
#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < NR_CPUS; (cpu)++)
#define for_each_online_cpu(cpu) for_each_possible_cpu(cpu)
#endif
