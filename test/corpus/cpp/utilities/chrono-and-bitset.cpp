// chrono durations and their arithmetic, ratio, bitset, pair and tuple comparison, hash, byte, swap, exchange.
#include <bitset>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <ratio>
#include <string>
#include <tuple>
#include <utility>

int main() {
  using namespace std::chrono;
  using namespace std::chrono_literals;
  auto total = 2h + 30min - 45s + 250ms;
  std::printf("%lld %lld %.4f\n", static_cast<long long>(total.count()), static_cast<long long>(duration_cast<minutes>(total).count()), duration<double, std::ratio<3600>>(total).count());
  duration<double> seconds_of = 1.5min;
  std::printf("%g %d %g\n", seconds_of.count(), 1h > 59min, static_cast<double>((10s % 3s).count()));
  duration<float, std::milli> fine = 0.25s;
  std::printf("%g %lld\n", static_cast<double>(fine.count()), static_cast<long long>(floor<seconds>(-1500ms).count()));
  auto before = steady_clock::now();
  std::printf("%d\n", steady_clock::now() >= before);
  time_point<system_clock, seconds> epoch{1709164800s};
  std::printf("%lld\n", static_cast<long long>(system_clock::to_time_t(epoch + 24h)));
  std::bitset<70> bits("1011");
  bits[69] = true;
  bits <<= 2;
  std::printf("%zu %d %d %s\n", bits.count(), bits.test(2), bits.any(), (bits >> 60).to_string().substr(60).c_str());
  std::bitset<8> a(0xA5), b = ~a;
  std::printf("%lu %lu %s\n", (a ^ b).to_ulong(), (a & std::bitset<8>(0x0F)).to_ulong(), b.to_string().c_str());
  std::printf("%d %d\n", std::pair(1, 2.5) < std::pair(1, 3.0), std::tuple(1, "b", 2.0) == std::tuple(1, "b", 2.0));
  std::printf("%d %d\n", std::hash<std::string>()("x") == std::hash<std::string>()("x"), std::hash<double>()(0.0) == std::hash<double>()(-0.0));
  double x = 1.5, old = std::exchange(x, 2.5);
  std::byte byte{0x3C};
  std::printf("%g %g %d\n", old, x, std::to_integer<int>((byte << 1) | std::byte{1}));
  using Third = std::ratio_add<std::ratio<1, 6>, std::ratio<1, 6>>;
  std::printf("%lld/%lld\n", static_cast<long long>(Third::num), static_cast<long long>(Third::den));
}
