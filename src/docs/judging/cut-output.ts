// Limits the output on a page: programs may print more than readers need there.
import type { OutputPiece } from '../../plot/printed/output-pieces.ts';

/** Visible characters, without Ux digits. */
const MOST_CHARACTERS = 20_000;
/** Limit on values, each of which is a picture. */
const MOST_VALUES = 500;
/** Mark at the cut of a line. */
const CUT: OutputPiece = { kind: 'text', text: '…' };

export interface CutOutput {
  readonly pieces: readonly OutputPiece[];
  /** Omitted visible characters. */
  readonly hidden: number;
}

/** The beginning of an output; it ends with a whole line if there are lines, else with a mark. */
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

/** The beginning of plain text. */
export function cutText(text: string): CutOutput {
  return cutOutput([{ kind: 'text', text }]);
}

function countRead(pieces: readonly OutputPiece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece.kind === 'value' ? piece.shown : piece.text).length, 0);
}

/** The output up to its last line end; undefined without one. */
function dropLastLine(pieces: readonly OutputPiece[]): readonly OutputPiece[] | undefined {
  const last = pieces.findLastIndex(({ kind, text }) => kind === 'text' && text.includes('\n'));
  const piece = pieces[last];
  if (piece?.kind !== 'text') return undefined;
  return [...pieces.slice(0, last), { ...piece, text: piece.text.slice(0, piece.text.lastIndexOf('\n')) }];
}
