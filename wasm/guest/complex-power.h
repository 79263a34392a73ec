#pragma once
// Computes z^exponent of plain numbers and returns 1; returns 0 for cases of the C library: 0, infinities and NaN, and
// exponents from 2^60 on.
int __ux_complex_power(double _Complex z, double _Complex exponent, double _Complex *result);
