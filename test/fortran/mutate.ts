// Fortran programs with random faults: valid programs in which names, constants, attributes, types, subscripts and
// lines have been swapped.

/** Random integers from 0 up to, but not including, a bound. */
export type Below = (bound: number) => number;

const FUNCTIONS =
  'abs adjustl all allocated any associated char cmplx count cshift dot_product eoshift findloc huge iachar index int kind lbound len len_trim loc matmul max maxloc merge min mod norm2 null pack present product rank real repeat reshape scan shape sign size spread sqrt storage_size sum transfer transpose trim ubound unpack verify'.split(
    ' ',
  );
const ATTRIBUTES =
  'allocatable pointer target optional save value contiguous volatile dimension(2) dimension(:) dimension(..) dimension(*) codimension[*] intent(in) intent(out) parameter protected external intrinsic'.split(
    ' ',
  );
const TYPES = [
  'integer',
  'integer(8)',
  'real',
  'real(16)',
  'double precision',
  'complex(8)',
  'logical',
  'character(3)',
  'character(:)',
  'character(*)',
  'character(kind=4, len=2)',
  'class(*)',
  'type(*)',
  'procedure()',
];
const VALUES = [
  '0',
  '-1',
  '2_8',
  '1.5',
  '1.5_16',
  '(1.0, 2.0)',
  '.true.',
  '"ab"',
  '4_"ab"',
  "z'ff'",
  'null()',
  'huge(1)',
  '[integer ::]',
  '[1, 2]',
  '["a", "b"]',
  'reshape([1, 2, 3, 4], [2, 2])',
];
const SUBSCRIPTS = [
  '',
  '()',
  '(:)',
  '(1)',
  '(:, 1)',
  '(:, :)',
  '(1:2)',
  '(::2)',
  '([1, 2])',
  '(..)',
  '%re',
  '%kind',
  '%len',
];
const NAME = /\b[a-z_]\w*\b/gi;
const CONSTANT = /\b\d+(?:\.\d*)?(?:_\w+)?\b|"[^"\n]*"|'[^'\n]*'|\.(?:true|false)\./gi;
const ATTRIBUTE =
  /,\s*(?:allocatable|pointer|target|optional|save|parameter|dimension\s*\([^()]*\)|intent\s*\(\w+\)|value|contiguous|pure|elemental)\b/gi;
const TYPE =
  /^[ \t]*(?:integer|real|complex|logical|character|type|class)\b(?:[ \t]*\((?:[^()\n]|\([^()\n]*\))*\))?/gim;
const COMMENT_OR_TEXT = /!.*|"[^"\n]*"|'[^'\n]*'/g;

/** The text with up to three changes. */
export function mutate(text: string, below: Below): string {
  let mutant = text;
  for (let left = 1 + below(3); left > 0; left--) mutant = change(mutant, below);
  return mutant;
}

function change(text: string, below: Below): string {
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  /** Changes one match of a pattern; without a match, the text stays unchanged. */
  const at = (pattern: RegExp, become: (found: string) => string): string => {
    const places = [...text.matchAll(pattern)];
    if (places.length === 0) return text;
    const { index, 0: found } = pick(places);
    return text.slice(0, index) + become(found) + text.slice(index + found.length);
  };
  const lines = text.split('\n');
  switch (below(9)) {
    case 0:
      return at(NAME, () => pick(text.replace(COMMENT_OR_TEXT, '').match(NAME) ?? ['x']));
    case 1:
      return at(CONSTANT, () => pick(VALUES));
    case 2:
      return at(ATTRIBUTE, () => '');
    case 3:
      return at(/::/g, () => `, ${pick(ATTRIBUTES)} ::`);
    case 4:
      return at(TYPE, () => `${pick(TYPES)} `);
    case 5:
      return at(/\([^()\n]*\)/g, (found) => pick(SUBSCRIPTS) + (below(2) === 0 ? '' : found));
    case 6:
      return at(NAME, (found) => `${pick(FUNCTIONS)}(${found})`);
    case 7:
      return lines.toSpliced(below(lines.length), 1).join('\n');
    default:
      return lines.toSpliced(below(lines.length), 0, pick(lines)).join('\n');
  }
}
