"""Finds the tables and polynomials of wasm/kernels/power-table.h or angle-table.h, and prints the file, whose comment
describes them.

Needs Python with mpmath (Debian: python3-mpmath). Takes some seconds:
  python3 scripts/find-lane-tables.py power > wasm/kernels/power-table.h
  python3 scripts/find-lane-tables.py angle > wasm/kernels/angle-table.h
"""
import importlib.util
import os
import sys

import mpmath
from mpmath import mp, mpf

mp.prec = 220
BITS = 8
ROWS = 1 << BITS
CELL_BITS = 52 - BITS
ONE = 0x3FF0000000000000
# 1 is in the middle of a cell, and 150 cells cover the numbers from there down to the square root of 1/2.
FIRST = ONE - (1 << CELL_BITS - 1) - (150 << CELL_BITS)
LOG_TERMS = 5
EXP_TERMS = 4

POWER_HEADER = """\
// Tables of powers (vector-power.c). LOG has, for each cell of 2^{cell} neighbouring numbers from 2^-1/2 to 2^1/2 (one cell
// has 1 in its middle), c and the logarithm to base 2 of L / c in two parts: a multiple of 2^-42, and the rest. L is
// near 1 / ln 2, and c near L divided by the cell's middle: with r = m·c - L, the logarithm of m is the sum of that of
// L / c, r, SLOPE·r, and r² times log_series. EXP has the bits of 2^(i / {rows}), minus i in the exponent field,
// and its relative rounding error; exp_series is (2^f - 1) / f. The polynomials interpolate at Chebyshev nodes. Made by
// scripts/find-lane-tables.py power.
#pragma once
#include <stdint.h>
"""


def load_rows_script():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "find-function-rows.py")
    spec = importlib.util.spec_from_file_location("find_function_rows", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rows_script = load_rows_script()


def with_bits(x, bits):
    return mpf(int(mpmath.nint(x * 2**bits))) / mpf(2) ** bits


def short(x, digits=4):
    """x with few hexadecimal digits."""
    if x == 0:
        return 0.0
    exponent = int(mpmath.floor(mpmath.log(abs(x), 2)))
    return float(with_bits(x, 4 * digits - exponent))


def list_numbers(name, numbers):
    # A few constants are read from memory that is opaque to the compiler (vector-group.h).
    start = "static const double" if name.isupper() else "double"
    lines, line = [f"{start} {name}[] = {{"], "   "
    for number in numbers:
        text = f" {shorten(number)},"
        if len(line) + len(text) > 118:
            lines.append(line)
            line = "   "
        line += text
    return "\n".join([*lines, line, "};"])


def shorten(number):
    text = float(number).hex()
    if text in ("0x0.0p+0", "-0x0.0p+0"):
        return "0"
    mantissa, exponent = text.split("p")
    mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}"


scale = with_bits(1 / mpmath.ln(2), 20)
slope = 1 / (scale * mpmath.ln(2)) - 1


def log_row(i):
    low, high = (rows_script.double_of(FIRST + (i + k << CELL_BITS)) for k in (0, 1))
    if low < 1 < high:
        return scale, mpf(0), mpf(0)
    c = with_bits(2 * scale / (mpf(low) + mpf(high)), 14)
    log = mpmath.log(scale / c, 2)
    upper = with_bits(log, 42)
    return c, upper, short(log - upper, 10)


def log_bend(r):
    r = r if abs(r) > rows_script.NOTHING else rows_script.NOTHING
    return (mpmath.log(1 + r / scale, 2) - (1 + slope) * r) / r**2


def exp_row(i):
    power = mpf(2) ** (mpf(i) / ROWS)
    rounded = float(power)
    return rows_script.double_of(rows_script.bits_of(rounded) - (i << CELL_BITS)), short((power - rounded) / power)


def print_powers():
    reach = scale / ROWS / 2 * mpf(1.01)
    half_step = mpf(1) / ROWS / 2
    logs = [log_row(i) for i in range(ROWS)]
    print(POWER_HEADER.format(cell=CELL_BITS, rows=ROWS))
    print(f"enum {{ POWER_CELL_BITS = {CELL_BITS} }};")
    print(f"#define POWER_FIRST 0x{FIRST:X}")
    print(f"#define POWER_SCALE {shorten(scale)}")
    print(f"#define POWER_SLOPE {shorten(slope)}\n")
    print(list_numbers("POWER_LOG", [number for c, upper, _ in logs for number in (c, upper)]))
    print(list_numbers("POWER_LOG_REST", [rest for _, _, rest in logs]))
    print(list_numbers("POWER_EXP", [number for i in range(ROWS) for number in exp_row(i)]))
    print(list_numbers("ux_power_log_series", rows_script.interpolate(-reach, reach, LOG_TERMS, log_bend)))
    series = rows_script.interpolate(-half_step, half_step, EXP_TERMS, lambda f: (mpf(2) ** f - 1) / f)
    print(list_numbers("ux_power_exp_series", series))


ANGLE_STEPS = 128
# Angles below are those of the row of 0.
ANGLE_FIRST = 4
ANGLE_TERMS = 4
ANGLE_HEADER = """\
// Table of angles (vector-arctangent.c): the angle of each tangent i / {steps}, from i = {first} on, in two parts: a multiple of
// 2^-42, and the rest. The series is (atan t / t - 1) / t² in t², |t| <= {limit} / {steps}, through Chebyshev nodes. Made by
// scripts/find-lane-tables.py angle.
#pragma once
"""


def angle_row(i):
    angle = mpmath.atan(mpf(i) / ANGLE_STEPS) if i >= ANGLE_FIRST else mpf(0)
    upper = with_bits(angle, 42)
    return upper, float(angle - upper)


def angle_bend(square):
    t = mpmath.sqrt(square)
    return (mpmath.atan(t) / t - 1) / square


def print_angles():
    limit = mpf(ANGLE_FIRST) - mpf(0.5)
    print(ANGLE_HEADER.format(steps=ANGLE_STEPS, first=ANGLE_FIRST, limit=limit))
    print(f"enum {{ ANGLE_STEPS = {ANGLE_STEPS} }};")
    print(f"#define ANGLE_LEAST {shorten(limit / ANGLE_STEPS)}")
    right = mpmath.pi / 2
    print(f"#define ANGLE_RIGHT {shorten(with_bits(right, 42))}")
    print(f"#define ANGLE_RIGHT_REST {shorten(right - with_bits(right, 42))}\n")
    print(list_numbers("ANGLES", [number for i in range(ANGLE_STEPS + 1) for number in angle_row(i)]))
    most = (limit / ANGLE_STEPS) ** 2
    print(list_numbers("ux_angle_series", rows_script.interpolate(mpf(0), most, ANGLE_TERMS, angle_bend)))


if __name__ == "__main__":
    {"power": print_powers, "angle": print_angles}[sys.argv[1]]()
