// Functions of long doubles, accurate to all 113 bits, in C and in Fortran's REAL(16); many C library functions are
// accurate to only 53 bits. Correct results were computed with 500 bits (mpmath 1.3).
import { expect, test } from 'vitest';
import { build, run } from '../../src/node/library.ts';

/** The function, the argument, and the bits of the function's value. */
const VALUES: readonly (readonly [string, string, string])[] = [
  ['exp', '0.375', '3FFF747A513DBEF6A623478B659B0924'],
  ['exp', '-11000.5', '02008D0E9E6D0BC38A07633A400EA2BE'],
  ['exp', '11356.25', '7FFE85856E57587748193AEEEE3E32DA'],
  ['exp2', '0.375', '3FFF4BFDAD5362A271D4397AFEC42E21'],
  ['exp2', '-77.25', '3FB1AE89F995AD3AD5E8734D1773205A'],
  ['exp10', '0.375', '40002F892C7034A0372D1E30FEB95C6F'],
  ['exp10', '-77.25', '3EFE4D631BFC367078BB42588776975A'],
  ['exp10', '4000.5', '73E84B9C275C6BF964ED14DFB435CE58'],
  ['expm1', '0.375', '3FFDD1E944F6FBDA988D1E2D966C2490'],
  ['expm1', '0x1p-70', '3FB90000000000000000020000000000'],
  ['expm1', '-3.5', 'BFFEF089F7F38D804D04B52856FE52D7'],
  ['expm1', '20.25', '401C290D76C9966A95F2A9192C0A9D0D'],
  ['log', '0.375', 'BFFEF62F40794A7B871973231AE60D3B'],
  ['log', '1.0009765625', '3FF4FFC00AA8AB10FBC04D051924C934'],
  ['log', '0x1p-16400', 'C00C633CE8FB9F87DB1469AC5909D3E8'],
  ['log', '1e9', '40034B927F32BFFB83338F4361E1E65B'],
  ['log2', '0.375', 'BFFF6A3FE5C6042978605FF4EDF5F974'],
  ['log2', '1024', '40024000000000000000000000000000'],
  ['log2', '3.5', '3FFFCEAECFEA80859B332AC903A413E6'],
  ['log10', '0.375', 'BFFDB43125B8E97FFD072D03DF862AC7'],
  ['log10', '1000', '40008000000000000000000000000000'],
  ['log10', '3.5', '3FFE1690163290F3FAFE42D697A4007F'],
  ['log1p', '0.375', '3FFD4618BC21C5EC27D0B7B37B33C734'],
  ['log1p', '0x1p-70', '3FB8FFFFFFFFFFFFFFFFFC0000000000'],
  ['log1p', '-0.9375', 'C00062E42FEFA39EF35793C7673007E6'],
  ['log1p', '1e9', '40034B927F3304B3B2D3970AC620937E'],
  ['sinh', '0.375', '3FFD8910411CE504619EDD5FCA9DCDC3'],
  ['sinh', '0x1p-40', '3FD7000000000000000000002AAAAAAB'],
  ['sinh', '-7.5', 'C008C402ADDB5198CAFAA1AE3EF766B0'],
  ['sinh', '11000.5', '7DFC4A1BD2FBEC00ED28916EC4F03B1C'],
  ['cosh', '0.375', '3FFF123640F685B58DBB903372F395B3'],
  ['cosh', '7.5', '4008C402BFFAED3CDA2C7646C2091538'],
  ['cosh', '11000.5', '7DFC4A1BD2FBEC00ED28916EC4F03B1C'],
  ['tanh', '0.375', '3FFD6EF53DE8C8FAFF150E0A1AAFCE65'],
  ['tanh', '-0x1p-40', 'BFD6FFFFFFFFFFFFFFFFFFFF55555555'],
  ['tanh', '7.5', '3FFEFFFFEB78A3C73394B5EF282388F2'],
  ['asinh', '0.375', '3FFD7786A7973A5923B96EEF2610C25F'],
  ['asinh', '-0x1p-40', 'BFD6FFFFFFFFFFFFFFFFFFFFAAAAAAAB'],
  ['asinh', '1e25', '4004D20FEC1473DD9594FA9E7AE4B8F3'],
  ['acosh', '1.0009765625', '3FFA6A025BF510BADB7D8B42278349BE'],
  ['acosh', '3.5', '3FFFECC2CAEC5160994BE04204A968C7'],
  ['acosh', '1e25', '4004D20FEC1473DD9594FA9E7AE4B8F3'],
  ['atanh', '0.375', '3FFD93B0AEE21C2C808F5840A8FDEC9A'],
  ['atanh', '-0x1p-40', 'BFD70000000000000000000055555555'],
  ['atanh', '0.99609375', '40008F20ADEAEC67C086B833703830CB'],
  ['cbrt', '0.375', '3FFE7137449123EF65CDDE7F16C56E32'],
  ['cbrt', '-7.5', 'BFFFF51A62037E9555DF224A09E84316'],
  ['erf', '0.375', '3FFD9DD0D2B721F38BA638FF78BACF0C'],
  ['erf', '-0.8125', 'BFFE7FB9BFAED80782CD9E29795A0633'],
  ['erf', '3.5', '3FFEFFFFE710D565E727A94B5DB700FA'],
  ['erf', '0x1p-70', '3FB920DD750429B6D11AE3A914FED7FE'],
  ['erfc', '0.375', '3FFE311796A46F063A2CE38043A2987A'],
  ['erfc', '-0.8125', '3FFFBFDCDFD76C03C166CF14BCAD031A'],
  ['erfc', '3.5', '3FEA8EF2A9A18D856B4A248FF05FD6AB'],
  ['erfc', '50.25', '31BD8B906EECC5EFC48D3B2F45DB697F'],
  ['erfc', '9.25', '3F7F6E0C8FADBB04FFA8344D5719C41D'],
  ['tgamma', '0.375', '40002F6A73F0A9838183D44732692875'],
  ['tgamma', '3.5', '4000A96390899A073FD227754CEC87DE'],
  ['tgamma', '-2.5', 'BFFEE3FF812E32182D4EAE99F11F52E8'],
  ['tgamma', '1000.5', '614B554EED5357FF47F903D2118F2EF8'],
  ['tgamma', '-47.25', '3F3A5044A981F55DDD3D546F54222895'],
  ['lgamma', '0.375', '3FFEB9E4D53FC3073F73AEB9BD443919'],
  ['lgamma', '1.999755859375', 'BFF1B0D9BCE04B452EB58FAA5241C7EC'],
  ['lgamma', '3.5', '3FFF3373018970A35B81D5B0CDD842DB'],
  ['lgamma', '-2.5', 'BFFACCBF9F5ED0F1588EC36C2DB7D385'],
  ['lgamma', '1e30', '4068ADA137E8AD86094032541DEDD8A7'],
  ['lgamma', '-1000.5', 'C00B71A700D2E2E4D2E16D3AF9C0C90B'],
  ['sin', '0.375', '3FFD7710255764213D22A519D6892638'],
  ['sin', '1e9', '3FFE1778CAE83C69B0E3D827051516EA'],
  ['cos', '0.375', '3FFEDC6B7EB9959120A59B23BB6E69A7'],
  ['tan', '1.5', '4002C33ED50B887775A5D613C08C4890'],
  ['atan', '0.375', '3FFD6F61941E4DEF08E715464245B9FD'],
  ['asin', '0.375', '3FFD899F4EDC962D304FA465C06DF1B6'],
  ['acos', '0.375', '3FFF2FB7E18D1D463855A07354FB854B'],
];

/** The base, the exponent, and the bits of the power. */
const POWERS: readonly (readonly [string, string, string])[] = [
  ['2.5', '1.5', '4000F9F6E4990F2273685CB6BA3D0103'],
  ['10', '23', '404B52D02C7E14AF6800000000000000'],
  ['0.375', '-40.25', '4037F05D9871FBE5A60D9A18D158D685'],
  ['-3.5', '5', 'C008069C000000000000000000000000'],
  ['1.0009765625', '1e6', '457F24ED1337008D6CD0DB2E96403DF3'],
  ['3', '0x1p-70', '3FFF00000000000000000464FA9EAB41'],
];

/** The maximum error, in units in the last place, for functions composed of several others. */
const MOST_ERROR = 4n;

const literal = (text: string): string => (/[.ep]/.test(text) ? `${text}L` : `${text}.0L`);
const C = `#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
static void show(long double x) {
  unsigned char b[16];
  memcpy(b, &x, 16);
  for (int i = 15; i >= 0; i--) printf("%02X", b[i]);
  puts("");
}
int main(void) {
  volatile long double x, y;
${VALUES.map(([name, x]) => `  x = ${literal(x)}; show(${name}l(x));`).join('\n')}
${POWERS.map(([x, y]) => `  x = ${literal(x)}; y = ${literal(y)}; show(powl(x, y));`).join('\n')}
  return 0;
}
`;

const FORTRAN_NAMES: Readonly<Record<string, string>> = { tgamma: 'gamma', lgamma: 'log_gamma' };
const INTRINSICS =
  'exp log log10 sinh cosh tanh asinh acosh atanh erf erfc gamma log_gamma sin cos tan atan asin acos'.split(
    ' ',
  );
const inFortran = (name: string): string => FORTRAN_NAMES[name] ?? name;
const real = (text: string): string => {
  const [, sign = '', power] = /^(-?)0x1p(-?\d+)$/.exec(text) ?? [];
  if (power !== undefined) return `${sign}scale(1._16, ${power})`;
  return `${/[.e]/.test(text) ? text : `${text}.`}_16`;
};
const OF_FORTRAN = VALUES.filter(([name]) => INTRINSICS.includes(inFortran(name)));
const FORTRAN = `program quadruple
  implicit none
  real(16), volatile :: x, y
${OF_FORTRAN.map(([name, x]) => `  x = ${real(x)}\n  write (*, '(Z32.32)') ${inFortran(name)}(x)`).join('\n')}
${POWERS.map(([x, y]) => `  x = ${real(x)}\n  y = ${real(y)}\n  write (*, '(Z32.32)') x ** y`).join('\n')}
end program
`;

/** The distance between a result and the correct one, in units in the last place. */
function distance(result: string, right: string): bigint {
  const difference = BigInt(`0x${result}`) - BigInt(`0x${right}`);
  return difference < 0n ? -difference : difference;
}

async function print(file: string, text: string, plain: boolean): Promise<string[]> {
  const built = await build({ [file]: text });
  if (!built.ok) throw new Error(built.log);
  const { stdout } = await run(built.module, { plain });
  return stdout.trimEnd().split('\n');
}

test.each([
  ['C', 'x.c', C, [...VALUES, ...POWERS], true],
  ['C with hooks', 'x.c', C, [...VALUES, ...POWERS], false],
  ['Fortran', 'x.f90', FORTRAN, [...OF_FORTRAN, ...POWERS], true],
] as const)('113-bit functions are accurate in %s', async (_, file, text, expected, plain) => {
  const printed = await print(file, text, plain);
  expect(printed).toHaveLength(expected.length);
  const wrong = expected.flatMap(([name, x, right], i) =>
    distance(printed[i]!, right) <= MOST_ERROR ? [] : [`${name}(${x}): ${printed[i]}, not ${right}`],
  );
  expect(wrong).toEqual([]);
});

test('exactly representable powers are exact, and invalid arguments give the same results as double', async () => {
  const text = `#include <math.h>
#include <stdio.h>
int main(void) {
  int wrong = 0;
  for (int x = 2; x < 20; x++) {
    long double product = 1;
    for (int n = 0; n < 25; n++, product *= x) if (powl(x, n) != product) wrong++;
  }
  volatile long double zero = 0, one = 1, big = 20000;
  printf("%d %Lg %Lg %Lg %Lg %Lg %Lg", wrong, logl(zero), logl(-one), expl(big), expl(-big), powl(-one, 0.5L), powl(zero, -one));
  printf(" %Lg %Lg %Lg %Lg %Lg\\n", atanhl(one), acoshl(zero), powl(-zero, -one), log1pl(-one), erfcl(big));
  return 0;
}
`;
  const [line] = await print('x.c', text, true);
  expect(line?.replaceAll('-nan', 'nan')).toBe('0 -inf nan inf 0 nan inf inf nan -inf -inf 0');
});
