/* What containers are made of that is in no header: hashing, and trees that are red and black. */

unsigned long _ZSt11_Hash_bytesPKvmm(const void *p, unsigned long n, unsigned long seed)
{
	unsigned long h = seed ^ 14695981039346656037ul;
	for (unsigned long i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211ul;
	return h;
}

struct tree_node {
	int black;
	struct tree_node *parent, *left, *right;
};

static struct tree_node *tree_least(struct tree_node *x)
{
	while (x->left)
		x = x->left;
	return x;
}

static struct tree_node *tree_greatest(struct tree_node *x)
{
	while (x->right)
		x = x->right;
	return x;
}

struct tree_node *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct tree_node *x)
{
	if (x->right)
		return tree_least(x->right);
	struct tree_node *y = x->parent;
	while (x == y->right) {
		x = y;
		y = y->parent;
	}
	return x->right == y ? x : y; /* the header, if the tree has one node */
}

struct tree_node *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct tree_node *x)
{
	return _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(x);
}

struct tree_node *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct tree_node *x)
{
	if (!x->black && x->parent->parent == x) /* the header */
		return x->right;
	if (x->left)
		return tree_greatest(x->left);
	struct tree_node *y = x->parent;
	while (x == y->left) {
		x = y;
		y = y->parent;
	}
	return y;
}

struct tree_node *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct tree_node *x)
{
	return _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(x);
}

/* Makes y, a child of x, stand where x stood. */
static void tree_rotate(struct tree_node *x, struct tree_node *y, struct tree_node **root)
{
	if (y == x->right) {
		x->right = y->left;
		if (y->left)
			y->left->parent = x;
		y->left = x;
	} else {
		x->left = y->right;
		if (y->right)
			y->right->parent = x;
		y->right = x;
	}
	y->parent = x->parent;
	if (x == *root)
		*root = y;
	else if (x == x->parent->left)
		x->parent->left = y;
	else
		x->parent->right = y;
	x->parent = y;
}

void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(int left, struct tree_node *x, struct tree_node *p, struct tree_node *header)
{
	x->parent = p;
	x->left = x->right = 0;
	x->black = 0;
	if (left) {
		p->left = x;
		if (p == header) {
			header->parent = x;
			header->right = x;
		} else if (p == header->left)
			header->left = x;
	} else {
		p->right = x;
		if (p == header->right)
			header->right = x;
	}
	while (x != header->parent && !x->parent->black) {
		struct tree_node *above = x->parent, *top = above->parent;
		struct tree_node *uncle = above == top->left ? top->right : top->left;
		if (uncle && !uncle->black) {
			above->black = uncle->black = 1;
			top->black = 0;
			x = top;
			continue;
		}
		if ((x == above->left) != (above == top->left)) {
			tree_rotate(above, x, &header->parent);
			above = x;
		}
		above->black = 1;
		top->black = 0;
		tree_rotate(top, above, &header->parent);
		break;
	}
	header->parent->black = 1;
}

struct tree_node *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct tree_node *z, struct tree_node *header)
{
	struct tree_node **root = &header->parent, *y = z, *x, *above;
	if (!y->left)
		x = y->right;
	else if (!y->right)
		x = y->left;
	else {
		y = tree_least(y->right);
		x = y->right;
	}
	if (y != z) {
		z->left->parent = y;
		y->left = z->left;
		if (y != z->right) {
			above = y->parent;
			if (x)
				x->parent = above;
			above->left = x;
			y->right = z->right;
			z->right->parent = y;
		} else
			above = y;
		if (*root == z)
			*root = y;
		else if (z->parent->left == z)
			z->parent->left = y;
		else
			z->parent->right = y;
		y->parent = z->parent;
		int black = y->black;
		y->black = z->black;
		z->black = black;
	} else {
		above = y->parent;
		if (x)
			x->parent = above;
		if (*root == z)
			*root = x;
		else if (z->parent->left == z)
			z->parent->left = x;
		else
			z->parent->right = x;
		if (header->left == z)
			header->left = z->right ? tree_least(x) : z->parent;
		if (header->right == z)
			header->right = z->left ? tree_greatest(x) : z->parent;
	}
	if (!z->black)
		return z;
	while (x != *root && (!x || x->black)) {
		int left = x == above->left;
		struct tree_node *w = left ? above->right : above->left;
		if (!w->black) {
			w->black = 1;
			above->black = 0;
			tree_rotate(above, w, root);
			w = left ? above->right : above->left;
		}
		struct tree_node *near = left ? w->left : w->right, *far = left ? w->right : w->left;
		if ((!near || near->black) && (!far || far->black)) {
			w->black = 0;
			x = above;
			above = above->parent;
			continue;
		}
		if (!far || far->black) {
			near->black = 1;
			w->black = 0;
			tree_rotate(w, near, root);
			w = near;
			far = left ? w->right : w->left;
		}
		w->black = above->black;
		above->black = 1;
		far->black = 1;
		tree_rotate(above, w, root);
		break;
	}
	if (x)
		x->black = 1;
	return z;
}

/* The lists that std::list is. */
struct list_node {
	struct list_node *next, *previous;
};

void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct list_node *x, struct list_node *before)
{
	x->next = before;
	x->previous = before->previous;
	before->previous->next = x;
	before->previous = x;
}

void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct list_node *x)
{
	x->previous->next = x->next;
	x->next->previous = x->previous;
}

/* Moves the nodes from first up to last, which is not moved, before x. */
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct list_node *x, struct list_node *first, struct list_node *last)
{
	if (x == last)
		return;
	struct list_node *before = x->previous;
	last->previous->next = x;
	first->previous->next = last;
	before->next = first;
	x->previous = last->previous;
	last->previous = first->previous;
	first->previous = before;
}

void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct list_node *x)
{
	struct list_node *at = x;
	do {
		struct list_node *next = at->next;
		at->next = at->previous;
		at->previous = next;
		at = next;
	} while (at != x);
}

static void list_place(struct list_node *x, struct list_node *next, struct list_node *previous)
{
	if (next == x) /* it had no nodes */
		x->next = x->previous = x;
	else {
		x->next = next;
		x->previous = previous;
		next->previous = previous->next = x;
	}
}

void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct list_node *x, struct list_node *y)
{
	struct list_node a = *x, b = *y;
	if (a.next == x)
		a.next = y;
	if (b.next == y)
		b.next = x;
	list_place(x, b.next, b.previous);
	list_place(y, a.next, a.previous);
}

/* std::_Prime_rehash_policy: the numbers of buckets, and when there are too few. */
struct policy {
	float most;
	unsigned long next;
};

unsigned long _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(struct policy *p, unsigned long n)
{
	static const unsigned long primes[] = {2, 5, 13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933};
	unsigned k = 0;
	while (k < 15 && primes[k] < n)
		k++;
	p->next = (unsigned long)(primes[k] * (double)p->most);
	return primes[k];
}

/* Returns how many buckets there are to be; 0: as many as there are. */
unsigned long __fp_rehash(struct policy *p, unsigned long buckets, unsigned long elements, unsigned long more)
{
	if (elements + more <= p->next)
		return 0;
	unsigned long all = elements + more;
	if (!p->next && all < 11)
		all = 11;
	double least = all / (double)p->most;
	if (least >= buckets) {
		unsigned long n = (unsigned long)least + 1;
		return _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(p, n > 2 * buckets ? n : 2 * buckets);
	}
	p->next = (unsigned long)(buckets * (double)p->most);
	return 0;
}
