import { expect, test } from 'vitest';
import { parseClangOutput } from './clang-output.ts';

const adviceOf = (message: string): (string | undefined)[] =>
  parseClangOutput(`main.cpp:1:2: error: ${message}`).diagnostics[0]!.notes.map((note) => note.message);

test.each([
  ["'conio.h' file not found", /^<conio.h> belongs to Windows or DOS/],
  ["'ncurses.h' file not found", /a terminal/],
  ["'sys/epoll.h' file not found", /sandbox/],
  ["'boost/format.hpp' file not found", /add its sources/],
  ["'generator' file not found", /not in the C\+\+ library/],
  ['"This header is only meant to be used on x86 and x64 architecture"', /plain loops/],
  ["call to undeclared function 'basename'; ISO C99 and later", /<libgen.h>/],
  ["unknown type name 'concept'", /^This is C\+\+20, .*"CXXFLAGS = -std=c\+\+20"/],
  ["no member named 'format' in namespace 'std'", /C\+\+20/],
  ["no type named 'integral' in namespace 'std'", /C\+\+20/],
  ["no member named 'contains' in 'std::set<int>'", /C\+\+20/],
  ["no member named 'contains' in 'std::string'", /C\+\+23/],
  ["no member named 'println' in namespace 'std'", /C\+\+23/],
])('%s gets advice', (message, advice) => {
  expect(adviceOf(message)).toEqual([expect.stringMatching(advice)]);
});

test.each([
  "'nope.h' file not found",
  "no member named 'format' in 'Report'",
  "no member named 'vectr' in namespace 'std'; did you mean 'vector'?",
  "unknown type name 'Foo'",
])('%s gets no advice', (message) => {
  expect(adviceOf(message)).toEqual([]);
});
