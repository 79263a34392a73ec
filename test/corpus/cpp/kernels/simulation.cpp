// Monte Carlo of a queue, a predator and prey model, annealing of a tour, a genetic search; engines with fixed seeds.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

static double tour_length(const std::vector<std::pair<double, double>> &cities, const std::vector<int> &order) {
  double total = 0;
  for (std::size_t i = 0; i < order.size(); i++) {
    auto [x, y] = cities[static_cast<std::size_t>(order[i])];
    auto [u, v] = cities[static_cast<std::size_t>(order[(i + 1) % order.size()])];
    total += std::hypot(x - u, y - v);
  }
  return total;
}

int main() {
  std::mt19937 engine(1);
  auto uniform = [&] { return engine() / 4294967296.0; };
  double arrival = 0, free_at = 0, waited = 0;
  for (int i = 0; i < 5000; i++) {
    arrival += -std::log(1 - uniform());
    double start = std::fmax(arrival, free_at);
    waited += start - arrival;
    free_at = start - 0.8 * std::log(1 - uniform());
  }
  std::printf("%.9f\n", waited / 5000);
  double prey = 10, hunters = 5;
  for (int i = 0; i < 2000; i++) {
    double dp = prey * (1.1 - 0.4 * hunters), dh = hunters * (0.1 * prey - 0.4);
    prey += 0.005 * dp, hunters += 0.005 * dh;
  }
  std::printf("%.9f %.9f\n", prey, hunters);
  std::vector<std::pair<double, double>> cities;
  for (int i = 0; i < 20; i++) { double x = uniform(), y = uniform(); cities.emplace_back(x, y); }
  std::vector<int> order(20);
  std::iota(order.begin(), order.end(), 0);
  double length = tour_length(cities, order);
  for (double heat = 1; heat > 1e-3; heat *= 0.999) {
    auto next = order;
    std::size_t i = engine() % 20, j = engine() % 20;
    if (i > j) std::swap(i, j);
    std::reverse(next.begin() + static_cast<std::ptrdiff_t>(i), next.begin() + static_cast<std::ptrdiff_t>(j) + 1);
    double candidate = tour_length(cities, next);
    if (candidate < length || uniform() < std::exp((length - candidate) / heat)) order = next, length = candidate;
  }
  std::printf("%.9f\n", length);
  std::vector<std::vector<double>> population(20, std::vector<double>(4));
  for (auto &p : population) for (double &x : p) x = 10 * uniform() - 5;
  auto cost = [](const std::vector<double> &p) { double c = 0; for (double x : p) c += x * x - 3 * std::cos(4 * x) + 3; return c; };
  for (int round = 0; round < 60; round++) {
    std::sort(population.begin(), population.end(), [&](const auto &a, const auto &b) { return cost(a) < cost(b); });
    for (std::size_t i = 10; i < 20; i++) for (std::size_t k = 0; k < 4; k++) population[i][k] = population[engine() % 10][k] + (uniform() - 0.5) / (1 + round);
  }
  std::printf("%.9f\n", cost(population[0]));
}
