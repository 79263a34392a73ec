// Definitions in source text: functions, types, macros and variables, each with its location. The definitions come from
// the syntax tree (C and C++) or from the lines (Fortran), without the compiler. A name that is defined twice is listed
// twice.
import { cppLanguage } from '@codemirror/lang-cpp';
import type { Language } from '../../draft/program.ts';

type SyntaxNode = ReturnType<typeof cppLanguage.parser.parse>['topNode'];

export interface DefinedSymbol {
  readonly name: string;
  /** Offset of the name. */
  readonly from: number;
  /** True if the name is defined here; mere declarations rank lower. */
  readonly isDefinition: boolean;
  /** Range in which the name is in scope; undefined if it is the whole text. */
  readonly scope?: { readonly from: number; readonly to: number };
}

/** All symbols in a text, in order. */
export function listSymbols(text: string, language: Language): readonly DefinedSymbol[] {
  return language === 'Fortran' ? listFortran(text) : [...listC(text), ...listMacros(text)];
}

/**
 * Definition of a name as seen from a position in the text: the nearest preceding definition that is in scope,
 * otherwise any definition.
 * @param at offset; the end of the text for other files
 */
export function maybeDefinition(
  symbols: readonly DefinedSymbol[],
  name: string,
  at?: number,
): DefinedSymbol | undefined {
  const named = symbols.filter((one) => one.name === name);
  const isSeen = ({ scope }: DefinedSymbol) =>
    scope === undefined || (at !== undefined && at >= scope.from && at <= scope.to);
  const seen = named.filter(isSeen);
  const local = seen.filter(({ scope, from }) => scope && at !== undefined && from <= at);
  return local.at(-1) ?? seen.find(({ isDefinition }) => isDefinition) ?? seen[0];
}

/** Syntax nodes within which variables are local. */
const SCOPES: ReadonlySet<string> = new Set([
  'FunctionDefinition',
  'CompoundStatement',
  'ForStatement',
  'ForRangeLoop',
  'LambdaExpression',
  'TemplateDeclaration',
]);
const TYPES: ReadonlySet<string> = new Set([
  'StructSpecifier',
  'ClassSpecifier',
  'UnionSpecifier',
  'EnumSpecifier',
]);
const DECLARATIONS: ReadonlySet<string> = new Set([
  'FunctionDefinition',
  'Declaration',
  'ParameterDeclaration',
  'OptionalParameterDeclaration',
  'FieldDeclaration',
  'TypeDefinition',
  'ForRangeLoop',
]);
/** Syntax nodes that enclose a declared name. */
const DECLARATORS: ReadonlySet<string> = new Set([
  'InitDeclarator',
  'FunctionDeclarator',
  'PointerDeclarator',
  'ReferenceDeclarator',
  'ArrayDeclarator',
  'ParenthesizedDeclarator',
]);
const NAMES: ReadonlySet<string> = new Set(['Identifier', 'FieldIdentifier', 'TypeIdentifier']);

function listC(text: string): DefinedSymbol[] {
  const found: DefinedSymbol[] = [];
  const add = (node: SyntaxNode, isDefinition: boolean, owner: SyntaxNode) => {
    const scope = maybeScope(owner);
    found.push({
      name: text.slice(node.from, node.to),
      ...{ from: node.from, isDefinition },
      ...(scope && { scope: { from: scope.from, to: scope.to } }),
    });
  };
  cppLanguage.parser.parse(text).iterate({
    enter: ({ node }) => {
      if (node.name === 'Enumerator' && node.firstChild) add(node.firstChild, true, node.parent!.parent!);
      else if (TYPES.has(node.name)) {
        const name = node.getChild('TypeIdentifier');
        const hasBody = node.getChild('FieldDeclarationList') ?? node.getChild('EnumeratorList');
        if (name && hasBody) add(name, true, node);
      } else if (DECLARATIONS.has(node.name)) {
        for (const name of listDeclared(node))
          add(name.node, !name.isPrototype || node.name === 'FunctionDefinition', node);
      }
    },
  });
  return found;
}

/** Names in the declarators of a declaration, excluding names in its types and initial values. */
function listDeclared(
  declaration: SyntaxNode,
): { readonly node: SyntaxNode; readonly isPrototype: boolean }[] {
  const found: { node: SyntaxNode; isPrototype: boolean }[] = [];
  const isTypedef = declaration.name === 'TypeDefinition';
  for (let child = declaration.firstChild; child; child = child.nextSibling) {
    if (child.name === 'Identifier' || child.name === 'FieldIdentifier')
      found.push({ node: child, isPrototype: false });
    else if (isTypedef && child.name === 'TypeIdentifier' && child === declaration.lastChild?.prevSibling)
      found.push({ node: child, isPrototype: false });
    else if (DECLARATORS.has(child.name)) {
      const node = maybeDeclaredName(child);
      const isPrototype = child.name === 'FunctionDeclarator';
      if (node) found.push({ node, isPrototype });
    }
  }
  return found;
}

function maybeDeclaredName(declarator: SyntaxNode): SyntaxNode | undefined {
  for (let child = declarator.firstChild; child; child = child.nextSibling) {
    if (NAMES.has(child.name)) return child;
    if (child.name === 'ScopedIdentifier') return child.lastChild ?? undefined;
    if (DECLARATORS.has(child.name)) return maybeDeclaredName(child);
  }
  return undefined;
}

/** Block or function that encloses a declaration. A function's own name is visible outside the function. */
function maybeScope(declaration: SyntaxNode): SyntaxNode | undefined {
  const isFor = declaration.name === 'ForRangeLoop';
  for (let node = isFor ? declaration : declaration.parent; node; node = node.parent) {
    // A prototype's parameters are visible only within the prototype.
    if (node.name === 'FunctionDeclarator' && node.parent?.name !== 'FunctionDefinition') return node;
    if (SCOPES.has(node.name) && node.name !== 'TemplateDeclaration') return node;
  }
  return undefined;
}

function listMacros(text: string): DefinedSymbol[] {
  return [...text.matchAll(/^([ \t]*#[ \t]*define[ \t]+)(\w+)/gm)].map((match) => ({
    ...{ name: match[2]!, from: match.index + match[1]!.length, isDefinition: true },
  }));
}

const UNIT =
  /^([ \t]*(?:(?:recursive|pure|impure|elemental|module|integer|real|double[ \t]+precision|complex|logical|character|type)\b(?:[ \t]*\([^)]*\))?[ \t]*)*\b(?:program|module|submodule|function|subroutine|interface)[ \t]+)(\w+)/gim;
const DERIVED_TYPE = /^([ \t]*type\b(?:[ \t]*(?:,[^:\n]*)?::)?[ \t]*)([a-z]\w*)[ \t]*$/gim;
const ENTITIES =
  /^[ \t]*(?:integer|real|double|complex|logical|character|type|class|procedure)\b[^\n]*?::([^\n!]*)/gim;

function listFortran(text: string): DefinedSymbol[] {
  const named = [...text.matchAll(UNIT), ...text.matchAll(DERIVED_TYPE)]
    .filter(([line]) => !/^\s*end\b/i.test(line))
    .map((match) => ({
      ...{ name: match[2]!.toLowerCase(), from: match.index + match[1]!.length, isDefinition: true },
    }));
  const entities = [...text.matchAll(ENTITIES)].flatMap((match) => {
    const start = match.index + match[0].length - match[1]!.length;
    const bare = match[1]!.replaceAll(/\([^()]*\)|=[^,]*/g, (part) => ' '.repeat(part.length));
    return [...bare.matchAll(/[a-z]\w*/gi)].map((name) => ({
      ...{ name: name[0].toLowerCase(), from: start + name.index, isDefinition: false },
    }));
  });
  return [...named, ...entities].toSorted((a, b) => a.from - b.from);
}
