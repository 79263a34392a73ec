// C for MAX and MIN of characters. The result is as long as the longest argument.
import { isWide } from '../../program/constants/wide-characters.ts';
import type { CallPrinting, CharactersC } from './elemental-row.ts';

/** The largest or smallest argument, depending on the given order, padded. Absent optional dummies are ignored. */
export function extremeOfCharacters(call: CallPrinting, order: '>' | '<'): CharactersC {
  const all = call.e.arguments.flatMap((a, i) => {
    if (!a) return [];
    const { p, n } = call.chars(i);
    const absent = call.absence(i);
    return [{ p, n: absent === undefined ? n : `(${absent} ? 0 : ${n})`, absent }];
  });
  const [first, ...others] = all;
  const kind = isWide(call.e.type) ? '4' : '';
  const p = call.temporary('const char *', first!.p);
  const n = call.temporary('int32_t', first!.n);
  for (const other of others) {
    const isThere = other.absent === undefined ? '' : `!(${other.absent}) && `;
    call.line(
      `if (${isThere}f_compare${kind}(${other.p}, ${other.n}, ${p}, ${n}) ${order} 0) { ${p} = ${other.p}; ${n} = ${other.n}; }`,
    );
  }
  if (new Set(all.map((a) => a.n)).size === 1) return { p, n };
  const total = call.temporary(
    'int32_t',
    all.map((a) => a.n).reduce((a, b) => `f_max_i4(${a}, ${b})`),
  );
  const padded = call.memory(`f_alloc(${total})`);
  call.line(`f_assign${kind}(${padded}, ${total}, ${p}, ${n});`);
  return { p: padded, n: total };
}
