// Limits the output shown on a page, because programs may print more than readers need.
import type { OutputPiece } from '../../plot/printed/output-pieces.ts';

/** Maximum number of visible characters, excluding the digits of Ux text. */
const MOST_CHARACTERS = 20_000;
/** Maximum number of values, each of which is displayed as a plot. */
const MOST_VALUES = 500;
/** Mark at the point where a line is truncated. */
const CUT: OutputPiece = { kind: 'text', text: '…' };

export interface CutOutput {
  readonly pieces: readonly OutputPiece[];
  /** Number of omitted visible characters. */
  readonly hidden: number;
}

/**
 * Truncates an output at the end of a complete line if there is one; otherwise, marks the point at which a line is
 * truncated.
 */
export function cutOutput(pieces: readonly OutputPiece[]): CutOutput {
  let room = MOST_CHARACTERS;
  let values = 0;
  for (const [i, piece] of pieces.entries()) {
    const shown = piece.kind === 'value' ? piece.shown : piece.text;
    if (piece.kind === 'value') values += 1;
    if (shown.length <= room && values <= MOST_VALUES) room -= shown.length;
    else {
      const rest = piece.kind === 'text' ? [{ ...piece, text: piece.text.slice(0, room) }] : [];
      const begun = [...pieces.slice(0, i), ...rest];
      const lines = dropLastLine(begun);
      return {
        pieces: lines ?? [...begun, CUT],
        hidden: countRead(pieces) - countRead(lines ?? begun),
      };
    }
  }
  return { pieces, hidden: 0 };
}

/** Returns the beginning of plain text. */
export function cutText(text: string): CutOutput {
  return cutOutput([{ kind: 'text', text }]);
}

function countRead(pieces: readonly OutputPiece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece.kind === 'value' ? piece.shown : piece.text).length, 0);
}

/** Output up to its last line break; undefined if it has no line break. */
function dropLastLine(pieces: readonly OutputPiece[]): readonly OutputPiece[] | undefined {
  const last = pieces.findLastIndex(({ kind, text }) => kind === 'text' && text.includes('\n'));
  const piece = pieces[last];
  if (piece?.kind !== 'text') return undefined;
  return [...pieces.slice(0, last), { ...piece, text: piece.text.slice(0, piece.text.lastIndexOf('\n')) }];
}
