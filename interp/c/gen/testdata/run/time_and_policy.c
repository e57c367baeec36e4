// Sleep and clocks that cannot be, and policies of scheduling, which change nothing.
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

int main(void)
{
	struct timespec t = {0, 1000}, wrong = {0, 1000000000}, before = {-1, 0};
	printf("%d\n", nanosleep(&t, NULL));
	int r = nanosleep(&wrong, NULL);
	printf("%d %d\n", r, errno == EINVAL);
	printf("%d\n", nanosleep(&before, NULL));
	printf("%d %d\n", clock_gettime(999, &t), clock_gettime(CLOCK_MONOTONIC, &t));
	pthread_attr_t a;
	struct sched_param p = {.sched_priority = sched_get_priority_min(SCHED_FIFO)};
	pthread_attr_init(&a);
	r = pthread_attr_setschedpolicy(&a, SCHED_FIFO) + pthread_attr_setschedparam(&a, &p);
	printf("%d %d %d %d\n", r, p.sched_priority, sched_get_priority_max(SCHED_RR), sched_get_priority_max(SCHED_OTHER));
	pthread_attr_destroy(&a);
	int state, type;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
	printf("%d %d\n", state == PTHREAD_CANCEL_ENABLE, type == PTHREAD_CANCEL_DEFERRED);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
	pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
	printf("%d %d\n", state == PTHREAD_CANCEL_DISABLE, type == PTHREAD_CANCEL_ASYNCHRONOUS);
	r = pthread_setcancelstate(7, NULL);
	printf("%d\n", r == EINVAL);
	return 0;
}
