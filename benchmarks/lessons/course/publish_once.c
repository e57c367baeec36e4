#include <assert.h>
#include <linux/rcupdate.h>
#include <pthread.h>

struct config {
	int rate;
};

static struct config old = { 1 }, fresh;
static struct config *current_config = &old;
static int seen;

static void *reader(void *arg)
{
	struct config *c;

	rcu_read_lock();
	c = rcu_dereference(current_config);
	seen = READ_ONCE(c->rate);
	rcu_read_unlock();
	return arg;
}

static void *writer(void *arg)
{
	WRITE_ONCE(fresh.rate, 2);
	WRITE_ONCE(current_config, &fresh);
	synchronize_rcu();
	WRITE_ONCE(old.rate, 0);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, reader, 0);
	pthread_create(&b, 0, writer, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	assert(seen != 0);
	return 0;
}
