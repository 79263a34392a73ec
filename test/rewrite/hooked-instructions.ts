// The instructions of WebAssembly that have slow paths; the rewriter's own, which no module contains, are left out.

import { PARTICLE_BITS_F32 } from '../../src/rewrite/encoding/opcodes.ts';
import { HOOK_KINDS } from '../../src/rewrite/hooks/hooks.ts';

export const HOOKED_INSTRUCTIONS: readonly number[] = HOOK_KINDS.flatMap((kind, opcode) =>
  kind === 'none' || opcode >= PARTICLE_BITS_F32 ? [] : [opcode],
);
