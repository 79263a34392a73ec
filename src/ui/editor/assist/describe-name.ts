// Describes a known name: its declaration with the current parameter highlighted, a sentence, and the header.
import type { KnownName } from './known-functions.ts';

/** Element with the description; `active` is the 0-based index of the current parameter. */
export function describeName(known: KnownName, active?: number): HTMLElement {
  const box = document.createElement('div');
  box.className = 'known-name';
  box.append(showSignature(known, active));
  const parameter = active === undefined ? undefined : known.parameters[active];
  if (parameter) box.append(showSentence(`${parameter.text}: `, parameter.about));
  if (known.about !== '') box.append(showSentence('', known.about));
  if (active === undefined && known.parameters.length > 0 && known.about !== '') {
    const list = document.createElement('ul');
    for (const { text, about } of known.parameters) {
      const item = document.createElement('li');
      item.append(showSentence(`${text}: `, about));
      list.append(item);
    }
    box.append(list);
  }
  if (known.from !== '') {
    const from = document.createElement('p');
    from.className = 'from';
    from.textContent = known.from;
    box.append(from);
  }
  return box;
}

/** The description as one sentence, for screen readers. */
export function sayName({ signature, about, parameters, from }: KnownName): string {
  const words = parameters.map((one) => `${one.text}: ${one.about}`);
  return [signature, about, ...words, from]
    .filter((part) => part !== '')
    .join('. ')
    .replaceAll('`', '');
}

function showSignature({ signature, parameters }: KnownName, active: number | undefined): HTMLElement {
  const line = document.createElement('p');
  line.className = 'signature';
  const part = active === undefined ? undefined : parameters[active]?.text;
  const at = part === undefined ? -1 : signature.indexOf(part, signature.indexOf('('));
  if (part === undefined || at < 0) {
    line.textContent = signature;
    return line;
  }
  const strong = document.createElement('strong');
  strong.textContent = part;
  line.append(signature.slice(0, at), strong, signature.slice(at + part.length));
  return line;
}

/** Element containing the text; backtick-quoted parts become code. */
export function showSentence(before: string, words: string): HTMLElement {
  const line = document.createElement('p');
  const lead = document.createElement('span');
  lead.className = 'lead';
  lead.textContent = before;
  if (before !== '') line.append(lead);
  for (const [index, piece] of words.split('`').entries()) {
    if (index % 2 === 0) line.append(piece);
    else {
      const code = document.createElement('code');
      code.textContent = piece;
      line.append(code);
    }
  }
  return line;
}
