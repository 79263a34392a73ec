// Syntax highlighting for source text that is read-only, or in which only a few lines are edited: comments, strings,
// numbers, keywords, directives. An editor's parser would be ten times the size of the <haze-program> element.

export type TokenKind = 'plain' | 'comment' | 'text' | 'number' | 'word' | 'type' | 'directive';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

type Rules = readonly (readonly [TokenKind, RegExp])[];

const C_WORDS =
  'alignas alignof asm auto break case catch class concept const constexpr const_cast continue co_await co_return co_yield decltype default delete do dynamic_cast else enum explicit export extern false final for friend goto if inline mutable namespace new noexcept nullptr operator override private protected public register reinterpret_cast requires restrict return sizeof static static_assert static_cast struct switch template this throw true try typedef typeid typename union using virtual volatile while';
const C_TYPES =
  'bool char char8_t char16_t char32_t double float int int8_t int16_t int32_t int64_t long short signed size_t uint8_t uint16_t uint32_t uint64_t unsigned void wchar_t';
const FORTRAN_WORDS =
  'abstract allocatable allocate associate backspace bind block call case class close common contains continue critical cycle data deallocate default deferred dimension do else elseif elsewhere end endassociate endblock enddo endforall endfunction endif endinterface endmodule endprogram endselect endsubroutine endtype endwhere entry equivalence error exit extends external final forall format function generic go goto if implicit import in include inout inquire intent interface intrinsic kind module namelist none nullify only open operator optional out parameter pass pause pointer print private procedure program protected public pure read recursive result return rewind save select sequence stop subroutine target then to use value volatile where while write';
const FORTRAN_TYPES = 'character complex double integer logical precision real type';

function wordsPattern(words: string, flags: string): RegExp {
  return new RegExp(`(?:${words.replaceAll(' ', '|')})(?![\\w$])`, flags);
}

// Regular expressions store their position, so every call needs new instances.
function makeCRules(): Rules {
  return [
    ['comment', /\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)/y],
    ['directive', /(?<=^|\n)[ \t]*#[ \t]*include[ \t]*(?:<[^>\n]*>|"[^"\n]*")/y],
    ['directive', /(?<=^|\n)[ \t]*#[ \t]*\w*/y],
    [
      'text',
      /R"([^\s()\\]{0,16})\([\s\S]*?\)\1"|(?:u8|[uUL])?"(?:\\[\s\S]|[^"\\\n])*"?|(?:u8|[uUL])?'(?:\\[\s\S]|[^'\\\n])*'?/y,
    ],
    [
      'number',
      /(?:0[xX][\da-fA-F.']+(?:[pP][+-]?\d+)?|(?:\d[\d']*\.?[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?)\w*/y,
    ],
    ['word', wordsPattern(C_WORDS, 'y')],
    ['type', wordsPattern(C_TYPES, 'y')],
    ['plain', /[A-Za-z_$][\w$]*|\s+|[\s\S]/y],
  ];
}

function makeFortranRules(): Rules {
  return [
    ['comment', /![^\n]*|(?<=^|\n)[cC*](?=[ \t]*\n|[ \t])(?![ \t]*[=(%])[^\n]*/y],
    ['directive', /(?<=^|\n)[ \t]*#[^\n]*/y],
    ['text', /"(?:""|[^"\n])*"?|'(?:''|[^'\n])*'?/y],
    ['number', /(?:\d+\.?\d*|\.\d+)(?:[edED][+-]?\d+)?(?:_\w+)?/y],
    ['word', /\.(?:and|or|not|eqv|neqv|true|false|eq|ne|lt|le|gt|ge)\./iy],
    ['word', wordsPattern(FORTRAN_WORDS, 'iy')],
    ['type', wordsPattern(FORTRAN_TYPES, 'iy')],
    ['plain', /[A-Za-z_]\w*|\s+|[\s\S]/y],
  ];
}

/**
 * Splits a source into tokens. Their strings concatenate to the source; adjacent tokens of the same kind are merged.
 */
export function highlight(source: string, language: 'C' | 'C++' | 'Fortran'): Token[] {
  const rules = language === 'Fortran' ? makeFortranRules() : makeCRules();
  const tokens: { kind: TokenKind; text: string }[] = [];
  for (let at = 0; at < source.length; ) {
    const { kind, text } = matchAt(rules, source, at);
    const last = tokens.at(-1);
    if (last?.kind === kind) last.text += text;
    else tokens.push({ kind, text });
    at += text.length;
  }
  return tokens;
}

function matchAt(rules: Rules, source: string, at: number): Token {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text) return { kind, text };
  }
  return { kind: 'plain', text: source[at]! };
}

/** Splits tokens by line; a token that spans several lines appears in each of them. */
export function splitLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const { kind, text } of tokens) {
    const parts = text.split('\n');
    for (const [i, part] of parts.entries()) {
      if (i > 0) lines.push([]);
      if (part !== '') lines.at(-1)!.push({ kind, text: part });
    }
  }
  return lines;
}
