// Rewriting time and code growth for a C++ program that uses much of the standard library.

import { measurement } from '../../scripts/measurement.ts';
import { rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { compileObject, linkObjects } from '../../test/rewrite/guest-toolchain.ts';
import { COLLECTOR_FLAGS, TOY_COLLECTOR, toyRuntimeSource } from '../../test/rewrite/toy-runtime.ts';
import { FULL_STRENGTH } from './kernel-programs.ts';

const ROUNDS = 9;

const PROGRAM = `
#include <complex>
#include <iostream>
#include <map>
#include <random>
#include <regex>
#include <sstream>
#include <valarray>
int main() {
  std::mt19937 generator;
  std::normal_distribution<> normal;
  std::gamma_distribution<> gamma(2, 3);
  std::map<std::string, double> values;
  for (int i = 0; i < 10; i++) values[std::to_string(i)] = normal(generator) + gamma(generator);
  std::ostringstream text;
  for (auto &[key, value] : values) text << key << value;
  std::valarray<double> v(100);
  v = sin(v) + exp(v) * 2.0;
  std::cout << text.str() << std::regex_match("aab", std::regex("a+b")) << v.sum()
            << std::pow(std::complex<double>(values["1"], values["2"]), 2.5);
}`;

/**
 * Milliseconds per megabyte of module: the first time, when the rewriter itself is not yet compiled, and the median.
 */
export async function run(): Promise<{ name: string; value: number; unit: string }[]> {
  const toy = await compileObject('toy.c', toyRuntimeSource(TOY_COLLECTOR), ['-O2', '-fno-math-errno']);
  const object = await compileObject('program.cc', PROGRAM, ['-O2', '-fno-exceptions', '-Wno-everything']);
  const module = await linkObjects({ 'program.o': object, 'toy.o': toy }, [
    ...COLLECTOR_FLAGS,
    '-lc++',
    '-lc++abi',
  ]);
  const megabytes = module.length / 1e6;
  const times: number[] = [];
  let grown = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    grown = rewriteModule(module, FULL_STRENGTH).module.length;
    times.push((performance.now() - start) / megabytes);
  }
  const [first = 0] = times;
  const median = times.toSorted((a, b) => a - b)[ROUNDS >> 1]!;
  return [
    measurement('rewriting, first time', first, 'ms/MB'),
    measurement('rewriting, median', median, 'ms/MB'),
    measurement('rewriting, code growth of a C++ program', grown / module.length, 'x'),
  ];
}
