/* A set: add(v) and delete(v) return whether they changed it, contains(v) whether v is in it. */
static long set_items[64];
static int set_size;
static int set_find(long v) { for (int i = 0; i < set_size; i++) if (set_items[i] == v) return i; return -1; }
static long contains(long v) { return set_find(v) >= 0; }
static long add(long v) { if (contains(v)) return 0; set_items[set_size++] = v; return 1; }
static long delete(long v)
{
	int i = set_find(v);
	if (i < 0)
		return 0;
	set_items[i] = set_items[--set_size];
	return 1;
}
