// "Did you mean …?": the known name that most resembles an unknown word.

/** A replacement for a misspelt word. */
export interface Correction {
  /** Length of the misspelt word, which begins at the message's position. */
  length: number;
  text: string;
}

/** The candidate closest to the word, or undefined if none is close enough. */
export function nearestName(word: string, candidates: Iterable<string>): string | undefined {
  const most = word.length < 3 ? 0 : word.length < 5 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - word.length) > most) continue;
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A message followed by the suggestion, and the correction for a fix-it. */
export function suggest(
  message: string,
  word: string,
  candidates: Iterable<string>,
): [message: string, correction: Correction | undefined] {
  const nearest = nearestName(word, candidates);
  if (nearest === undefined) return [message, undefined];
  return [`${message} Did you mean "${nearest}"?`, { length: word.length, text: nearest }];
}

// Number of insertions, deletions, substitutions and swaps of adjacent characters (optimal string alignment).
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(change, last[j]! + 1, row[j - 1]! + 1);
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (exchanged) distance = Math.min(distance, beforeLast[j - 2]! + 1);
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
