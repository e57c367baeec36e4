/* A counter in memory, in an array that no other thread sees or in one that
 * others could.
 *
 * all: completed
 */
#include <pthread.h>
#include <stddef.h>

static int flag;
static int tries[2];

static void *patient(void *unused)
{
	int count[2] = {0, 0};
	while (!flag && count[1] < 5) {
		count[0] = !count[0];
		count[1] += count[0];
	}
	return unused;
}

static void *impatient(void *unused)
{
	while (!flag && tries[1] < 5) {
		tries[0] = !tries[0];
		tries[1] += tries[0];
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, patient, NULL);
	pthread_create(&b, NULL, impatient, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
