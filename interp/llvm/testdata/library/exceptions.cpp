/* Exceptions: values and classes, handlers of bases, destructors on the way, and rethrowing. */
#include <cassert>
#include <stdexcept>

struct Counter {
	int &n;
	~Counter() { n++; }
};
struct Base {
	virtual ~Base() {}
	int value = 1;
};
struct Other {
	virtual ~Other() {}
	int value = 2;
};
struct Derived : Other, Base {};

int fail(int how)
{
	switch (how) {
	case 0:
		throw 7;
	case 1:
		throw Derived();
	case 2:
		throw std::out_of_range("far");
	}
	return how;
}

int main()
{
	int n = 0;
	try {
		Counter c{n};
		fail(0);
		assert(false);
	} catch (int e) {
		assert(e == 7);
	}
	assert(n == 1);
	try {
		Counter c{n};
		fail(1);
	} catch (int) {
		assert(false);
	} catch (Base &b) {
		assert(b.value == 1 && dynamic_cast<Other &>(b).value == 2);
	}
	try {
		try {
			Counter c{n};
			fail(2);
		} catch (std::exception &e) {
			throw;
		}
	} catch (std::logic_error &e) {
		n += 10;
	}
	assert(n == 13 && fail(3) == 3);
}
