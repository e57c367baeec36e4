int pick(int x)
{
	switch (x) {
	case -1:
		return 5;
	case 1 ... 3:
		x++;
	case 7:
		break;
	case 100: case 200: case 300: case 400:
		return 6;
	default:
		return 0;
	}
	return x;
}

int main(void)
{
	return pick(3);
}
