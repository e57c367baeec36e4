#ifndef _LINUX_SEQLOCK_H
#define _LINUX_SEQLOCK_H
#include <linux/spinlock.h>
/* A reader goes again if the number was odd, or has changed. */
typedef struct {
	unsigned sequence;
} seqcount_t;
#define SEQCNT_ZERO(name) {0}
#define seqcount_init(s) ((void)((s)->sequence = 0))
static inline unsigned raw_read_seqcount(const seqcount_t *s)
{
	unsigned seq = READ_ONCE(s->sequence);

	smp_rmb();
	return seq;
}
static inline unsigned read_seqcount_begin(const seqcount_t *s)
{
	unsigned seq;

	while ((seq = READ_ONCE(s->sequence)) & 1)
		cpu_relax();
	smp_rmb();
	return seq;
}
static inline int read_seqcount_retry(const seqcount_t *s, unsigned start)
{
	smp_rmb();
	return READ_ONCE(s->sequence) != start;
}
static inline void write_seqcount_begin(seqcount_t *s)
{
	WRITE_ONCE(s->sequence, s->sequence + 1);
	smp_wmb();
}
static inline void write_seqcount_end(seqcount_t *s)
{
	smp_wmb();
	WRITE_ONCE(s->sequence, s->sequence + 1);
}
/* Readers that are on their way go again. */
static inline void write_seqcount_invalidate(seqcount_t *s)
{
	smp_wmb();
	WRITE_ONCE(s->sequence, s->sequence + 2);
}
#define raw_read_seqcount_begin(s) read_seqcount_begin(s)
#define raw_seqcount_begin(s) (raw_read_seqcount(s) & ~1u)
#define raw_write_seqcount_begin(s) write_seqcount_begin(s)
#define raw_write_seqcount_end(s) write_seqcount_end(s)
/* One that names the lock of its writers is used as any other. */
typedef seqcount_t seqcount_spinlock_t, seqcount_raw_spinlock_t, seqcount_rwlock_t, seqcount_mutex_t;
#define SEQCNT_SPINLOCK_ZERO(name, lock) SEQCNT_ZERO(name)
#define SEQCNT_RAW_SPINLOCK_ZERO(name, lock) SEQCNT_ZERO(name)
#define SEQCNT_RWLOCK_ZERO(name, lock) SEQCNT_ZERO(name)
#define SEQCNT_MUTEX_ZERO(name, lock) SEQCNT_ZERO(name)
#define seqcount_spinlock_init(s, lock) ((void)(lock), seqcount_init(s))
#define seqcount_raw_spinlock_init(s, lock) seqcount_spinlock_init(s, lock)
#define seqcount_rwlock_init(s, lock) seqcount_spinlock_init(s, lock)
#define seqcount_mutex_init(s, lock) seqcount_spinlock_init(s, lock)
/* The readers take the copy that is not written: the number says which. */
typedef seqcount_t seqcount_latch_t;
#define SEQCNT_LATCH_ZERO(name) SEQCNT_ZERO(name)
#define seqcount_latch_init(s) seqcount_init(s)
static inline void raw_write_seqcount_latch(seqcount_latch_t *s)
{
	smp_wmb();
	WRITE_ONCE(s->sequence, s->sequence + 1);
	smp_wmb();
}
#define write_seqcount_latch_begin(s) raw_write_seqcount_latch(s)
#define write_seqcount_latch(s) raw_write_seqcount_latch(s)
#define write_seqcount_latch_end(s) ((void)(s))
#define raw_read_seqcount_latch(s) READ_ONCE((s)->sequence)
#define raw_read_seqcount_latch_retry(s, start) read_seqcount_retry((s), (start))
#define read_seqcount_latch(s) raw_read_seqcount_latch(s)
#define read_seqcount_latch_retry(s, start) read_seqcount_retry((s), (start))

typedef struct {
	seqcount_t seqcount;
	spinlock_t lock;
} seqlock_t;
#define __SEQLOCK_UNLOCKED(name) {{0}, PTHREAD_MUTEX_INITIALIZER}
#define DEFINE_SEQLOCK(name) seqlock_t name = __SEQLOCK_UNLOCKED(name)
#define seqlock_init(s) (seqcount_init(&(s)->seqcount), spin_lock_init(&(s)->lock))
#define read_seqbegin(s) read_seqcount_begin(&(s)->seqcount)
#define read_seqretry(s, start) read_seqcount_retry(&(s)->seqcount, (start))
#define write_seqlock(s) (spin_lock(&(s)->lock), write_seqcount_begin(&(s)->seqcount))
#define write_sequnlock(s) (write_seqcount_end(&(s)->seqcount), spin_unlock(&(s)->lock))
#define write_seqlock_irq(s) write_seqlock(s)
#define write_sequnlock_irq(s) write_sequnlock(s)
#define write_seqlock_bh(s) write_seqlock(s)
#define write_sequnlock_bh(s) write_sequnlock(s)
#define write_seqlock_irqsave(s, flags) ((void)((flags) = 0), write_seqlock(s))
#define write_sequnlock_irqrestore(s, flags) ((void)(flags), write_sequnlock(s))
/* A reader may lock out writers, and does so where it has gone once in vain. */
#define read_seqlock_excl(s) spin_lock(&(s)->lock)
#define read_sequnlock_excl(s) spin_unlock(&(s)->lock)
static inline void read_seqbegin_or_lock(seqlock_t *s, int *seq)
{
	if (*seq & 1)
		read_seqlock_excl(s);
	else
		*seq = read_seqbegin(s);
}
#define need_seqretry(s, seq) (!((seq) & 1) && read_seqretry((s), (seq)))
#define done_seqretry(s, seq) ((void)((seq) & 1 && (read_sequnlock_excl(s), 0)))
#endif
