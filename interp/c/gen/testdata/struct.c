struct point { int x, y; };
struct line { struct point a, b; };

struct line shared;

struct point middle(struct line l)
{
	struct point m = { (l.a.x + l.b.x) / 2, (l.a.y + l.b.y) / 2 };
	return m;
}

int main(void)
{
	struct line copy = shared;
	copy.b.y = 7;
	shared = copy;
	return middle(copy).y;
}
