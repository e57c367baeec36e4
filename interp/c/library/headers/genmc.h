#ifndef _GENMC_H
#define _GENMC_H
#include <stdbool.h>
#include <stdlib.h>
#include <pthread.h>
/* The interface of the model checker GenMC. What only helps its search says
   nothing here. Hazard pointers, and files that persist, are not supported. */
typedef pthread_t __VERIFIER_thread_t;
static inline __VERIFIER_thread_t __VERIFIER_spawn(void *(*__f)(void *), void *__arg)
{
	pthread_t __t;
	if (pthread_create(&__t, NULL, __f, __arg))
		abort();
	return __t;
}
#define __VERIFIER_spawn_symmetric(f, arg, thread) ((void)(thread), __VERIFIER_spawn((f), (arg)))
static inline void *__VERIFIER_join(__VERIFIER_thread_t __t)
{
	void *__result;
	pthread_join(__t, &__result);
	return __result;
}
#define __VERIFIER_join_symmetric(thread) ((void)__VERIFIER_join(thread))
#define __VERIFIER_local_write(store) do { store; } while (0)
#define __VERIFIER_final_write(store) do { store; } while (0)
#define __VERIFIER_helped_CAS(cas) do { cas; } while (0)
#define __VERIFIER_helping_CAS(cas) do { cas; } while (0)
#define __VERIFIER_speculative_read(read) (read)
#define __VERIFIER_confirming_read(read) (read)
#define __VERIFIER_confirming_CAS(cas) (cas)
#define __VERIFIER_final_CAS(cas) (cas)
#define __VERIFIER_optional(block) ((void)0)
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_method_begin() ((void)0)
#define __VERIFIER_method_end() ((void)0)
typedef struct {
	void *__value;
} __VERIFIER_hp_t;
static inline __VERIFIER_hp_t *__VERIFIER_hp_alloc(void)
{
	__VERIFIER_hp_t *__hp = malloc(sizeof *__hp);
	__hp->__value = NULL;
	return __hp;
}
#define __VERIFIER_hp_protect(hp, p) ((void)(hp), (void *)__atomic_load_n((p), __ATOMIC_ACQUIRE))
#define __VERIFIER_hp_clear(hp) ((void)(hp))
#define __VERIFIER_hp_free(hp) free(hp)
#define __VERIFIER_hp_retire(p) ((void)(p))

typedef pthread_mutex_t __VERIFIER_plock_t;
#define __VERIFIER_plock_lock(l) pthread_mutex_lock(l)
#define __VERIFIER_plock_unlock(l) pthread_mutex_unlock(l)

void *__VERIFIER_palloc(size_t);
static inline void __VERIFIER_pbarrier(void) {} // what is in memory is never lost here
void __VERIFIER_recovery_routine(void);
#define __VERIFIER_persistent_storage(d) d
#endif
