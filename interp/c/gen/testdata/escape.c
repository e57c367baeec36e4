int *keep;

void use(int *p) { keep = p; }

int main(int argc, char **argv)
{
	int private[4] = { 1, 2 };
	int taken = 3;
	int shared[2] = { 0 };
	int maybe;
	if (argc > 5)
		maybe = private[argc];
	use(&taken);
	use(shared);
	private[argc] = taken;
	return private[1] + maybe + shared[1];
}
