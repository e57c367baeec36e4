#include <map>
#include <thread>
std::map<int,int> m;
int main() {
	std::thread a([] { m[1] = 2; });
	std::thread b([] { auto i = m.find(1); if (i != m.end()) (void)i->second; });
	a.join(); b.join();
}
