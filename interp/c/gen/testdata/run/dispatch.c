/* A stack machine over a table of functions, and a scanner that is a state
   machine. */
#include <assert.h>
#include <ctype.h>
#include <stdint.h>
#include <string.h>

enum opcode { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, HALT, OPCODES };

struct vm {
	int64_t stack[16];
	unsigned sp, pc;
	const uint8_t *code;
};
typedef int (*handler)(struct vm *);

static int64_t pop(struct vm *v)
{
	assert(v->sp > 0);
	return v->stack[--v->sp];
}

static void push(struct vm *v, int64_t x)
{
	assert(v->sp < sizeof v->stack / sizeof *v->stack);
	v->stack[v->sp++] = x;
}

static int op_push(struct vm *v) { push(v, (int8_t)v->code[v->pc++]); return 1; }
static int op_add(struct vm *v) { int64_t b = pop(v), a = pop(v); push(v, a + b); return 1; }
static int op_mul(struct vm *v) { int64_t b = pop(v), a = pop(v); push(v, a * b); return 1; }
static int op_dup(struct vm *v) { int64_t a = pop(v); push(v, a); push(v, a); return 1; }
static int op_swap(struct vm *v) { int64_t b = pop(v), a = pop(v); push(v, b); push(v, a); return 1; }
static int op_jnz(struct vm *v) { int8_t off = v->code[v->pc++]; if (pop(v)) v->pc += off; return 1; }
static int op_dec(struct vm *v) { push(v, pop(v) - 1); return 1; }
static int op_halt(struct vm *v) { (void)v; return 0; }

static const handler table[OPCODES] = {
	[PUSH] = op_push, [ADD] = op_add, [MUL] = op_mul, [DUP] = op_dup,
	[SWAP] = op_swap, [JNZ] = op_jnz, [DEC] = op_dec, [HALT] = op_halt,
};
static const char *const names[] = { "push", "add", "mul", "dup", [JNZ] = "jnz", [SWAP] = "swap", "jnz" "x" };

/* 2 to the 10th. */
static void machine(void)
{
	static const uint8_t prog[] = { PUSH, 1, PUSH, 10, SWAP, PUSH, 2, MUL, SWAP, DEC, DUP, JNZ, (uint8_t)-9, HALT };
	struct vm v = { .code = prog };
	int counts[OPCODES] = { 0 };
	enum opcode op;
	do {
		op = prog[v.pc++];
		counts[op]++;
	} while ((*table[op])(&v));
	pop(&v);
	assert(pop(&v) == 1024 && v.sp == 0);
	assert(counts[SWAP] == 20 && counts[JNZ] == 10 && counts[ADD] == 0);
	assert(!strcmp(names[JNZ], "jnzx") && sizeof names == 6 * sizeof *names);
}

enum state { START, NUMBER, WORD, COMMENT, END };

static int classify(const char *t, int count[])
{
	enum state st = START;
	int tokens = 0;
	for (const char *p = t; st != END; p++) {
		switch (st) {
		case START:
			if (!*p)
				st = END;
			else if (*p >= '0' && *p <= '9')
				st = NUMBER, tokens++;
			else if (isalpha((unsigned char)*p))
				st = WORD, tokens++;
			else if (*p == '#')
				st = COMMENT;
			else
				break;
			/* fall through */
		case NUMBER:
		case WORD:
			if (st == NUMBER && !isdigit((unsigned char)p[1])) {
				count[0]++;
				st = START;
			}
			if (st == WORD && !isalnum((unsigned char)p[1])) {
				count[1]++;
				st = START;
			}
			break;
		case COMMENT:
			if (*p == '\n' || !p[1])
				st = START;
			break;
		case END:
			break;
		}
	}
	return tokens;
}

static unsigned ranges(void)
{
	unsigned bits = 0;
	for (int i = 0; i < 300; i += 7)
		switch (i) {
		case 0 ... 9:
			bits |= 1;
			break;
		case 14:
		case 21:
			bits |= 2;
		default:
			bits += 4;
		}
	return bits;
}

int main(void)
{
	int count[2] = { 0 };
	machine();
	assert(classify("abc 12 x9 # none 4\n77 z", count) == 5 && count[0] == 2 && count[1] == 3);
	assert(ranges() == 167);
	return 0;
}
