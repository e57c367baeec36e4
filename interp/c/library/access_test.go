package library_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/library"
	"fencepost/interp/c/parse"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/c11"

	"modernc.org/cc/v4"
)

// accesses says of the functions of the library that have pointer arguments what memory they
// access, a line each: the function, an object, r if the function reads it and w if it writes
// it, and a call.
const accesses = `
asprintf s r asprintf(&q, s, 1)
asprintf p w asprintf(&p, "x")
atof s r atof(s)
atoi s r atoi(s)
atol s r atol(s)
atoll s r atoll(s)
bcmp s r bcmp(s, other, 2)
bcmp s r bcmp(other, s, 2)
bcopy s r bcopy(s, other, 2)
bcopy s w bcopy(other, s, 2)
bsearch s r bsearch("a", s, 1, 1, order)
bzero s w bzero(s, 2)
clock_getres t w clock_getres(0, &t)
clock_gettime t w clock_gettime(0, &t)
clock_nanosleep t r clock_nanosleep(0, 0, &t, 0)
cnd_timedwait t r { mtx_lock(&mt); cnd_timedwait(&ct, &mt, &t); }
dprintf s r dprintf(1, "%s", s)
dprintf s r dprintf(1, s)
err s r err(1, s)
error s r error(0, 0, s)
errx s r errx(1, "%s", s)
fprintf s r fprintf(stdout, "%s", s)
fprintf s r fprintf(stderr, s)
fputs s r fputs(s, stdout)
fputs_unlocked s r fputs_unlocked(s, stdout)
frexp i w frexp(1.5, &i)
fwrite s r fwrite(s, 1, 2, stdout)
fwrite l r fwrite(&l, sizeof l, 1, stdout)
fwrite_unlocked s r fwrite_unlocked(s, 1, 2, stdout)
getentropy s w getentropy(s, 2)
getenv s r getenv(s)
getrandom s w getrandom(s, 2, 0)
getrlimit rl w getrlimit(0, &rl)
getrusage ru w getrusage(0, &ru)
gettimeofday tv w gettimeofday(&tv, 0)
index s r index(s, 'b')
memccpy s r memccpy(other, s, 'b', 2)
memccpy s w memccpy(s, other, 'b', 2)
memchr s r memchr(s, 'b', 2)
memcmp s r memcmp(s, other, 2)
memcmp s r memcmp(other, s, 2)
memcpy s r memcpy(other, s, 2)
memcpy s w memcpy(s, other, 2)
memmem s r memmem(s, 2, "b", 1)
memmem s r memmem("b", 1, s, 1)
memmove s r memmove(other, s, 2)
memmove s w memmove(s, other, 2)
mempcpy s r mempcpy(other, s, 2)
mempcpy s w mempcpy(s, other, 2)
memrchr s r memrchr(s, 'a', 2)
memset s w memset(s, 0, 2)
modf d w modf(1.5, &d)
mtx_timedlock t r { mtx_lock(&mt); mtx_timedlock(&mt, &t); }
nanosleep t r nanosleep(&t, 0)
pathconf s r pathconf(s, 1)
perror s r perror(s)
posix_memalign p w posix_memalign((void **)&p, 8, 8)
printf s r printf("%s", s)
printf s r printf("%.1s", s)
printf s r printf(s)
pthread_attr_getdetachstate a r pthread_attr_getdetachstate(&a, &k)
pthread_attr_getdetachstate i w pthread_attr_getdetachstate(&a, &i)
pthread_attr_getguardsize z w pthread_attr_getguardsize(&a, &z)
pthread_attr_getinheritsched i w pthread_attr_getinheritsched(&a, &i)
pthread_attr_getschedparam sp w pthread_attr_getschedparam(&a, &sp)
pthread_attr_getschedpolicy i w pthread_attr_getschedpolicy(&a, &i)
pthread_attr_getscope i w pthread_attr_getscope(&a, &i)
pthread_attr_getstack p w pthread_attr_getstack(&a, (void **)&p, &n)
pthread_attr_getstack z w pthread_attr_getstack(&a, (void **)&q, &z)
pthread_attr_getstacksize z w pthread_attr_getstacksize(&a, &z)
pthread_attr_init a w pthread_attr_init(&a)
pthread_attr_setaffinity_np cs r pthread_attr_setaffinity_np(&a, sizeof cs, &cs)
pthread_attr_setdetachstate a w pthread_attr_setdetachstate(&a, 0)
pthread_attr_setguardsize a w { b = a; pthread_attr_setguardsize(&a, 0); }
pthread_attr_setinheritsched a w { b = a; pthread_attr_setinheritsched(&a, 0); }
pthread_attr_setschedparam sp r pthread_attr_setschedparam(&b, &sp)
pthread_attr_setschedpolicy a w { b = a; pthread_attr_setschedpolicy(&a, 0); }
pthread_attr_setstack a w { b = a; pthread_attr_setstack(&a, 0, 0); }
pthread_attr_setstacksize a w { b = a; pthread_attr_setstacksize(&a, 0); }
pthread_barrierattr_getpshared i w pthread_barrierattr_getpshared(&ba, &i)
pthread_barrierattr_getpshared ba r pthread_barrierattr_getpshared(&ba, &k)
pthread_barrierattr_init ba w pthread_barrierattr_init(&ba)
pthread_barrierattr_setpshared ba w pthread_barrierattr_setpshared(&ba, 0)
pthread_clockjoin_np t r { pthread_create(&th2, 0, idle, 0); pthread_clockjoin_np(th2, 0, 0, &t); }
pthread_cond_clockwait t r { pthread_mutex_lock(&m); pthread_cond_clockwait(&c, &m, 0, &t); }
pthread_cond_timedwait t r { pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &t); }
pthread_condattr_getclock ca r pthread_condattr_getclock(&ca, &k)
pthread_condattr_getclock i w pthread_condattr_getclock(&ca, &i)
pthread_condattr_getpshared ca r pthread_condattr_getpshared(&ca, &k)
pthread_condattr_getpshared i w pthread_condattr_getpshared(&ca, &i)
pthread_condattr_init ca w pthread_condattr_init(&ca)
pthread_condattr_setclock ca w pthread_condattr_setclock(&ca, 0)
pthread_condattr_setpshared ca w pthread_condattr_setpshared(&ca, 0)
pthread_create a r pthread_create(&th2, &a, idle, 0)
pthread_create ul w pthread_create(&ul, 0, idle, 0)
pthread_getaffinity_np cs w pthread_getaffinity_np(th2, sizeof cs, &cs)
pthread_getcpuclockid i w pthread_getcpuclockid(th2, &i)
pthread_getname_np s w pthread_getname_np(th2, s, 4)
pthread_getschedparam i w pthread_getschedparam(th2, &i, &sp)
pthread_getschedparam sp w pthread_getschedparam(th2, &k, &sp)
pthread_join p w { pthread_create(&th2, 0, idle, 0); pthread_join(th2, (void **)&p); }
pthread_key_create u w pthread_key_create(&u, 0)
pthread_mutex_clocklock t r { pthread_mutex_lock(&m); pthread_mutex_clocklock(&m, 0, &t); }
pthread_mutex_init ma r pthread_mutex_init(&m, &ma)
pthread_mutex_timedlock t r { pthread_mutex_lock(&m); pthread_mutex_timedlock(&m, &t); }
pthread_mutexattr_getprioceiling i w pthread_mutexattr_getprioceiling(&ma, &i)
pthread_mutexattr_getprotocol i w pthread_mutexattr_getprotocol(&ma, &i)
pthread_mutexattr_getpshared i w pthread_mutexattr_getpshared(&ma, &i)
pthread_mutexattr_getrobust i w pthread_mutexattr_getrobust(&ma, &i)
pthread_mutexattr_gettype i w pthread_mutexattr_gettype(&ma, &i)
pthread_mutexattr_gettype ma r pthread_mutexattr_gettype(&ma, &k)
pthread_mutexattr_init ma w pthread_mutexattr_init(&ma)
pthread_mutexattr_setpshared ma w { mb = ma; pthread_mutexattr_setpshared(&ma, 0); }
pthread_mutexattr_setrobust ma w { mb = ma; pthread_mutexattr_setrobust(&ma, 0); }
pthread_mutexattr_settype ma w pthread_mutexattr_settype(&ma, 0)
pthread_rwlock_timedrdlock t r { pthread_rwlock_wrlock(&rw); pthread_rwlock_timedrdlock(&rw, &t); }
pthread_rwlock_timedwrlock t r { pthread_rwlock_wrlock(&rw); pthread_rwlock_timedwrlock(&rw, &t); }
pthread_rwlockattr_getpshared i w pthread_rwlockattr_getpshared(&ra, &i)
pthread_rwlockattr_getpshared ra r pthread_rwlockattr_getpshared(&ra, &k)
pthread_rwlockattr_getkind_np i w pthread_rwlockattr_getkind_np(&ra, &i)
pthread_rwlockattr_init ra w pthread_rwlockattr_init(&ra)
pthread_rwlockattr_setkind_np ra w { ra = rb; pthread_rwlockattr_setkind_np(&ra, 0); }
pthread_rwlockattr_setpshared ra w pthread_rwlockattr_setpshared(&ra, 0)
pthread_setaffinity_np cs r pthread_setaffinity_np(th2, sizeof cs, &cs)
pthread_setcancelstate i w pthread_setcancelstate(0, &i)
pthread_setcanceltype i w pthread_setcanceltype(0, &i)
pthread_setname_np s r pthread_setname_np(th2, s)
pthread_setschedparam sp r pthread_setschedparam(th2, 0, &sp)
pthread_sigmask ss r pthread_sigmask(0, &ss, 0)
pthread_sigmask ss w pthread_sigmask(0, 0, &ss)
pthread_timedjoin_np t r { pthread_create(&th2, 0, idle, 0); pthread_timedjoin_np(th2, 0, &t); }
pthread_tryjoin_np p w { pthread_create(&th2, 0, idle, 0); pthread_tryjoin_np(th2, (void **)&p); }
puts s r puts(s)
qsort s r qsort(s, 2, 1, order)
qsort s w qsort(s, 2, 1, order)
rand_r u r rand_r(&u)
rand_r u w rand_r(&u)
rawmemchr s r rawmemchr(s, 'b')
rindex s r rindex(s, 'b')
sched_getaffinity cs w sched_getaffinity(0, sizeof cs, &cs)
sched_setaffinity cs r sched_setaffinity(0, sizeof cs, &cs)
sem_clockwait t r sem_clockwait(&sm, 0, &t)
sem_open s r sem_open(s, 0)
sem_open s r sem_open(s, O_CREAT, 0600, 1)
sem_timedwait t r sem_timedwait(&sm, &t)
sem_unlink s r sem_unlink(s)
setlocale s r setlocale(0, s)
setrlimit rl r setrlimit(0, &rl)
sigaction sa r sigaction(2, &sa, 0)
sigaction sa w sigaction(2, 0, &sa)
sigaddset ss w sigaddset(&ss, 1)
sigdelset ss w sigdelset(&ss, 1)
sigemptyset ss w sigemptyset(&ss)
sigfillset ss w sigfillset(&ss)
sigismember ss r sigismember(&ss, 1)
sigprocmask ss r sigprocmask(0, &ss, 0)
sigprocmask ss w sigprocmask(0, 0, &ss)
snprintf s r snprintf(other, 4, "%s", s)
snprintf s r snprintf(other, 4, s)
snprintf s w snprintf(s, 4, "xy")
sprintf s r sprintf(other, "%s", s)
sprintf s w sprintf(s, "xy")
sscanf s r sscanf(s, "%d", &k)
sscanf s r sscanf("12", s)
sscanf i w sscanf("12", "%d", &i)
sscanf s w sscanf("ab", "%s", s)
stpcpy s r stpcpy(other, s)
stpcpy s w stpcpy(s, "x")
strcasecmp s r strcasecmp(s, "x")
strcasecmp s r strcasecmp("x", s)
strcat s r strcat(other, s)
strcat s w strcat(s, "x")
strchr s r strchr(s, 'b')
strchrnul s r strchrnul(s, 'b')
strcmp s r strcmp(s, "x")
strcmp s r strcmp("x", s)
strcoll s r strcoll(s, "x")
strcpy s r strcpy(other, s)
strcpy s w strcpy(s, "x")
strcspn s r strcspn(s, "x")
strcspn s r strcspn("x", s)
strdup s r strdup(s)
strlcpy s r strlcpy(other, s, 4)
strlcpy s w strlcpy(s, "x", 4)
strlen s r strlen(s)
strncasecmp s r strncasecmp(s, "x", 1)
strncat s r strncat(other, s, 1)
strncat s w strncat(s, "x", 1)
strncmp s r strncmp(s, "x", 1)
strncpy s r strncpy(other, s, 2)
strncpy s w strncpy(s, "x", 2)
strndup s r strndup(s, 1)
strnlen s r strnlen(s, 1)
strpbrk s r strpbrk(s, "b")
strpbrk s r strpbrk("b", s)
strrchr s r strrchr(s, 'b')
strsep p r strsep(&p, "b")
strsep p w { p = text; strsep(&p, "b"); }
strspn s r strspn(s, "a")
strspn s r strspn("a", s)
strstr s r strstr(s, "b")
strstr s r strstr("b", s)
strtod s r strtod(s, 0)
strtod p w strtod("1", &p)
strtof s r strtof(s, 0)
strtoimax s r strtoimax(s, 0, 10)
strtok s r strtok(s, "b")
strtok s r strtok(other, s)
strtok_r s r strtok_r(s, "b", &q)
strtok_r p w strtok_r(other, "b", &p)
strtol s r strtol(s, 0, 10)
strtol p w strtol("1", &p, 10)
strtold s r strtold(s, 0)
strtoll s r strtoll(s, 0, 10)
strtoul s r strtoul(s, 0, 10)
strtoull s r strtoull(s, 0, 10)
strtoumax s r strtoumax(s, 0, 10)
strxfrm s r strxfrm(other, s, 2)
strxfrm s w strxfrm(s, "x", 2)
thrd_create ul w thrd_create(&ul, idler, 0)
thrd_join i w { thrd_create(&th2, idler, 0); thrd_join(th2, &i); }
thrd_sleep t r thrd_sleep(&t, 0)
time l w time(&l)
timespec_get t w timespec_get(&t, 1)
tss_create u w tss_create(&u, 0)
vasprintf s r with(vasprintf(&q, f, l), "%s", s)
vasprintf p w with(vasprintf(&p, f, l), "x")
vdprintf s r with(vdprintf(1, f, l), "%s", s)
vfprintf s r with(vfprintf(stdout, f, l), "%s", s)
vprintf s r with(vprintf(f, l), "%s", s)
vprintf s r with(vprintf(f, l), s)
vsnprintf s r with(vsnprintf(other, 4, f, l), "%s", s)
vsnprintf s w with(vsnprintf(s, 4, f, l), "x")
vsprintf s r with(vsprintf(other, f, l), "%s", s)
vsprintf s w with(vsprintf(s, f, l), "x")
vsscanf s r with(vsscanf(s, f, l), "%d", &k)
vsscanf i w with(vsscanf("1", f, l), "%d", &i)
warn s r warn(s)
warnx s r warnx("%s", s)
wcscmp w r wcscmp(w, L"x")
wcscmp w r wcscmp(L"x", w)
wcscpy w r wcscpy(v, w)
wcscpy w w wcscpy(w, L"x")
wcslen w r wcslen(w)
write s r write(1, s, 2)
writev s r { struct iovec x = { s, 2 }; writev(1, &x, 1); }
writev iov r writev(1, &iov, 1)
`

// without are functions that have pointer arguments and access nothing through them, each with the
// reason.
var without = map[string]string{
	"call_once": "a lock", "pthread_once": "a lock", "mtx_init": "a lock", "sem_trywait": "a lock", "sem_close": "a lock",
	"free": "ends a life: see Driver.Free", "realloc": "ends a life", "reallocarray": "ends a life",
	"munmap": "ends a life: see Driver.Free",
	"getopt": "arguments of main are not shared",
	"mmap":   "an address", "mprotect": "an address", "madvise": "an address", "mlock": "an address", "munlock": "an address", "msync": "an address",
	"setbuf": "a buffer that is not used", "setbuffer": "a buffer that is not used", "setvbuf": "a buffer that is not used",
	"poll":         "of no files",
	"atexit":       "a function",
	"strerror_r":   "the text is the tool's own",
	"pthread_exit": "a value", "pthread_setspecific": "a value", "tss_set": "a value",
	"method_begin": "a name for the tool",
	"getopt_long":  "arguments of main are not shared", "getopt_long_only": "arguments of main are not shared",
	"pthread_attr_destroy": "nothing to do", "pthread_barrierattr_destroy": "nothing to do", "pthread_condattr_destroy": "nothing to do",
	"pthread_mutexattr_destroy": "nothing to do", "pthread_rwlockattr_destroy": "nothing to do", "pthread_attr_setscope": "there is one",
	"pthread_mutexattr_setprotocol": "there is one", "pthread_mutexattr_setprioceiling": "there is one",
}

// raced are the objects of the table: a declaration, and what another thread writes and reads.
var raced = map[string][3]string{
	"s":   {"static char s[8] = \"ab\", sink[8];", "s[0] = 'c'", "memcpy(sink, s, sizeof s)"},
	"p":   {"static char *p = text, *sink;", "p = 0", "sink = p"},
	"i":   {"static int i, sink;", "i = 1", "sink = i"},
	"u":   {"static unsigned u, sink;", "u = 1", "sink = u"},
	"l":   {"static long l, sink;", "l = 1", "sink = l"},
	"ul":  {"static unsigned long ul, sink;", "ul = 1", "sink = ul"},
	"z":   {"static size_t z, sink;", "z = 1", "sink = z"},
	"d":   {"static double d, sink;", "d = 1", "sink = d"},
	"w":   {"static wchar_t w[4] = L\"ab\", sink;", "w[0] = 'c'", "sink = w[0]"},
	"t":   {"static struct timespec t, sink;", "t.tv_nsec = 1", "sink = t"},
	"tv":  {"static struct timeval tv, sink;", "tv.tv_sec = 1", "sink = tv"},
	"rl":  {"static struct rlimit rl, sink;", "rl.rlim_cur = 1", "sink = rl"},
	"ru":  {"static struct rusage ru, sink;", "ru.ru_maxrss = 1", "sink = ru"},
	"a":   {"static pthread_attr_t sink;", "a.__detached = 1", "sink = a"},
	"ba":  {"static pthread_barrierattr_t sink;", "ba.__shared = 1", "sink = ba"},
	"ca":  {"static pthread_condattr_t sink;", "ca = cb", "sink = ca"},
	"ma":  {"static pthread_mutexattr_t sink;", "ma = mb", "sink = ma"},
	"ra":  {"static pthread_rwlockattr_t sink;", "ra.__shared = 1", "sink = ra"},
	"sp":  {"static struct sched_param sink;", "sp.sched_priority = 1", "sink = sp"},
	"cs":  {"static cpu_set_t cs, sink;", "cs.__bits[0] = 1", "sink = cs"},
	"ss":  {"static sigset_t ss, sink;", "ss.__bits[0] = 1", "sink = ss"},
	"sa":  {"static struct sigaction sa, sink;", "sa.sa_flags = 1", "sink = sa"},
	"iov": {"static struct iovec iov = { text, 1 }, sink;", "iov.iov_len = 0", "sink = iov"},
}

const accessProgram = `#define _GNU_SOURCE
#include <err.h>
#include <error.h>
#include <fcntl.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
static char other[8] = "xy", text[] = "ab", *q;
static wchar_t v[4];
static int k;
static size_t n;
static unsigned long th2;
static pthread_attr_t a, b;
static pthread_barrierattr_t ba;
static pthread_condattr_t ca, cb;
static pthread_mutexattr_t ma, mb;
static pthread_rwlockattr_t ra, rb;
static struct sched_param sp;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t mt;
static cnd_t ct;
static sem_t sm;
static void *idle(void *x) { return x; }
static int idler(void *x) { return 0; }
static int order(const void *x, const void *y) { return *(const char *)y - *(const char *)x; }
#define with(call, ...) use(__VA_ARGS__)
static void use(const char *f, ...) { va_list l; va_start(l, f); %s; va_end(l); }
%s
static void *racer(void *x) { %s; return x; }
int main(void)
{
	pthread_t t1;
	pthread_create(&t1, 0, racer, 0);
	%s;
	return 0;
}
`

// raceOf is the program in which a thread races with the call of a line of the table.
func raceOf(object, access, call string) string {
	o := raced[object]
	rival := o[2]
	if access == "r" {
		rival = o[1]
	}
	body := ""
	if rest, ok := strings.CutPrefix(call, "with("); ok {
		end := strings.Index(rest, "l)") + 2
		body = rest[:end]
		call = "use(" + rest[end+2:]
	}
	declared := o[0]
	if strings.Contains(body, "s") || strings.Contains(body, "p") { // what use writes to comes before it
		return fmt.Sprintf(strings.Replace(accessProgram, "static void use(", declared+"\nstatic void use(", 1), body, "", rival, call)
	}
	return fmt.Sprintf(accessProgram, body, declared, rival, call)
}

// TestLibraryAccesses has a thread race with each function of the library that accesses memory.
func TestLibraryAccesses(t *testing.T) {
	t.Parallel()
	listed := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSpace(accesses), "\n") {
		f := strings.SplitN(line, " ", 4)
		listed[f[0]] = true
		if testsize.LeftOut(8, i) {
			continue
		}
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			src := raceOf(f[1], f[2], f[3])
			p, err := cfront.Compile("access.c", []byte(src), cfront.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, src)
			}
			r, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1, MaxExecutions: 2000})
			if err != nil {
				t.Fatal(err)
			}
			races := 0
			for i := range r.Errors {
				if r.Errors[i].Error.Kind == interp.DataRace {
					races++
				}
			}
			tested, err := campaign.Run(context.Background(), p, c11.Model, campaign.Options{
				Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 40, Workers: 1,
			})
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			for _, f := range tested.Findings {
				if f.Error.Kind == interp.DataRace {
					found++
				}
			}
			if races == 0 || found == 0 {
				t.Errorf("%d data races are explored, %d found", races, found)
			}
		})
	}
	for name := range pointerFunctions(t) {
		if listed[name] == (without[name] != "") {
			t.Errorf("%s: in the table %v, without an access %q", name, listed[name], without[name])
		}
	}
}

// pointerFunctions returns the functions of the headers that have arguments which point to
// objects, streams aside, and that the machine or a header performs, other than on locks.
func pointerFunctions(t *testing.T) map[string]bool {
	t.Helper()
	var r parse.Reporter
	p := parse.Headers(library.Headers(), &r)
	if r.Failed() {
		t.Fatal(r.Err())
	}
	list := map[string]bool{}
	note := func(d *cc.Declarator, defined bool) {
		dd := d.DirectDeclarator
		l, ok := library.Lookup(d.Name())
		switch {
		case defined && strings.Contains(p.Pos(d).File, "linux/"): // C like that of a program, on objects of its own
			return
		case dd.Case != cc.DirectDeclaratorFuncParam || dd.ParameterTypeList == nil || strings.HasPrefix(d.Name(), "__"),
			!defined && (!ok || l.Kind == library.Unsupported), ok && l.Sys.Synchronises():
			return
		}
		for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			if s := cc.NodeSource(l.ParameterDeclaration); strings.ContainsAny(s, "*[") && !strings.Contains(s, "FILE") {
				list[d.Name()] = true
			}
		}
	}
	for u := p.AST.TranslationUnit; u != nil; u = u.TranslationUnit {
		switch x := u.ExternalDeclaration; x.Case {
		case cc.ExternalDeclarationFuncDef:
			note(x.FunctionDefinition.Declarator, true)
		case cc.ExternalDeclarationDecl:
			for l := x.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				note(l.InitDeclarator.Declarator, false)
			}
		}
	}
	return list
}
