// A ring for one producer and one consumer, whose push publishes with a relaxed store.
#include <atomic>
#include <cassert>
#include <thread>

template <typename T, size_t N>
class Ring {
public:
    bool push(const T &v) {
        auto h = head_.load(std::memory_order_relaxed);
        if (h - tail_.load(std::memory_order_acquire) == N)
            return false;
        buf_[h % N] = v;
        head_.store(h + 1, std::memory_order_relaxed);
        return true;
    }
    bool pop(T &v) {
        auto t = tail_.load(std::memory_order_relaxed);
        if (t == head_.load(std::memory_order_acquire))
            return false;
        v = buf_[t % N];
        tail_.store(t + 1, std::memory_order_release);
        return true;
    }
private:
    T buf_[N];
    std::atomic<size_t> head_{0}, tail_{0};
};

int main() {
    Ring<int, 2> ring;
    std::thread producer([&] { for (int i = 1; i <= 2; i++) while (!ring.push(i)) ; });
    std::thread consumer([&] { for (int i = 1; i <= 2; i++) { int v; while (!ring.pop(v)) ; assert(v == i); } });
    producer.join();
    consumer.join();
}
