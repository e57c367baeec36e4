/* Containers, pointers that count, functions. */
#include <algorithm>
#include <cassert>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

int main()
{
	std::vector<int> v;
	for (int i = 0; i < 40; i++)
		v.push_back(i * 7 % 40);
	std::sort(v.begin(), v.end());
	std::set<int> s(v.begin(), v.end());
	std::map<int, std::string> m;
	std::unordered_map<int, int> u;
	for (int i : v) {
		m[i] = std::to_string(i) + " is a number that is written as text";
		u[i * 1000] = i;
	}
	for (int i = 0; i < 40; i++)
		assert(v[i] == i && m[i][0] == '0' + (i < 10 ? i : i / 10) && u[i * 1000] == i);
	for (int i = 0; i < 40; i += 3)
		assert(s.erase(i) == 1);
	int last = -1;
	for (int i : s) {
		assert(i > last && i % 3 != 0);
		last = i;
	}
	for (auto i = s.rbegin(); i != s.rend(); ++i)
		assert(*i <= last);
	std::deque<int> d(3, 1);
	std::list<int> l{2};
	auto p = std::make_shared<int>(5);
	std::function<int()> f = [p] { return *p; };
	std::vector<std::thread> threads;
	for (int i = 0; i < 2; i++)
		threads.emplace_back([p] { assert(*p == 5); });
	for (auto &t : threads)
		t.join();
	assert(d.front() + l.front() + f() == 8 && p.use_count() == 2);
	std::cout << "sum " << 8 << std::endl;
}
