// Input and output statements as the analysis produces them.

import type { Position } from '../../source/diagnostics.ts';
import type { Statement } from '../../syntax/tree/syntax-tree.ts';
import type { Typed } from '../symbols/semantics.ts';
import type { LoopRange } from './loop-range.ts';

/** Direction and form of a data transfer. */
export interface Transfer {
  reading: boolean;
  /** `measured` is used only for INQUIRE with IOLENGTH. */
  form: 'formatted' | 'unformatted' | 'measured';
  /** True if the format may be able to handle structures. */
  edited: boolean;
}

/** The location of the records: the statement's default unit, a given unit, or characters. */
export type IoPlace = { readonly k: 'default' } | { readonly k: 'unit' | 'internal'; readonly value: Typed };

export type IoFormat =
  | { readonly k: 'none' | 'list' }
  | { readonly k: 'constant'; readonly text: string }
  /** Characters, or an array of characters that contains the format. */
  | { readonly k: 'value'; readonly value: Typed }
  /** An integer variable that holds the label of a format in the list. */
  | {
      readonly k: 'assigned';
      readonly value: Typed;
      readonly formats: readonly (readonly [label: number, text: string])[];
    };

/** The labels in END=, EOR= and ERR=. */
export interface IoBranches {
  readonly end: number | undefined;
  readonly eor: number | undefined;
  readonly err: number | undefined;
}

export type IoItem =
  | { readonly k: 'value'; readonly value: Typed }
  | ({ readonly k: 'loop'; readonly variable: Typed; readonly items: readonly IoItem[] } & LoopRange);

export interface TypedNamelist {
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly value: Typed }[];
}

export interface TypedIo {
  readonly k: 'io';
  readonly at: Position;
  readonly label?: number | undefined;
  readonly verb: Extract<Statement, { k: 'io' }>['verb'];
  readonly unit: IoPlace;
  /** The other values in the parentheses, in order, by keyword. */
  readonly specifiers: ReadonlyMap<string, Typed>;
  readonly branches: IoBranches;
  readonly format: IoFormat;
  readonly namelist: TypedNamelist | undefined;
  readonly transfer: Transfer;
  readonly items: readonly IoItem[];
  /** READONLY in OPEN */
  readonly readonly: boolean;
}
