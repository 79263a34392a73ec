// Values written to string and file streams and read back; std::to_string and std::stod.
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  bool kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  std::printf("%s %s\n", kept ? "ok" : "LOST", what);
}

int main() {
  const double x = UxHwDoubleGaussDist(4, 1), y = UxHwDoubleUniformDist(0, 3);
  std::stringstream both;
  both << x << ' ' << 42 << ' ' << std::fixed << std::setprecision(3) << y;
  std::printf("%s written\n", both.str().find("Ux") != std::string::npos ? "ok" : "LOST");
  double a = 0, b = 0;
  int n = 0;
  both >> a >> n >> b;
  std::printf("%s number between\n", n == 42 ? "ok" : "LOST");
  report("first", a, x);
  report("second", b, y);
  std::ofstream("uncertain-stream.txt") << x << '\n' << y << '\n';
  std::ifstream file("uncertain-stream.txt");
  std::string line;
  std::getline(file, line);
  file >> b;
  report("stod of a line", std::stod(line), x);
  report("from a file", b, y);
  file.close();
  std::remove("uncertain-stream.txt");
  report("to_string", std::stod(std::to_string(x)), x);
  float f = 0;
  std::istringstream(line) >> f;
  std::printf("%s as float\n", UxHwFloatNthMoment(f, 2) > 0.9f ? "ok" : "LOST");
}
