#ifndef _LINUX_IRQFLAGS_H
#define _LINUX_IRQFLAGS_H
#include <lkmm.h>
/* No interrupt comes: a thread stands for its handler. */
#define local_irq_save(flags) ((void)((flags) = 0))
#define local_irq_restore(flags) ((void)(flags))
#define local_irq_disable() ((void)0)
#define local_irq_enable() ((void)0)
#define irqs_disabled() 0
#endif
