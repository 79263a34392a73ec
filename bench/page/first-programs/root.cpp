#include <cmath>
#include <iostream>
#include <string>
#include <uxhw.h>
#include <vector>
int main() {
  std::vector<double> values{UxHwDoubleGaussDist(5.0, 0.05), 2.0};
  std::string name = "root";
  for (double value : values) std::cout << name << " " << std::sqrt(value) << "\n";
}
