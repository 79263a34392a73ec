// The WebAssembly instructions that have slow paths, except the rewriter's own instructions, which do not occur in
// any module.

import { PARTICLE_BITS_F32 } from '../../src/rewrite/encoding/opcodes.ts';
import { HOOK_KINDS } from '../../src/rewrite/hooks/hooks.ts';

export const HOOKED_INSTRUCTIONS: readonly number[] = HOOK_KINDS.flatMap((kind, opcode) =>
  kind === 'none' || opcode >= PARTICLE_BITS_F32 ? [] : [opcode],
);
