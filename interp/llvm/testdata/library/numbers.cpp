// The classes of floating numbers, which the headers ask the compiler about.
#include <cassert>
#include <cmath>
#include <limits>

int main()
{
	volatile double zero = 0, none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
	volatile float single = 1.5f;
	assert(std::isnan(none) && !std::isnan(zero) && !std::isnan(endless) && !std::isnan(single));
	assert(std::isinf(endless) && std::isinf(-endless) && !std::isinf(zero) && !std::isinf(none));
	assert(std::isfinite(zero) && std::isfinite(single) && !std::isfinite(none) && !std::isfinite(endless));
}
