int g;

int loops(int x) {
	break;                               // ERROR "break outside"
	continue;                            // ERROR "continue outside"
	case 1: g = 1;                       // ERROR "case outside"
	default: g = 2;                      // ERROR "default outside"
	switch (x) {
		continue;                        // ERROR "continue outside"
	case 1:
	case 2 + 1:
	case 1:                              // ERROR "duplicate case value 1"
	case 'a' ... 'z':
	case 'c':                            // ERROR "duplicate case value 99"
	case 9 ... 8:                        // ERROR "empty range"
	case x:                              // ERROR "a case label is not a constant"
		break;
	default:
	default:                             // ERROR "more than one default"
		break;
	}
	switch ((unsigned char)x) {
	case -1:
	case 255:
		break;
	}
	switch (x) {
	case 4294967297:
	case 1:                              // ERROR "duplicate case value 1"
		break;
	}
here:
	g = 1;
here:                                    // ERROR "redefinition of label 'here'"
	return;                              // WARNING "return without a value"
}

void nothing(void) {
	return 1;                            // WARNING "return with a value"
}

void forward(void) {
	return nothing();
}

int *pointer(void) {
	return 1;                            // WARNING "return: pointer 'int \*' from integer"
}

int main(void) {
	for (int i = 0; i < 3; i++)
		g += i;
	g = i;                               // ERROR "'i' is not declared"
	return 0;
}
