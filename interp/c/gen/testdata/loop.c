int data[10];

int sum(int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += data[i];
	return s;
}

int count(unsigned x)
{
	int n = 0;
	while (x) {
		x &= x - 1;
		n++;
	}
	do
		n--;
	while (n > 5);
	return n;
}

int main(void)
{
	while (1) {
		if (sum(10) == 3)
			break;
		if (count(7) != 2)
			continue;
		return 1;
	}
	goto end;
again:
	data[0] = 1;
end:
	if (data[0] == 0)
		goto again;
	return 0;
}
