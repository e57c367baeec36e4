// A client of the skip list of libcds as GDAX's order book uses it: one thread takes updates of the
// feed, another reads the offers.
#include <cds/container/skip_list_map_hp.h>
#include <cds/gc/hp.h>
#include <cds/init.h>

#include <cassert>
#include <thread>

using offers_map = cds::container::SkipListMap<cds::gc::HP, unsigned, double>;

static void update(offers_map *offers)
{
	cds::threading::Manager::attachThread();
	offers->insert(2, 0.5);
	offers->erase(1);
	cds::threading::Manager::detachThread();
}

int main()
{
	cds::Initialize();
	{
		cds::gc::HP collector(offers_map::c_nHazardPtrCount, 2, 2);
		cds::threading::Manager::attachThread();
		{
			offers_map offers;
			offers.insert(1, 1.5);
			std::thread feed(update, &offers);
			int seen = 0;
			for (auto i = offers.begin(); i != offers.end(); ++i)
				seen++;
			assert(seen <= 2);
			feed.join();
			assert(offers.contains(2) && !offers.contains(1));
		}
		cds::threading::Manager::detachThread();
	}
	cds::Terminate();
}
