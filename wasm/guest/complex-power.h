#pragma once
// Computes z^exponent for plain numbers and returns 1. Returns 0 for cases that are left to the C library: 0,
// infinities, NaN, and exponents of 2^60 or more.
int __ux_complex_power(double _Complex z, double _Complex exponent, double _Complex *result);
