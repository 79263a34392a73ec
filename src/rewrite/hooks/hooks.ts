// Slow paths of instructions, and the module exports that implement them: the slow path of `f64.add` is the function
// exported as `__ux_f64_add`, with the instruction's own signature.

import { HazeError } from '../../errors/haze-error.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import { type ModuleInfo, maybeExportedFunction, typeOfLetter } from '../reading/module-info.ts';

export const HOOK_PREFIX = '__ux_';

/**
 * Ways in which instructions treat NaN operands.
 * - `arithmetic`: a NaN in any operand makes the result NaN, so a result equal to itself needs no slow path
 * - `copysign`: the result does not reveal a NaN in the second operand, so both operands are tested
 * - `comparison`: returns an ordinary integer, which does not reveal NaN operands
 * - `truncation`: traps on NaN or saturates, neither of which may happen for a box, or exposes the bits of a box
 */
export type HookKind = 'none' | 'arithmetic' | 'copysign' | 'comparison' | 'truncation';

function kindOfName(name: string): HookKind {
  if (/^[if](32|64)\.trunc_(sat_)?f/.test(name) || /^i(32|64)\.particle_/.test(name)) return 'truncation';
  if (name === 'f32.demote_f64' || name === 'f64.promote_f32') return 'arithmetic';
  const float = /^f(32|64)\.(\w+)$/.exec(name);
  const operation = float?.[2] ?? '';
  if (/^(eq|ne|lt|gt|le|ge)$/.test(operation)) return 'comparison';
  if (/^(abs|neg|ceil|floor|trunc|nearest|sqrt|add|sub|mul|div|min|max)$/.test(operation))
    return 'arithmetic';
  return operation === 'copysign' ? 'copysign' : 'none';
}

/** Kind of every scalar instruction, by opcode; vector instructions are in VECTOR_HOOKS. */
export const HOOK_KINDS: readonly HookKind[] = OPCODES.map((opcode) =>
  opcode ? kindOfName(opcode.name) : 'none',
);

/** Export name of an instruction's slow path. */
export function hookName(opcode: number): string {
  return HOOK_PREFIX + OPCODES[opcode]!.name.replace('.', '_');
}

/** Export names of all slow paths. */
export const HOOK_NAMES: ReadonlySet<string> = new Set(
  HOOK_KINDS.flatMap((kind, opcode) => (kind === 'none' ? [] : [hookName(opcode)])),
);

/** Finds slow paths among a module's exports, each at most once. */
export class HookTable {
  private readonly info: ModuleInfo;
  private readonly found: (number | undefined)[] = [];

  constructor(info: ModuleInfo) {
    this.info = info;
  }

  /**
   * Function index of an instruction's slow path.
   * @throws HazeError `missing-hook`, `wrong-hook-signature` naming the export
   */
  functionFor(opcode: number): number {
    const known = this.found[opcode];
    if (known !== undefined) return known;
    const name = hookName(opcode);
    const index = maybeExportedFunction(this.info, name);
    if (index === undefined) {
      throw new HazeError(
        'missing-hook',
        `The module uses ${OPCODES[opcode]!.name} but exports no function ${name}. Link it with the guest runtime.`,
        { data: { hook: name, instruction: OPCODES[opcode]!.name } },
      );
    }
    this.checkSignature(index, opcode, name);
    this.found[opcode] = index;
    return index;
  }

  private checkSignature(index: number, opcode: number, name: string): void {
    const type = this.info.types[this.info.functionTypes[index]!]!;
    const [operands = '', results = ''] = OPCODES[opcode]!.effect.split(':');
    const same = (types: readonly number[], letters: string): boolean =>
      types.length === letters.length && types.every((t, i) => t === typeOfLetter(letters[i]!));
    if (same(type.parameters, operands) && same(type.results, results)) return;
    throw new HazeError(
      'wrong-hook-signature',
      `The export ${name} must have the same parameter and result types as ${OPCODES[opcode]!.name}. Rebuild the guest runtime.`,
      { data: { hook: name } },
    );
  }
}
