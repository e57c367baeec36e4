/* A new configuration takes the place of an old one, which is freed when nobody can be reading it.
 * With DROPPED the new one is shown to readers before it is filled in. */
#include <assert.h>
#include <pthread.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

struct conf {
	int a, b;
};
static struct conf *current_conf;

static void *update(void *arg)
{
	struct conf *new = kmalloc(sizeof *new, GFP_KERNEL), *old = current_conf;

	new->a = 2;
	new->b = 2;
#ifdef DROPPED
	WRITE_ONCE(current_conf, new);
#else
	rcu_assign_pointer(current_conf, new);
#endif
	synchronize_rcu();
	kfree(old);
	return NULL;
}

static void *reader(void *arg)
{
	struct conf *c;

	rcu_read_lock();
	c = rcu_dereference(current_conf);
	assert(c->a == c->b);
	rcu_read_unlock();
	return NULL;
}

int main(void)
{
	pthread_t t, u;

	current_conf = kzalloc(sizeof *current_conf, GFP_KERNEL);
	pthread_create(&t, NULL, update, NULL);
	pthread_create(&u, NULL, reader, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
