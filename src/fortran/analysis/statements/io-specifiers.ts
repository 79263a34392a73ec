// Specifiers of input and output statements: which ones each statement accepts, and their values.
import { refuse } from '../../source/diagnostics.ts';
import type { Control, Statement } from '../../syntax/tree/syntax-tree.ts';

/** An input or output statement. */
export type IoStatement = Extract<Statement, { k: 'io' }>;

const POSITIONAL: Record<string, string[]> = { read: ['unit', 'fmt'], write: ['unit', 'fmt'] };

const ALLOWED: Record<string, string> = {
  read: 'unit fmt nml rec pos iostat iomsg err end eor advance size blank decimal pad round id asynchronous',
  write: 'unit fmt nml rec pos iostat iomsg err end eor advance decimal delim sign round id asynchronous',
  print: 'fmt',
  open: 'unit file status access form recl position action blank delim pad decimal sign round encoding iostat iomsg err newunit asynchronous convert carriagecontrol share readonly',
  close: 'unit status iostat iomsg err',
  rewind: 'unit iostat iomsg err',
  backspace: 'unit iostat iomsg err',
  endfile: 'unit iostat iomsg err',
  flush: 'unit iostat iomsg err',
  wait: 'unit id iostat iomsg err end eor',
  inquire: 'unit file iostat iomsg err iolength id',
};

/** INQUIRE specifiers, and the kind of variable that receives each result. */
export const INQUIRIES: ReadonlyMap<string, 'logical' | 'integer' | 'text'> = new Map(
  Object.entries({
    logical: 'exist opened named pending',
    integer: 'number recl nextrec pos size',
    text:
      'name access sequential direct form formatted unformatted blank position action read write ' +
      'readwrite delim pad stream decimal encoding sign round asynchronous convert carriagecontrol share',
  }).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as 'logical' | 'integer' | 'text']),
  ),
);

/** Specifiers whose character value is read by the statement. */
const TEXTS: Record<string, string> = {
  read: 'advance decimal sign delim blank pad round',
  write: 'advance decimal sign delim blank pad round',
  open: 'file status access form position action blank delim pad decimal sign convert round encoding asynchronous carriagecontrol share',
  close: 'status',
  inquire: 'file',
};

/** Words that each specifier accepts (Fortran 2018, 12.5.6, 12.5.7 and 12.6.2). */
const WORDS: Readonly<Record<string, string>> = {
  access: 'sequential direct stream append',
  action: 'read write readwrite',
  advance: 'yes no',
  asynchronous: 'yes no',
  blank: 'null zero',
  decimal: 'point comma',
  delim: 'apostrophe quote none',
  encoding: 'default utf-8',
  form: 'formatted unformatted',
  pad: 'yes no',
  position: 'asis rewind append',
  round: 'up down zero nearest compatible processor_defined',
  sign: 'plus suppress processor_defined',
  'open status': 'old new scratch replace unknown',
  'close status': 'keep delete',
};

/** The words that a specifier accepts in a statement, or undefined if any value is allowed. */
export function wordsOf(verb: string, keyword: string): readonly string[] | undefined {
  return (WORDS[`${verb} ${keyword}`] ?? WORDS[keyword])?.split(' ');
}

/**
 * The role of a specifier's value in a statement: characters or a number to be read by the statement, or something
 * else.
 */
export function kindOfSpecifier(verb: string, keyword: string): 'text' | 'number' | 'other' {
  if (TEXTS[verb]?.split(' ').includes(keyword)) return 'text';
  const isNumber = keyword === 'rec' || keyword === 'id' || (keyword === 'pos' && verb !== 'inquire');
  return isNumber || (keyword === 'recl' && verb === 'open') ? 'number' : 'other';
}

/** Specifiers of DEC compilers. Those in BARE_WORDS are written without "=". */
const OF_DEC = new Set(['carriagecontrol', 'share', 'readonly']);
const BARE_WORDS: Record<string, { keyword: string; text: string }> = {
  readonly: { keyword: 'readonly', text: '' },
  shared: { keyword: 'share', text: 'denynone' },
  noshared: { keyword: 'share', text: 'denyrw' },
};

/** Reads a statement's specifiers; throws if the statement does not accept one of them. */
export function collectSpecifiers(s: IoStatement, isDec: boolean): Map<string, Control> {
  const values = new Map<string, Control>();
  s.controls.forEach((written, i) => {
    const control = s.verb === 'open' && i > 0 && isDec ? withKeyword(written) : written;
    const keyword = control.keyword ?? (POSITIONAL[s.verb] ?? ['unit'])[i];
    if (keyword === undefined || (control.keyword === undefined && s.controls[i - 1]?.keyword !== undefined))
      refuse(control.at, 'Expected keyword= here.');
    if (values.has(keyword)) refuse(control.at, `${keyword.toUpperCase()}= is given twice.`);
    const allowed = ALLOWED[s.verb]!.split(' ');
    const known = allowed.includes(keyword) || (s.verb === 'inquire' && INQUIRIES.has(keyword));
    if (OF_DEC.has(keyword) && known && !isDec)
      refuse(
        control.at,
        `${s.verb.toUpperCase()} accepts ${keyword.toUpperCase()}= only with the DEC extensions: -fdec.`,
      );
    if (!known) refuse(control.at, `${s.verb.toUpperCase()} does not accept ${keyword.toUpperCase()}=.`);
    values.set(keyword, control);
  });
  return values;
}

// `OPEN (…, SHARED)`
function withKeyword(control: Control): Control {
  const { value, at } = control;
  const name = value.k === 'ref' && value.parts.length === 1 ? value.parts[0]!.name : '';
  const word = Object.hasOwn(BARE_WORDS, name) ? BARE_WORDS[name] : undefined;
  if (!word || control.keyword !== undefined) return control;
  return { at, keyword: word.keyword, value: { k: 'string', at, text: word.text } };
}
