// Tests that phases of the front end import only earlier phases, so that each phase can be read, tested and changed
// without the later phases. README.md describes each phase.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const HOUSE = fileURLToPath(new URL('.', import.meta.url));
const ROOMS = ['source', 'syntax', 'program', 'intrinsics', 'analysis', 'printing'];
const IMPORTED = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;

interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(path: string): Import[] {
  const text = readFileSync(`${HOUSE}/${path}`, 'utf8');
  return [...text.matchAll(IMPORTED)].map(([, to]) => ({
    from: path,
    to: normalize(`${dirname(path)}/${to!}`)
      .split(sep)
      .join('/'),
  }));
}

function allImports(): Import[] {
  return readdirSync(HOUSE, { recursive: true, encoding: 'utf8' })
    .map((path) => relative(HOUSE, `${HOUSE}/${path}`).split(sep).join('/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap(importsOf);
}

// Files outside the phases' folders come after all phases.
function floorOf(path: string): number {
  const [room, ...rest] = path.split('/');
  return rest.length === 0 ? ROOMS.length : ROOMS.indexOf(room!);
}

const shown = ({ from, to }: Import): string => `${from} -> ${to}`;

test('the order lists every folder, and every folder in it exists', () => {
  const rooms = readdirSync(HOUSE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rooms.map((entry) => entry.name).sort()).toEqual([...ROOMS].sort());
  const imports = allImports();
  for (const room of ROOMS) expect(imports.some(({ from }) => from.startsWith(`${room}/`))).toBe(true);
});

test('no module outside src/fortran is imported', () => {
  expect(
    allImports()
      .filter(({ to }) => to.startsWith('../'))
      .map(shown),
  ).toEqual([]);
});

test('no folder imports a later folder', () => {
  expect(
    allImports()
      .filter(({ from, to }) => floorOf(to) > floorOf(from))
      .map(shown),
  ).toEqual([]);
});

test('no module in printing/ changes a symbol', () => {
  const changers = allImports().filter(({ to }) => to === 'program/symbols/change-symbol.ts');
  expect(changers.some(({ from }) => from.startsWith('analysis/'))).toBe(true);
  expect(changers.filter(({ from }) => from.startsWith('printing/')).map(shown)).toEqual([]);
});

test.each(['source', 'intrinsics', 'analysis'])('%s has no import cycle', (room) => {
  const next = new Map<string, string[]>();
  for (const { from, to } of allImports())
    if (from.startsWith(`${room}/`) && to.startsWith(`${room}/`))
      next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const other of next.get(path) ?? []) {
      const circle = visit(other, [...way, path]);
      if (circle) return circle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of next.keys()) expect(visit(path, [])).toBeUndefined();
});
