// Names of WebAssembly value types in the text format.
import { EXNREF, EXTERNREF, F32, F64, FUNCREF, I32, I64, V128 } from '../../rewrite/reading/module-info.ts';

const TYPE_NAMES: Readonly<Record<number, string>> = {
  [I32]: 'i32',
  [I64]: 'i64',
  [F32]: 'f32',
  [F64]: 'f64',
  [V128]: 'v128',
  [FUNCREF]: 'funcref',
  [EXTERNREF]: 'externref',
  [EXNREF]: 'exnref',
};

/** Name of a value type in the text format. */
export function nameType(type: number): string {
  return TYPE_NAMES[type] ?? `type 0x${type.toString(16)}`;
}
