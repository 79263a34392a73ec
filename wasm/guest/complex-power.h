#pragma once
// z^exponent of plain numbers, 1; or 0 where the C library is to be asked: for 0, infinities and NaN, and exponents from 2^60 on.
int __ux_complex_power(double _Complex z, double _Complex exponent, double _Complex *result);
