// How long does the project take? C++: a vector of jobs with lognormal durations, and a deadline that may be missed.
#include <cmath>
#include <iostream>
#include <stdexcept>
#include <string>
#include <uxhw.h>
#include <vector>

struct Job {
  std::string name;
  double days;
};

// A lognormal duration, given by its median and its 84 % quantile.
double duration(double median, double pessimistic) {
  if (pessimistic <= median) throw std::invalid_argument("the pessimistic duration must exceed the median");
  return UxHwDoubleLognormalDist(std::log(median), std::log(pessimistic / median));
}

int main() {
  try {
    const std::vector<Job> jobs = {
        {"design", duration(10, 14)}, {"build", duration(25, 32)}, {"test", duration(8, 13)}, {"ship", duration(2, 3)}};
    double total = 0;
    for (const Job &job : jobs) {
      total += job.days;
      std::cout << job.name << " (days): " << job.days << '\n';
    }
    std::cout << "total (days): " << total << '\n';
    std::cout << "P(later than 55 days): " << UxHwDoubleProbabilityGT(total, 55) << '\n';
  } catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
