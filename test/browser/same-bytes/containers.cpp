// Uncertain numbers in containers: sorted, summed, thrown, and computed in loops until there is garbage to collect.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <uxhw.h>

int main() {
  std::vector<double> values;
  for (int i = 0; i < 12; i++) values.push_back(UxHwDoubleGaussDist((i * 5) % 12, 0.3));
  std::sort(values.begin(), values.end());
  std::map<std::string, double> sums;
  for (size_t i = 0; i < values.size(); i++) sums[i % 2 ? "odd" : "even"] += values[i];
  for (const auto &[name, sum] : sums) std::cout << name << ' ' << sum << '\n';
  double x = UxHwDoubleUniformDist(0.4, 0.6), state = x;
  for (int i = 0; i < 3000; i++) state = 0.5 * state + x * std::exp(-state);
  try {
    if (state > 0) throw std::runtime_error("thrown " + std::to_string(state));
  } catch (const std::exception &error) {
    std::cout << error.what() << '\n' << state << '\n';
  }
}
