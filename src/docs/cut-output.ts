// How much of an output stands in a page: programs may print more than anybody reads there.
import type { OutputPiece } from '../plot/output-pieces.ts';

/** As they are read, Ux digits left out. */
const MOST_CHARACTERS = 20_000;
/** Each is a picture. */
const MOST_VALUES = 500;

export interface CutOutput {
  readonly pieces: readonly OutputPiece[];
  readonly isCut: boolean;
}

/** The beginning of an output; where it has lines, it ends with one. */
export function cutOutput(pieces: readonly OutputPiece[]): CutOutput {
  let room = MOST_CHARACTERS;
  let values = 0;
  for (const [i, piece] of pieces.entries()) {
    const shown = piece.kind === 'value' ? piece.shown : piece.text;
    if (piece.kind === 'value') values += 1;
    if (shown.length <= room && values <= MOST_VALUES) room -= shown.length;
    else {
      const rest = piece.kind === 'text' ? [{ ...piece, text: piece.text.slice(0, room) }] : [];
      return { pieces: dropLastLine([...pieces.slice(0, i), ...rest]), isCut: true };
    }
  }
  return { pieces, isCut: false };
}

/** The same of plain text. */
export function cutText(text: string): CutOutput {
  return cutOutput([{ kind: 'text', text }]);
}

/** Without what stands behind the last line end, if there is one. */
function dropLastLine(pieces: readonly OutputPiece[]): readonly OutputPiece[] {
  const last = pieces.findLastIndex(({ kind, text }) => kind === 'text' && text.includes('\n'));
  const piece = pieces[last];
  if (piece?.kind !== 'text') return pieces;
  return [...pieces.slice(0, last), { ...piece, text: piece.text.slice(0, piece.text.lastIndexOf('\n')) }];
}
