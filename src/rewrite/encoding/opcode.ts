// Description of one instruction.

/** Layout of the immediates after an opcode. */
export type ImmediateKind =
  | 'none'
  | 'index' // one u32: local, global, function, table, label, tag
  | 'two-indices'
  | 'block-type'
  | 'try-table'
  | 'br-table'
  | 'memory-argument'
  | 'i32'
  | 'i64'
  | 'f32'
  | 'f64'
  | 'types' // typed select
  | 'heap-type'
  | 'v128' // 16 bytes
  | 'lanes' // 16 lane numbers
  | 'lane' // one byte
  | 'memory-lane'; // a memory argument and one byte

/**
 * An instruction in the table. `effect` is "operands:results" in the letters i l f d v, or '' if the effect varies.
 */
export interface Opcode {
  readonly code: number;
  readonly name: string;
  readonly immediate: ImmediateKind;
  readonly effect: string;
}
