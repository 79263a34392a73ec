// Exceptions from streams, and the messages and codes of standard exceptions.
//> stream: failure 1
//> file: failure 1
//> thrown through the stream 5
//> no exceptions asked: 1
//> system_error text: reading: No such file or directory, same code 1
//> runtime_error: from a string
//> copy keeps its text: long enough not to be stored in place, so that copies share it
//> bad_alloc 1
#include <iostream>
#include <fstream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <system_error>

struct Throwing : std::streambuf { int_type overflow(int_type) override { throw 5; } };

int main() {
  std::istringstream in("x");
  in.exceptions(std::ios::failbit);
  int i = 0;
  try { in >> i; } catch (const std::ios_base::failure &f) { std::cout << "stream: failure " << (f.code() == std::io_errc::stream) << '\n'; }
  std::ifstream file;
  file.exceptions(std::ios::failbit);
  try { file.open("missing"); } catch (const std::system_error &) { std::cout << "file: failure " << !file.is_open() << '\n'; }
  Throwing buffer;
  try { std::string text("x"); buffer.sputc(text[0]); } catch (int code) { std::cout << "thrown through the stream " << code << '\n'; }
  std::istringstream quiet("y");
  quiet >> i;
  std::cout << "no exceptions asked: " << quiet.fail() << '\n';
  try { throw std::system_error(std::make_error_code(std::errc::no_such_file_or_directory), "reading"); } catch (const std::exception &e) {
    auto &error = dynamic_cast<const std::system_error &>(e);
    std::cout << "system_error text: " << e.what() << ", same code " << (error.code() == std::errc::no_such_file_or_directory) << '\n';
  }
  try { throw std::runtime_error(std::string("from a ") + "string"); } catch (const std::exception &e) { std::cout << "runtime_error: " << e.what() << '\n'; }
  try { throw std::logic_error("long enough not to be stored in place, so that copies share it"); } catch (std::logic_error e) { std::cout << "copy keeps its text: " << e.what() << '\n'; }
  try { throw std::bad_alloc(); } catch (const std::exception &e) { std::cout << "bad_alloc " << (e.what()[0] != 0) << '\n'; }
}
