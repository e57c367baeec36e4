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
/* The readers take the copy that is not written: the number says which. */
static inline void raw_write_seqcount_latch(seqcount_t *s)
{
	smp_wmb();
	WRITE_ONCE(s->sequence, s->sequence + 1);
	smp_wmb();
}
#define raw_read_seqcount_latch(s) READ_ONCE((s)->sequence)

typedef struct {
	seqcount_t seqcount;
	spinlock_t lock;
} seqlock_t;
#define DEFINE_SEQLOCK(name) seqlock_t name = {{0}, PTHREAD_MUTEX_INITIALIZER}
#define seqlock_init(s) (seqcount_init(&(s)->seqcount), spin_lock_init(&(s)->lock))
#define read_seqbegin(s) read_seqcount_begin(&(s)->seqcount)
#define read_seqretry(s, start) read_seqcount_retry(&(s)->seqcount, (start))
#define write_seqlock(s) (spin_lock(&(s)->lock), write_seqcount_begin(&(s)->seqcount))
#define write_sequnlock(s) (write_seqcount_end(&(s)->seqcount), spin_unlock(&(s)->lock))
#endif
