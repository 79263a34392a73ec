"""Finds the rows of wasm/kernels/function-rows.h, and prints the file, whose comment describes a row.

Needs Python with mpmath, for functions with 60 digits (Debian: python3-mpmath). All rows take some minutes:
  python3 scripts/find-function-rows.py > wasm/kernels/function-rows.h
  python3 scripts/find-function-rows.py tanh        # the rows of one
"""
import math
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

mp.prec = 220
# h that is treated as 0, where a quotient by h takes its limit.
NOTHING = mpf(10) ** -25
LAST_COLUMN = 118

HEADER = """\
// Rows of functions that have no short formula (vector-rows.c). A row has m, c, the slope, and q0, q1 …:
// f(m + h) = c + h·slope + h·(q0 + q1·h + q2·h² + …), by interpolation at Chebyshev nodes with 60 digits, good to 2^-57 of
// the value. m was moved until c = f(m) is a double to within 2^-9 of its last place. Rows around a zero have c = 0
// and a slope that h can be multiplied by exactly. The part with q is at most 0.3 of the value, so its rounding matters
// little. PLACES has the row of each cell: cells are numbers that agree in all bits but the last CELL_BITS.
// Made by scripts/find-function-rows.py.
#pragma once
#include <stdint.h>
"""


def bits_of(value):
    return struct.unpack("<q", struct.pack("<d", value))[0]


def double_of(bits):
    return struct.unpack("<d", struct.pack("<q", bits))[0]


def interpolate(low, high, count, function):
    """Coefficients of the polynomial through `function` at `count` Chebyshev nodes, the constant first."""
    nodes = [
        (low + high) / 2 + (high - low) / 2 * mpmath.cos(mpmath.pi * (2 * k + 1) / (2 * count)) for k in range(count)
    ]
    newton = [function(node) for node in nodes]
    for order in range(1, count):
        for i in range(count - 1, order - 1, -1):
            newton[i] = (newton[i] - newton[i - 1]) / (nodes[i] - nodes[i - order])
    polynomial = [mpf(0)]
    for i in range(count - 1, -1, -1):
        product = [mpf(0)] * (len(polynomial) + 1)
        for k, coefficient in enumerate(polynomial):
            product[k + 1] += coefficient
            product[k] -= coefficient * nodes[i]
        product[0] += newton[i]
        polynomial = product
    return polynomial[:count]


def value_at(polynomial, h):
    return sum(coefficient * h**power for power, coefficient in enumerate(polynomial))


class Rows:
    """Rows of one function, each for as many cells as possible.

    zeros: the slope at each zero; share: what the part with q may be of the value; argument: of the function, where
    cells are of another number.
    """

    def __init__(self, function, first, last, terms, *, zeros=None, is_odd=False, share=0.27, cell_bits=46, argument=None):
        self.function, self.terms, self.zeros, self.is_odd = function, terms, zeros or {}, is_odd
        self.share, self.cell_bits = share, cell_bits
        self.first = bits_of(float(first)) >> cell_bits
        end = (bits_of(float(last)) - 1) >> cell_bits
        edges = [double_of(cell << cell_bits) for cell in range(self.first, end + 2)]
        self.edges = [argument(mpf(edge)) if argument else mpf(edge) for edge in edges]
        self.rows, self.places = [], []
        self.__fill()

    def __is_good(self, start, base, polynomial, low, high, count, shift):
        """True if a row is accurate to 2^-57, tested between the nodes."""
        for k in range(count):
            h = low + (high - low) * mpf(k + shift) / count if shift else high * (k + 1) / count
            truth, bent = self.function(start + h), h * value_at(polynomial, h)
            if abs(base(h) + bent - truth) > mpf(2) ** -57 * abs(truth) or abs(bent / truth) > self.share:
                return False
        return True

    def __from_zero(self, high):
        """The row of an odd function that begins at 0; None if it is not accurate that far."""
        function = self.function
        if function is mpmath.erf:
            q = interpolate(mpf(0), high, self.terms, lambda h: function(h) / h - 1)
        else:
            # The slope is 1, so the rest begins with h^2.
            q = [mpf(0), *interpolate(mpf(0), high, self.terms - 1, lambda h: (function(h) / h - 1) / h)]
        if not self.__is_good(mpf(0), lambda h: h, q, mpf(0), high, 9, 0):
            return None
        return [0.0, 0.0, 1.0, *map(float, q)]

    def __around_zero(self, zero, low, high):
        slope, m = mpf(self.zeros[zero]), mpf(zero)
        limit = mpmath.diff(self.function, m) - slope
        rest = lambda h: limit if abs(h) < NOTHING else self.function(m + h) / h - slope
        q = interpolate(low - m, high - m, self.terms, rest)
        if not self.__is_good(m, lambda h: slope * h, q, low - m, high - m, 10, 0.137):
            return None
        return [float(m), 0.0, float(slope), *map(float, q)]

    def __rest_from(self, m):
        start, limit = self.function(m), mpmath.diff(self.function, m)
        return start, lambda h: limit if abs(h) < NOTHING else (self.function(m + h) - start) / h

    def __is_plain_good(self, low, high):
        middle, half = (low + high) / 2, (high - low) / 2
        least = min(abs(self.function(low)), abs(self.function(high)))
        if half * abs(mpmath.diff(self.function, middle)) > self.share * least * 1.2:
            return False
        m = mpf(float(middle))
        start, rest = self.__rest_from(m)
        q = interpolate(low - m, high - m, self.terms, rest)
        return self.__is_good(m, lambda _: start, q, low - m, high - m, 8, 0.137)

    def __plain(self, low, high):
        """A row whose m was moved until f(m) is nearly a double."""
        middle, half, chance, best = (low + high) / 2, (high - low) / 2, random.Random(1), None
        for attempt in range(4000):
            m = float(middle + half * mpf(chance.uniform(-0.02, 0.02))) if attempt else float(middle)
            value = self.function(mpf(m))
            miss = float(abs(value - mpf(float(value))) / math.ulp(float(value)))
            if best is None or miss < best[0]:
                best = (miss, m, float(value))
            if miss < 2.0**-9:
                break
        _, m, c = best
        _, rest = self.__rest_from(mpf(m))
        return [m, c, 0.0, *map(float, interpolate(low - m, high - m, self.terms, rest))]

    def __maybe_row(self, low, high, is_final=False):
        if self.is_odd and low == 0:
            return self.__from_zero(high)
        for zero in self.zeros:
            if low <= zero <= high:
                return self.__around_zero(zero, low, high)
        if not self.__is_plain_good(low, high):
            return None
        return self.__plain(low, high) if is_final else True

    def __blocks_of_zeros(self):
        """Cells that the row of a zero covers: their ends, keyed by their starts."""
        blocks, edges = {}, self.edges
        for zero in self.zeros:
            begin = next(k for k in range(len(edges) - 1) if min(edges[k : k + 2]) <= zero < max(edges[k : k + 2]))
            end = begin + 1
            if edges[begin] == zero:
                begin -= 1
            has_grown = True
            while has_grown:
                has_grown = False
                for back, on in ((1, 0), (0, 1)):
                    if self.__maybe_row(*sorted((edges[begin - back], edges[end + on]))):
                        begin, end, has_grown = begin - back, end + on, True
            blocks[begin] = end
        return blocks

    def __fill(self):
        edges, count, blocks = self.edges, len(self.edges) - 1, self.__blocks_of_zeros()
        ends_at_zero = self.is_odd and edges[0] > edges[-1]
        last = count
        if ends_at_zero:
            last = count - 1
            while self.__maybe_row(mpf(0), edges[last - 1]):
                last -= 1
        at = 0
        while at < last:
            if at in blocks:
                end = blocks[at]
                row = self.__maybe_row(*sorted((edges[at], edges[end])))
            else:
                end = self.__reach(at, min([begin for begin in blocks if begin > at] + [last]))
                row = self.__maybe_row(*self.__span(at, end), is_final=True)
            self.places += [len(self.rows)] * (end - at)
            self.rows.append(row)
            at = end
        if ends_at_zero:
            self.places += [len(self.rows)] * (count - last)
            self.rows.append(self.__maybe_row(mpf(0), edges[last]))

    def __span(self, at, end):
        low, high = sorted((self.edges[at], self.edges[end]))
        is_first = self.is_odd and at == 0 and self.edges[0] < self.edges[-1]
        return (mpf(0) if is_first else low), high

    def __reach(self, at, most):
        """The number of cells that one row covers from this cell onwards: by doubling, then by halving."""
        step, good = 1, 0
        while at + step <= most and self.__maybe_row(*self.__span(at, at + step)):
            good, step = step, step * 2
        bad = min(step, most - at + 1)
        while bad - good > 1:
            middle = (good + bad) // 2
            if self.__maybe_row(*self.__span(at, at + middle)):
                good = middle
            else:
                bad = middle
        if good == 0:
            raise ValueError(f"the cell at {self.edges[at]} is too wide for one row")
        return at + good

    def print(self, name):
        assert len(self.rows) < 256 and self.terms % 2 == 1
        print(f"enum {{ {name}_TERMS = {self.terms}, {name}_CELL_BITS = {self.cell_bits}, {name}_FIRST = 0x{self.first:X} }};")
        print(f"static const uint8_t {name}_PLACES[] = {{")
        wrap("   ", [f" {place}," for place in self.places])
        print("};")
        print(f"static const double {name}_ROWS[][3 + {name}_TERMS] = {{")
        for row in self.rows:
            line = "    {"
            for i, value in enumerate(row):
                text = value.hex().replace("0x1.0000000000000p", "0x1p") if value else "0"
                if len(line) + len(text) + 2 > LAST_COLUMN:
                    print(line.rstrip())
                    line = "     "
                line += text + (", " if i < len(row) - 1 else "},")
            print(line)
        print("};")


def wrap(start, words):
    line = start
    for word in words:
        if len(line) + len(word) > LAST_COLUMN:
            print(line)
            line = start
        line += word
    print(line)


FUNCTIONS = {
    "tanh": lambda: Rows(mpmath.tanh, 2.0**-7, 32, 7, is_odd=True),
    "erf": lambda: Rows(mpmath.erf, 2.0**-7, 8, 7, is_odd=True, share=0.2),
    # Cells are those of x + 8: from -6, where it is 2, to 5.
    "erfc": lambda: Rows(mpmath.erfc, 2.0, 13.0, 9, cell_bits=44, argument=lambda cell: cell - 8),
    "lgamma": lambda: Rows(mpmath.loggamma, 0.5, 1024, 9, zeros={1.0: -0.5, 2.0: 0.5}, cell_bits=44, share=0.2),
    "tgamma": lambda: Rows(mpmath.gamma, 0.5, 8, 9, cell_bits=45, share=0.3),
    "asinh": lambda: Rows(mpmath.asinh, 2.0**-7, 1024, 7, is_odd=True),
    "atanh": lambda: Rows(
        mpmath.atanh, 2.0**-10, 1.0, 7, is_odd=True, share=0.2, cell_bits=45, argument=lambda cell: 1 - cell
    ),
}

if __name__ == "__main__":
    if not sys.argv[1:]:
        print(HEADER)
    for index, name in enumerate(sys.argv[1:] or FUNCTIONS):
        if index > 0:
            print()
        FUNCTIONS[name]().print(name.upper())
