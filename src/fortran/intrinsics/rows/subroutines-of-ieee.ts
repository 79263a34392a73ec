// Subroutines in the IEEE modules. WebAssembly does not halt on exceptions and always rounds to nearest. Inquiries
// report this, and attempts to set other modes are rejected at run time.
import type { SubroutineRow } from '../row-kinds/subroutine-row.ts';

const PURE = { isPure: true } as const;
const OF_EACH = { ...PURE, isElemental: true } as const;

export const SUBROUTINES_OF_IEEE: Readonly<Record<string, SubroutineRow>> = {
  ieee_get_flag: {
    ...OF_EACH,
    takes: 'flag:t* flag_value=l*',
    c: (call) => call.store(1, `(f_flags >> ${call.scalar(0)} & 1)`),
  },
  ieee_get_halting_mode: { ...OF_EACH, takes: 'flag:t* halting=l*', c: (call) => call.store(1, '0') },
  ieee_get_rounding_mode: {
    ...PURE,
    takes: 'round_value=t',
    c: (call) => call.line(`${call.object(0)} = 0;`),
  },
  ieee_get_status: {
    ...PURE,
    takes: 'status_value=t',
    c: (call) => call.line(`${call.object(0)} = f_flags;`),
  },
  ieee_set_flag: {
    ...OF_EACH,
    takes: 'flag:t* flag_value:l*',
    c: (call) => call.line(`f_set_flag(${call.scalar(0)}, ${call.scalar(1)});`),
  },
  ieee_set_halting_mode: {
    ...OF_EACH,
    takes: 'flag:t* halting:l*',
    c: (call) => call.line(`f_set_halting(${call.scalar(1)});`),
  },
  ieee_set_rounding_mode: {
    ...PURE,
    takes: 'round_value:t',
    c: (call) => call.line(`f_set_rounding(${call.scalar(0)});`),
  },
  ieee_set_status: {
    ...PURE,
    takes: 'status_value:t',
    c: (call) => call.line(`f_flags = ${call.object(0)};`),
  },
};
